import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { CommandForm } from '#ui/forms/CommandForm.tsx'
import { useCommandForm } from '#ui/forms/useCommandForm.ts'
import { Button } from '#ui/kit/Button.tsx'
import { FeeCategoriesField } from '#domains/fees/web/feeCategoriesField.exports.tsx'
import { FeesByRule } from '#domains/fees/web/feesByRule.exports.tsx'
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
  // The server has found a student who may be the same child.
  const [isAsked, setAsked] = useState(false)
  const command = useCommandForm({
    schema: newStudentForm,
    mutation: AddStudentDocument,
    defaultValues: { ...blankStudent(termId), feeCategoryIds: [] },
    variables: ({ feeCategoryIds = [], ...input }) => ({
      schoolId,
      input: { ...studentInput(input, termId), feeCategoryIds: feeCategoryIds.map(String) },
    }),
    success: t`Student Added Successfully!`,
    failure: (message, { problems }) =>
      problems.some(({ path }) => path === 'addAnyway') ? message : t`Something Went Wrong. Here’s the error ${message}`,
    onFailure: ({ problems }) => {
      setAsked(problems.some(({ path }) => path === 'addAnyway'))
      // What is typed next may be another child.
      command.form.setValue('addAnyway', false)
    },
    onDone: () => setAsked(false),
    alsoChanges: ['classes', 'fees'],
    resetOnSuccess: 'name',
    // Students are often entered class by class.
    keptFields: ['section', 'feeCategoryIds'],
  })
  const addAnyway = (
    <Button
      variant="quiet"
      size="small"
      loading={command.saving}
      onClick={() => {
        command.form.setValue('addAnyway', true)
        command.submit()
      }}
    >
      <Trans>Add anyway</Trans>
    </Button>
  )
  return (
    <CommandForm command={command} submitLabel={t`Add Student`} refusalAction={isAsked && addAnyway}>
      <StudentFields
        fees={
          <>
            <FeesByRule />
            <FeeCategoriesField name="feeCategoryIds" />
          </>
        }
      />
    </CommandForm>
  )
}
