import { t } from '@lingui/core/macro'
import { useDataClient } from '#ui/data/DataProvider.tsx'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { ChoiceField } from '#ui/forms/ChoiceField.tsx'
import { CommandForm, FormWide } from '#ui/forms/CommandForm.tsx'
import { useCommandForm } from '#ui/forms/useCommandForm.ts'
import { studentFeeCategoriesForm } from '../../fees.schema.ts'
import { SetStudentFeeCategoriesDocument } from './assignments.graphql.ts'
import { feesFailure } from './feesFailure.ts'
import { useFeeCategoryOptions } from './useFeeCategoryOptions.ts'
import { Dialog } from '#ui/kit/Dialog.tsx'

interface EditFeeCategoriesProps {
  studentId: string
  studentName: string
  current: readonly { id: string }[]
  onClose: () => void
}

/** Changes the categories that a student pays in the shown term. */
export function EditFeeCategories({ studentId, studentName, current, onClose }: EditFeeCategoriesProps) {
  const { schoolId, termId } = useActiveSchool()
  const options = useFeeCategoryOptions()
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
    success: t`${studentName} has been updated successfully!`,
    failure: feesFailure,
    // Somebody else changed them: reload the page's list, and keep what was chosen.
    onRefused: () => void client.forget(['fees']),
    onDone: onClose,
  })
  return (
    <Dialog title={t`Edit Fees Categories`} onClose={onClose}>
      <CommandForm command={command} submitLabel={t`Update Fees Categories`} onCancel={onClose} inDialog>
        <FormWide>
          <ChoiceField
            name="feeCategoryIds"
            label={t`What ${studentName} pays`}
            multiple
            options={options}
            hint={t`A category with payments or discounts cannot be removed`}
          />
        </FormWide>
      </CommandForm>
    </Dialog>
  )
}
