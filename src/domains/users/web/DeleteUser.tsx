import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { joinWithAnd } from '#shared/joinWithAnd.ts'
import { useQuery } from '#ui/data/useQuery.ts'
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
    showSuccess(t`User Successfully Deleted!`)
  }

  return (
    <ConfirmDialog
      open
      title={t`Permanently Delete User`}
      cancelLabel={t`Go Back`}
      confirmLabel={t`Delete User`}
      onConfirm={remove}
      onClose={onClose}
    >
      <Text>
        <Trans>
          Are you sure you want to delete <strong>{user.name}</strong>? All records of this user, past and present, will be lost.
          This cannot be reversed. Disabling the user is safer.
        </Trans>
      </Text>
      <Text className={styles.text} role="status">
        {data
          ? deletedAssignments(user.name, data.userAssignments)
          : error
            ? genericMessage(failureOf(error))
            : t`Counting the assignments…`}
      </Text>
    </ConfirmDialog>
  )
}

function deletedAssignments(name: string, { sections, subjects, books }: UserAssignmentsQuery['userAssignments']): string {
  if (sections + subjects + books === 0) return t`${name} teaches no section, subject or book. The account is deleted as well.`
  const list = joinWithAnd([
    sections > 0 ? plural(sections, { one: '# section', other: '# sections' }) : '',
    subjects > 0 ? plural(subjects, { one: '# subject', other: '# subjects' }) : '',
    books > 0 ? plural(books, { one: '# book', other: '# books' }) : '',
  ])
  return t`${name} teaches ${list}. These stay, without this teacher. The account is deleted as well.`
}
