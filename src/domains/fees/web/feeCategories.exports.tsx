import { Trans } from '@lingui/react/macro'
import { useQuery } from '#ui/data/useQuery.ts'
import { useId, useState } from 'react'
import { showMoney } from '#shared/money.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { LoadingState } from '#ui/LoadingState.tsx'
import { ErrorState } from '#ui/states.tsx'
import { StudentFeeCategoriesDocument } from './structure/assignments.graphql.ts'
import { useFeesCan } from './useFeesCan.ts'
import styles from './feeCategories.exports.module.css'
import { Button } from '#ui/kit/Button.tsx'
import { Card } from '#ui/kit/Card.tsx'
import { Heading, Text } from '#ui/kit/Text.tsx'
import { EditIcon } from '#ui/kit/icons.ts'
import { Chip } from '#ui/kit/Chip.tsx'
import { later } from '#ui/kit/later.tsx'

const EditFeeCategories = later(async () => ({ default: (await import('./structure/EditFeeCategories.tsx')).EditFeeCategories }))

/**
 * The categories a student pays in the shown term, with a button to change them. Renders nothing where the school has
 * no fees.
 */
export function StudentFeeCategories({ studentId, studentName }: { studentId: string; studentName: string }) {
  const { school } = useActiveSchool()
  return school.flags.feesModule ? <Categories studentId={studentId} studentName={studentName} /> : null
}

function Categories({ studentId, studentName }: { studentId: string; studentName: string }) {
  const { schoolId, termId } = useActiveSchool()
  const titleId = useId()
  const mayAssign = useFeesCan('assignCategories')
  const { data, error, refetch } = useQuery(StudentFeeCategoriesDocument, {
    variables: { schoolId, input: { termId, studentId } },
  })
  const [editing, setEditing] = useState(false)
  const categories = data?.studentFeeCategories
  return (
    <Card as="section" aria-labelledby={titleId} className={styles.section}>
      <Heading level={2} id={titleId}>
        <Trans>Fees Categories</Trans>
      </Heading>
      <div className={styles.row}>
        {!categories ? (
          error ? (
            <ErrorState error={error} onRetry={() => void refetch()} />
          ) : (
            <div className={styles.fill}>
              <LoadingState lines={1} />
            </div>
          )
        ) : categories.length === 0 ? (
          <Text tone="quiet">
            <Trans>No fees categories in this term</Trans>
          </Text>
        ) : (
          categories.map((category) => (
            <Chip key={category.id} outlined label={`${category.name} · ${showMoney(category.fixedTotal)}`} />
          ))
        )}
      </div>
      {mayAssign && categories && (
        <Button variant="quiet" icon={<EditIcon />} onClick={() => setEditing(true)}>
          <Trans>Edit Fees Categories</Trans>
        </Button>
      )}
      {editing && categories && (
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
