import { t } from '@lingui/core/macro'
import { useState } from 'react'
import { useDataClient } from '#ui/data/DataProvider.tsx'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { ChoiceField } from '#ui/forms/ChoiceField.tsx'
import { CommandForm, FormWide } from '#ui/forms/CommandForm.tsx'
import { useCommandForm } from '#ui/forms/useCommandForm.ts'
import { studentFeeCategoriesForm } from '../../fees.schema.ts'
import { type FeeCategoryOfStudentFactsFragment, SetStudentFeeCategoriesDocument } from './assignments.graphql.ts'
import { CategoryMonths, type MonthsByCategory, monthsInput } from './CategoryMonths.tsx'
import { feesFailure } from './feesFailure.ts'
import { useFeeCategories } from './useFeeCategories.ts'
import { useFeeCategoryOptions } from './useFeeCategoryOptions.ts'
import { Dialog } from '#ui/kit/Dialog.tsx'

interface EditFeeCategoriesProps {
  studentId: string
  studentName: string
  current: readonly FeeCategoryOfStudentFactsFragment[]
  onClose: () => void
}

/** Changes the categories that a student pays in the shown term, and for which months. */
export function EditFeeCategories({ studentId, studentName, current, onClose }: EditFeeCategoriesProps) {
  const { schoolId, termId } = useActiveSchool()
  const { categories = [] } = useFeeCategories()
  const options = useFeeCategoryOptions()
  const client = useDataClient()
  const currentIds = current.map((category) => category.id)
  const [seenMonths] = useState<MonthsByCategory>(() =>
    Object.fromEntries(current.map(({ id, months, firstPart }) => [id, { months, firstPart }])),
  )
  const [months, setMonths] = useState(seenMonths)
  const command = useCommandForm({
    schema: studentFeeCategoriesForm,
    mutation: SetStudentFeeCategoriesDocument,
    defaultValues: { termId, studentId, feeCategoryIds: currentIds, seen: currentIds },
    variables: ({ feeCategoryIds, seen }) => ({
      schoolId,
      input: {
        termId,
        studentId,
        feeCategoryIds: feeCategoryIds.map(String),
        months: monthsInput(months, feeCategoryIds.map(String)),
        seen: seen.map(String),
        seenMonths: monthsInput(seenMonths, seen.map(String)),
      },
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
        <FormWide>
          <CategoryMonths studentId={studentId} categories={categories} months={months} onChange={setMonths} />
        </FormWide>
      </CommandForm>
    </Dialog>
  )
}
