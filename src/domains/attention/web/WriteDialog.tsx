import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { Button } from '#ui/kit/Button.tsx'
import { Dialog, DialogActions, DialogBody } from '#ui/kit/Dialog.tsx'
import { useSendCommand } from '#ui/useSendCommand.ts'
import { WriteToFamily } from '#domains/messaging/web/writeToFamily.exports.tsx'
import { type AttentionDetailsFragment, SendAttentionMessageDocument } from './attention.graphql.ts'

/** Sends a notice to the family of a case, after its preview, and keeps it in the case. */
export default function WriteDialog({ details, onClose }: { details: AttentionDetailsFragment; onClose: () => void }) {
  const { schoolId } = useActiveSchool()
  const sendCommand = useSendCommand()
  const { studentId: id, studentName: name } = details.case
  return (
    <Dialog title={t`Write to the family of ${name}`} onClose={onClose} size="large">
      <DialogBody>
        <WriteToFamily
          student={{ id, name }}
          send={(order) =>
            sendCommand(
              SendAttentionMessageDocument,
              { schoolId, input: { ...order, id: details.id } },
              { alsoChanges: ['messaging'] },
            )
          }
          onSent={onClose}
        />
      </DialogBody>
      <DialogActions>
        <Button variant="quiet" onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
      </DialogActions>
    </Dialog>
  )
}
