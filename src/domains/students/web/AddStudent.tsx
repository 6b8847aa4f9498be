import { t } from '@lingui/core/macro'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { CommandForm } from '#ui/forms/CommandForm.tsx'
import { useCommandForm } from '#ui/forms/useCommandForm.ts'
import { FeeCategoriesField } from '#domains/fees/web/feeCategoriesField.exports.tsx'
import { newStudentForm } from '../students.schema.ts'
import { NoTerm } from './NoTerm.tsx'
import { blankStudent, studentInput } from './studentForm.ts'
import { StudentFields } from './StudentFields.tsx'
import { AddStudentDocument } from './students.graphql.ts'

/** The tab Add Student. */
export default function AddStudent() {
  const { term, termId } = useActiveSchool()
  if (!term) return <NoTerm />
  // Resets the form when the term changes, because sections belong to a term.
  return <Form key={termId} />
}

function Form() {
  const { schoolId, termId } = useActiveSchool()
  const command = useCommandForm({
    schema: newStudentForm,
    mutation: AddStudentDocument,
    defaultValues: { ...blankStudent(termId), feeCategoryIds: [] },
    variables: ({ feeCategoryIds = [], ...input }) => ({
      schoolId,
      input: { ...studentInput(input, termId), feeCategoryIds: feeCategoryIds.map(String) },
    }),
    success: t`Student Added Successfully!`,
    failure: (message) => t`Something Went Wrong. Here’s the error ${message}`,
    alsoChanges: ['classes'],
    resetOnSuccess: 'name',
    // Students are often entered class by class.
    keptFields: ['section', 'feeCategoryIds'],
  })
  return (
    <CommandForm command={command} submitLabel={t`Add Student`}>
      <StudentFields fees={<FeeCategoriesField name="feeCategoryIds" />} />
    </CommandForm>
  )
}
