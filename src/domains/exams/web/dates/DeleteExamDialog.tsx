import { plural, t } from '@lingui/core/macro'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { showSuccess } from '#ui/snackbars.ts'
import { useSendCommand } from '#ui/useSendCommand.ts'
import { DeleteExamDocument, type ExamFactsFragment } from './dates.graphql.ts'

/** Asks before an exam goes with its date sheet. */
export function DeleteExamDialog({
  exam: { id, name, version, paperCount },
  onClose,
}: {
  exam: ExamFactsFragment
  onClose: () => void
}) {
  const { schoolId } = useActiveSchool()
  const send = useSendCommand()
  return (
    <ConfirmDialog
      open
      title={t`Delete ${name}?`}
      confirmLabel={t`Delete exam`}
      onConfirm={async () => {
        await send(DeleteExamDocument, { schoolId, input: { id, seen: version } })
        showSuccess(t`${name} was deleted`)
      }}
      onClose={onClose}
      failureMessage={(message) => message}
    >
      {plural(paperCount, {
        0: 'The exam has no papers.',
        one: 'The exam goes with its # paper. Marks are not changed.',
        other: 'The exam goes with its # papers. Marks are not changed.',
      })}
    </ConfirmDialog>
  )
}
