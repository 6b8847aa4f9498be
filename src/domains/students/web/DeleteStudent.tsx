import { useApolloClient, useQuery } from '@apollo/client/react'
import Typography from '@mui/material/Typography'
import { useNavigate } from 'react-router'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { LoadingState } from '#ui/LoadingState.tsx'
import { saySuccess } from '#ui/snackbars.tsx'
import { ErrorState } from '#ui/states.tsx'
import { forgetStudents } from './lists.ts'
import { DeleteStudentDocument, StudentDeletionDocument, type StudentDetailFragment } from './students.graphql.ts'
import { keptMessage } from './useKeptStudents.ts'

/** Counts what stands on a student, then asks before the student goes for good, or says what keeps the student. */
export function DeleteStudent({ student, onClose }: { student: StudentDetailFragment; onClose: () => void }) {
  const { schoolId } = useActiveSchool()
  const client = useApolloClient()
  const navigate = useNavigate()
  const { data, error } = useQuery(StudentDeletionDocument, {
    variables: { schoolId, id: student.id },
    fetchPolicy: 'network-only',
  })

  async function remove() {
    await client.mutate({ mutation: DeleteStudentDocument, variables: { schoolId, id: student.id } })
    saySuccess('Student Successfully Deleted!')
    // The page is left first: the student it shows is not there any more.
    await navigate('/students')
    client.cache.evict({ id: client.cache.identify({ __typename: 'Student', id: student.id }) ?? '' })
    forgetStudents(client.cache)
  }

  const kept = data?.studentDeletion.keptBy ?? []
  return (
    <ConfirmDialog
      open
      title={kept.length > 0 ? 'Student Cannot Be Deleted' : 'Permanently Delete Student'}
      safeLabel="Go Back"
      possible={data !== undefined && kept.length === 0}
      confirmLabel="Delete Student"
      onConfirm={remove}
      onClose={onClose}
    >
      {error && <ErrorState error={error} />}
      {!data && !error && <LoadingState />}
      {kept.length > 0 && (
        <Typography>
          {keptMessage(student.name, kept)}.{' '}
          {student.disabled ? 'The student is disabled already.' : 'Disable the student instead.'}
        </Typography>
      )}
      {data && kept.length === 0 && <Question student={student} goesAlong={data.studentDeletion.goesAlong} />}
    </ConfirmDialog>
  )
}

const lists = new Intl.ListFormat('en-IN')

function Question({ student, goesAlong }: { student: StudentDetailFragment; goesAlong: readonly string[] }) {
  return (
    <>
      <Typography gutterBottom>
        Are you sure you want to delete <strong>{student.name}</strong>? All records of this student, past and present, will be
        lost. This cannot be reversed. Disabling the student is safer.
      </Typography>
      <Typography>{goingAlong(student, goesAlong)}</Typography>
    </>
  )
}

function goingAlong({ loginEmail, details }: StudentDetailFragment, counted: readonly string[]): string {
  const parts = [
    ...counted,
    ...(loginEmail ? ['the account to sign in with'] : []),
    ...(details?.photoFile ? ['the photo'] : []),
    ...(details?.aadharFile ? ['the Aadhaar PDF'] : []),
  ]
  if (parts.length === 0) return 'Nothing else is deleted with the student.'
  return `Deleted with the student: ${lists.format(parts)}.`
}
