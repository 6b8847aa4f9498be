import { t } from '@lingui/core/macro'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { showSuccess } from '#ui/snackbars.ts'
import { useSendCommand } from '#ui/useSendCommand.ts'
import { DeleteRemarkDocument, type RemarkFactsFragment } from './remarks.graphql.ts'
import { remarkText } from './remarkTexts.ts'

/** Asks before a remark goes from the school's list. */
export function DeleteRemarkDialog({ remark, onClose }: { remark: RemarkFactsFragment; onClose: () => void }) {
  const { schoolId } = useActiveSchool()
  const send = useSendCommand()
  const { id, version } = remark
  const text = remarkText(remark)
  return (
    <ConfirmDialog
      open
      title={t`Delete this remark?`}
      confirmLabel={t`Delete remark`}
      onConfirm={async () => {
        await send(DeleteRemarkDocument, { schoolId, input: { id, seen: version } })
        showSuccess(t`The remark was deleted`)
      }}
      onClose={onClose}
      failureMessage={(message) => message}
    >
      {t`“${text}” is not proposed any more. Students for whom it was chosen keep it.`}
    </ConfirmDialog>
  )
}
