import { useDataClient } from '#ui/data/DataProvider.tsx'
import { useQuery } from '#ui/data/useQuery.ts'
import { useId, useMemo, useState } from 'react'
import { showMoney } from '#shared/money.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { ChoiceField } from '#ui/forms/ChoiceField.tsx'
import { CommandForm, FormWide } from '#ui/forms/CommandForm.tsx'
import { useCommandForm } from '#ui/forms/useCommandForm.ts'
import { LoadingState } from '#ui/LoadingState.tsx'
import { ErrorState } from '#ui/states.tsx'
import { studentFeeCategoriesForm } from '../fees.schema.ts'
import { SetStudentFeeCategoriesDocument, StudentFeeCategoriesDocument } from './structure/assignments.graphql.ts'
import type { FeeCategoryRowFragment } from './structure/feeCategories.graphql.ts'
import { feesFailure } from './structure/feesFailure.ts'
import { useFeeCategories } from './structure/useFeeCategories.ts'
import { useFeesCan } from './useFeesCan.ts'
import styles from './feeCategories.exports.module.css'
import { Button } from '#ui/kit/Button.tsx'
import { Card } from '#ui/kit/Card.tsx'
import { Heading, Text } from '#ui/kit/Text.tsx'
import { EditIcon } from '#ui/kit/icons.ts'
import { Chip } from '#ui/kit/Chip.tsx'
import { Dialog } from '#ui/kit/Dialog.tsx'

/** Returns the categories of the shown term as form options; none where the school has no fees. */
function useCategoryOptions() {
  const { categories } = useFeeCategories()
  return useMemo(
    () => (categories ?? []).map(({ id, name, fixedTotal }) => ({ value: id, label: `${name} · ${showMoney(fixedTotal)}` })),
    [categories],
  )
}

/**
 * The field for a student's fee categories at admission. Use it inside a form whose field holds the category ids.
 * Renders nothing where the school has no fees or no categories in the shown term.
 */
export function FeeCategoriesField({ name }: { name: string }) {
  const { school } = useActiveSchool()
  return school.flags.feesModule ? <CategoriesField name={name} /> : null
}

function CategoriesField({ name }: { name: string }) {
  const options = useCategoryOptions()
  if (options.length === 0) return null
  return (
    <FormWide>
      <ChoiceField name={name} label="Fees Categories" multiple options={options} hint="What the student pays in this term" />
    </FormWide>
  )
}

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
        Fees Categories
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
          <Text tone="quiet">No fees categories in this term</Text>
        ) : (
          categories.map((category) => (
            <Chip key={category.id} outlined label={`${category.name} · ${showMoney(category.fixedTotal)}`} />
          ))
        )}
      </div>
      {mayAssign && categories && (
        <Button variant="quiet" icon={<EditIcon />} onClick={() => setEditing(true)}>
          Edit Fees Categories
        </Button>
      )}
      {editing && categories && (
        <EditDialog studentId={studentId} studentName={studentName} current={categories} onClose={() => setEditing(false)} />
      )}
    </Card>
  )
}

interface EditDialogProps {
  studentId: string
  studentName: string
  current: readonly FeeCategoryRowFragment[]
  onClose: () => void
}

function EditDialog({ studentId, studentName, current, onClose }: EditDialogProps) {
  const { schoolId, termId } = useActiveSchool()
  const options = useCategoryOptions()
  const client = useDataClient()
  const currentIds = current.map((category) => category.id)
  const command = useCommandForm({
    schema: studentFeeCategoriesForm,
    mutation: SetStudentFeeCategoriesDocument,
    defaultValues: { termId, studentId, feeCategoryIds: currentIds, seen: currentIds },
    variables: ({ feeCategoryIds, seen }) => ({
      schoolId,
      input: { termId, studentId, feeCategoryIds: feeCategoryIds.map(String), seen: seen.map(String) },
    }),
    success: `${studentName} has been updated succesfully!`,
    failure: feesFailure,
    // Somebody else changed them: reload the page's list, and keep what was chosen.
    onRefused: () => void client.renew(StudentFeeCategoriesDocument),
    onDone: onClose,
  })
  return (
    <Dialog title="Edit Fees Categories" onClose={onClose}>
      <CommandForm command={command} submitLabel="Update Fees Categories" onCancel={onClose} inDialog>
        <FormWide>
          <ChoiceField
            name="feeCategoryIds"
            label={`What ${studentName} pays`}
            multiple
            options={options}
            hint="A category with payments or discounts cannot be removed"
          />
        </FormWide>
      </CommandForm>
    </Dialog>
  )
}
