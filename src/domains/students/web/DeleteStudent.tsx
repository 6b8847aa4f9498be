import { useDataClient } from '#ui/data/DataProvider.tsx'
import { useQuery } from '#ui/data/useQuery.ts'
import { useNavigate } from 'react-router'
import { joinWithAnd } from '#shared/joinWithAnd.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { LoadingState } from '#ui/LoadingState.tsx'
import { showSuccess } from '#ui/snackbars.ts'
import { ErrorState } from '#ui/states.tsx'
import { useSendCommand } from '#ui/useSendCommand.ts'
import { DeleteStudentDocument, StudentDeletionDocument, type StudentDetailFragment } from './students.graphql.ts'
import { keptMessage } from './useDeletionCheck.ts'
import { Text } from '#ui/kit/Text.tsx'

/** Dialog that asks before a student is deleted permanently, or lists the records that prevent it. */
export function DeleteStudent({ student, onClose }: { student: StudentDetailFragment; onClose: () => void }) {
  const { schoolId } = useActiveSchool()
  const client = useDataClient()
  const sendCommand = useSendCommand()
  const navigate = useNavigate()
  const { data, error } = useQuery(StudentDeletionDocument, {
    variables: { schoolId, id: student.id },
    fetchPolicy: 'read-once',
  })

  async function remove() {
    await sendCommand(DeleteStudentDocument, { schoolId, id: student.id }, { changesNothing: true })
    showSuccess('Student Successfully Deleted!')
    // Leaves the page first, because its student no longer exists.
    await navigate('/students')
    await client.forget(['students', 'classes'])
  }

  const kept = data?.studentDeletion.keptBy ?? []
  return (
    <ConfirmDialog
      open
      title={kept.length > 0 ? 'Student Cannot Be Deleted' : 'Permanently Delete Student'}
      cancelLabel="Go Back"
      canConfirm={data !== undefined && kept.length === 0}
      confirmLabel="Delete Student"
      onConfirm={remove}
      onClose={onClose}
    >
      {error && <ErrorState error={error} />}
      {!data && !error && <LoadingState />}
      {kept.length > 0 && (
        <Text>
          {keptMessage(student.name, kept)}.{' '}
          {student.disabled ? 'The student is disabled already.' : 'Disable the student instead.'}
        </Text>
      )}
      {data && kept.length === 0 && <Question student={student} goesAlong={data.studentDeletion.goesAlong} />}
    </ConfirmDialog>
  )
}

function Question({ student, goesAlong }: { student: StudentDetailFragment; goesAlong: readonly string[] }) {
  return (
    <>
      <Text>
        Are you sure you want to delete <strong>{student.name}</strong>? All records of this student, past and present, will be
        lost. This cannot be reversed. Disabling the student is safer.
      </Text>
      <Text>{deletedWithStudent(student, goesAlong)}</Text>
    </>
  )
}

function deletedWithStudent({ loginEmail, details }: StudentDetailFragment, counted: readonly string[]): string {
  const parts = [
    ...counted,
    ...(loginEmail ? ['the account to sign in with'] : []),
    ...(details?.photoFile ? ['the photo'] : []),
    ...(details?.aadharFile ? ['the Aadhaar PDF'] : []),
  ]
  if (parts.length === 0) return 'Nothing else is deleted with the student.'
  return `Deleted with the student: ${joinWithAnd(parts)}.`
}
