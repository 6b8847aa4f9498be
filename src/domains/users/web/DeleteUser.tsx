import { useQuery } from '#ui/data/useQuery.ts'
import { joinWithAnd } from '#shared/joinWithAnd.ts'
import { countOrBlank } from '#shared/plural.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { failureOf, genericMessage } from '#ui/problems.ts'
import { showSuccess } from '#ui/snackbars.ts'
import { useSendCommand } from '#ui/useSendCommand.ts'
import { DeleteUserDocument, UserAssignmentsDocument, type UserAssignmentsQuery } from './users.graphql.ts'
import styles from './DeleteUser.module.css'
import { Text } from '#ui/kit/Text.tsx'

/** Asks before a user is deleted permanently, with the number of assignments that are deleted. */
export function DeleteUser({ user, onClose }: { user: { id: string; name: string }; onClose: () => void }) {
  const { schoolId } = useActiveSchool()
  const sendCommand = useSendCommand()
  const { data, error } = useQuery(UserAssignmentsDocument, {
    variables: { schoolId, id: user.id },
    fetchPolicy: 'read-once',
  })

  async function remove() {
    await sendCommand(DeleteUserDocument, { schoolId, id: user.id })
    showSuccess('User Successfully Deleted!')
  }

  return (
    <ConfirmDialog
      open
      title="Permanently Delete User"
      cancelLabel="Go Back"
      confirmLabel="Delete User"
      onConfirm={remove}
      onClose={onClose}
    >
      <Text>
        Are you sure you want to delete <strong>{user.name}</strong>? All records of this user, past and present, will be lost.
        This cannot be reversed. Disabling the user is safer.
      </Text>
      <Text className={styles.text} role="status">
        {data
          ? deletedAssignments(user.name, data.userAssignments)
          : error
            ? genericMessage(failureOf(error))
            : 'Counting the assignments…'}
      </Text>
    </ConfirmDialog>
  )
}

function deletedAssignments(name: string, { sections, subjects, books }: UserAssignmentsQuery['userAssignments']): string {
  const list = joinWithAnd([countOrBlank(sections, 'section'), countOrBlank(subjects, 'subject'), countOrBlank(books, 'book')])
  if (list === '') return `${name} teaches no section, subject or book. The account is deleted as well.`
  return `${name} teaches ${list}. These stay, without this teacher. The account is deleted as well.`
}
