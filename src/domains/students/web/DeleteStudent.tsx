import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useDataClient } from '#ui/data/DataProvider.tsx'
import { useQuery } from '#ui/data/useQuery.ts'
import { useNavigate } from '#ui/navigation.tsx'
import { joinWithAnd } from '#shared/joinWithAnd.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { LoadingState } from '#ui/LoadingState.tsx'
import { showSuccess } from '#ui/snackbars.ts'
import { ErrorState } from '#ui/states.tsx'
import { useSendCommand } from '#ui/useSendCommand.ts'
import { DeleteStudentDocument, StudentDeletionDocument, type StudentDetailFragment } from './students.graphql.ts'
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
    showSuccess(t`Student Successfully Deleted!`)
    // Leaves the page first, because its student no longer exists.
    navigate('/students')
    await client.forget(['students', 'classes'])
  }

  const kept = data?.studentDeletion.keptBy ?? []
  return (
    <ConfirmDialog
      open
      title={kept.length > 0 ? t`Student Cannot Be Deleted` : t`Permanently Delete Student`}
      cancelLabel={t`Go Back`}
      canConfirm={data !== undefined && kept.length === 0}
      confirmLabel={t`Delete Student`}
      onConfirm={remove}
      onClose={onClose}
    >
      {error && <ErrorState error={error} />}
      {!data && !error && <LoadingState />}
      {kept.length > 0 && (
        <Text>
          {t`${student.name} has ${joinWithAnd(kept)}, which must be kept.`}{' '}
          {student.disabled ? t`The student is disabled already.` : t`Disable the student instead.`}
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
        <Trans>
          Are you sure you want to delete <strong>{student.name}</strong>? All records of this student, past and present, will be
          lost. This cannot be reversed. Disabling the student is safer.
        </Trans>
      </Text>
      <Text>{deletedWithStudent(student, goesAlong)}</Text>
    </>
  )
}

function deletedWithStudent({ loginEmail, details }: StudentDetailFragment, counted: readonly string[]): string {
  const parts = [
    ...counted,
    ...(loginEmail ? [t`the account to sign in with`] : []),
    ...(details?.photoFile ? [t`the photo`] : []),
    ...(details?.aadharFile ? [t`the Aadhaar PDF`] : []),
  ]
  if (parts.length === 0) return t`Nothing else is deleted with the student.`
  return t`Deleted with the student: ${joinWithAnd(parts)}.`
}
