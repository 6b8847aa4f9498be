import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { genericMessage } from '#ui/problems.ts'
import { showSuccess } from '#ui/snackbars.ts'
import { useSendCommand } from '#ui/useSendCommand.ts'
import { DeleteSchemeDocument, type SchemeRowFragment } from '../exams.graphql.ts'

interface DeleteSchemeDialogProps {
  scheme: Pick<SchemeRowFragment, 'id' | 'name' | 'version'>
  onClose: () => void
  onDeleted?: () => void
}

/** Asks before a scheme goes that no class uses. */
export function DeleteSchemeDialog({ scheme: { id, name, version }, onClose, onDeleted }: DeleteSchemeDialogProps) {
  const { schoolId } = useActiveSchool()
  const send = useSendCommand()
  return (
    <ConfirmDialog
      open
      title={t`Delete ${name}?`}
      confirmLabel={t`Delete scheme`}
      onConfirm={async () => {
        // The scheme's own page must be left before a refetch, which would fail for the deleted scheme.
        await send(DeleteSchemeDocument, { schoolId, input: { id, seen: version } }, { changesNothing: onDeleted !== undefined })
        onDeleted?.()
        showSuccess(t`${name} was deleted`)
      }}
      onClose={onClose}
      failureMessage={(_, failure) => genericMessage(failure)}
    >
      <Trans>The scheme goes with all its versions. No class uses it, so no marks and no report card change.</Trans>
    </ConfirmDialog>
  )
}
