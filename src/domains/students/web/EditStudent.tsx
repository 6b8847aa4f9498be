import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '#ui/data/useQuery.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { CommandForm, FormWide } from '#ui/forms/CommandForm.tsx'
import { useCommandForm } from '#ui/forms/useCommandForm.ts'
import { LoadingState } from '#ui/LoadingState.tsx'
import { ErrorState } from '#ui/states.tsx'
import { FeesOfMove } from '#domains/fees/web/feesByRule.exports.tsx'
import { studentUpdate } from '../students.schema.ts'
import { studentInput, studentValues } from './studentForm.ts'
import { StudentFields } from './StudentFields.tsx'
import { type StudentDetailFragment, StudentDocument, UpdateStudentDocument } from './students.graphql.ts'
import { Alert } from '#ui/kit/Alert.tsx'
import { Button } from '#ui/kit/Button.tsx'
import { Dialog, DialogActions, DialogBody } from '#ui/kit/Dialog.tsx'

/** The dialog Edit Student: all fields, with the enrolment in the looked-at term. */
export function EditStudent({ id, onClose }: { id: string; onClose: () => void }) {
  const { schoolId } = useActiveSchool()
  const { data, error, refetch } = useQuery(StudentDocument, {
    variables: { schoolId, id },
    // Reloads the student, because somebody else may have changed it since the list was loaded.
    fetchPolicy: 'read-once',
  })
  return (
    <Dialog title={t`Edit Student`} onClose={onClose} size="large">
      {data ? (
        <Form student={data.student} onClose={onClose} />
      ) : (
        <>
          <DialogBody>{error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState />}</DialogBody>
          <DialogActions>
            <Button variant="quiet" onClick={onClose}>
              <Trans>Close</Trans>
            </Button>
          </DialogActions>
        </>
      )}
    </Dialog>
  )
}

function Form({ student, onClose }: { student: StudentDetailFragment; onClose: () => void }) {
  const { schoolId, termId, term } = useActiveSchool()
  const command = useCommandForm({
    schema: studentUpdate,
    mutation: UpdateStudentDocument,
    defaultValues: { id: student.id, ...studentValues(student, termId) },
    variables: (input) => ({ schoolId, input: { ...studentInput(input, termId), id: student.id } }),
    success: t`Student Updated Successfully!`,
    failure: (message) => t`Something Went Wrong. Here’s the error ${message}`,
    alsoChanges: ['classes', 'fees'],
    onDone: onClose,
  })
  const place = student.places.find((enrolment) => enrolment.termId === termId)
  return (
    <CommandForm command={command} submitLabel={t`Update Student`} onCancel={onClose} inDialog>
      {!place && (
        <FormWide>
          <Alert kind="info">
            {term
              ? t`${student.name} is not enrolled in ${term.name} yet. Choose a section to enrol the student.`
              : t`${student.name} is not enrolled in this term yet. Choose a section to enrol the student.`}
          </Alert>
        </FormWide>
      )}
      <StudentFields
        stored={{ photoUrl: student.photoUrl, student }}
        fees={<FeesOfMove studentId={student.id} fromClassId={place?.classId} />}
      />
    </CommandForm>
  )
}
