import { Trans } from '@lingui/react/macro'
import { useId, useState } from 'react'
import { showMoney } from '#shared/money.ts'
import { showMonths } from '../assignedMonths.rules.ts'
import { usePermission } from '#ui/viewerCan/usePermission.ts'
import { type FeeCategoryOfStudentFactsFragment, SetStudentFeeCategoriesDocument } from './structure/assignments.graphql.ts'
import styles from './feeCategories.exports.module.css'
import { Button } from '#ui/kit/Button.tsx'
import { Card } from '#ui/kit/Card.tsx'
import { Heading, Text } from '#ui/kit/Text.tsx'
import { EditIcon } from '#ui/kit/icons.ts'
import { Chip } from '#ui/kit/Chip.tsx'
import { later } from '#ui/kit/later.tsx'

const EditFeeCategories = later(async () => ({ default: (await import('./structure/EditFeeCategories.tsx')).EditFeeCategories }))

/** `Bus · ₹5,400.00 · Oct–Mar`, without the months where all of the term is paid. */
function labelOf({ name, fixedTotal, months }: FeeCategoryOfStudentFactsFragment): string {
  return [name, showMoney(fixedTotal), showMonths(months)].filter(Boolean).join(' · ')
}

/** The categories a student pays in the shown term, with a button to change them. */
export function StudentFeeCategories({
  studentId,
  studentName,
  categories,
}: {
  studentId: string
  studentName: string
  categories: readonly FeeCategoryOfStudentFactsFragment[]
}) {
  const titleId = useId()
  const mayAssign = usePermission(SetStudentFeeCategoriesDocument)?.allowed
  const [editing, setEditing] = useState(false)
  return (
    <Card as="section" aria-labelledby={titleId} className={styles.section}>
      <Heading level={2} id={titleId}>
        <Trans>Fees Categories</Trans>
      </Heading>
      <div className={styles.row}>
        {categories.length === 0 ? (
          <Text tone="quiet">
            <Trans>No fees categories in this term</Trans>
          </Text>
        ) : (
          categories.map((category) => <Chip key={category.id} outlined label={labelOf(category)} />)
        )}
      </div>
      {mayAssign && (
        <Button variant="quiet" icon={<EditIcon />} onClick={() => setEditing(true)}>
          <Trans>Edit Fees Categories</Trans>
        </Button>
      )}
      {editing && (
        <EditFeeCategories
          studentId={studentId}
          studentName={studentName}
          current={categories}
          onClose={() => setEditing(false)}
        />
      )}
    </Card>
  )
}
