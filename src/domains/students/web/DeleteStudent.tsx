import { useApolloClient } from '@apollo/client/react'
import Typography from '@mui/material/Typography'
import { useNavigate } from 'react-router'
import { useActiveSchool } from '../../../ui/activeSchool.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { saySuccess } from '../../../ui/snackbars.tsx'
import { forgetStudents } from './lists.ts'
import { DeleteStudentDocument, type StudentDetailFragment } from './students.graphql.ts'

/** Asks before a student goes for good, and says what goes along. */
export function DeleteStudent({ student, onClose }: { student: StudentDetailFragment; onClose: () => void }) {
  const { schoolId } = useActiveSchool()
  const client = useApolloClient()
  const navigate = useNavigate()

  async function remove() {
    await client.mutate({ mutation: DeleteStudentDocument, variables: { schoolId, id: student.id } })
    saySuccess('Student Successfully Deleted!')
    // The page is left first: the student it shows is not there any more.
    await navigate('/students')
    client.cache.evict({ id: client.cache.identify({ __typename: 'Student', id: student.id }) ?? '' })
    forgetStudents(client.cache)
  }

  return (
    <ConfirmDialog
      open
      title="Permanently Delete Student"
      safeLabel="Go Back"
      confirmLabel="Delete Student"
      onConfirm={remove}
      onClose={onClose}
    >
      <Typography gutterBottom>
        Are you sure you want to delete <strong>{student.name}</strong>? All records of this student, past and present, will be
        lost. This cannot be reversed. Disabling the student is safer.
      </Typography>
      <Typography>{goingAlong(student)}</Typography>
    </ConfirmDialog>
  )
}

function goingAlong({ places, loginEmail, details }: StudentDetailFragment): string {
  const terms = places.length === 1 ? 'the place in 1 term' : `the places in ${places.length} terms`
  const parts = [
    ...(places.length > 0 ? [terms] : []),
    ...(loginEmail ? ['the account to sign in with'] : []),
    ...(details?.photoFile ? ['the photo'] : []),
    ...(details?.aadharFile ? ['the Aadhaar PDF'] : []),
  ]
  if (parts.length === 0) return 'Nothing else goes along.'
  return `What goes along: ${new Intl.ListFormat('en-IN').format(parts)}.`
}
