import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { actionFailedMessage } from '#ui/requestKey.ts'
import { showSuccess } from '#ui/snackbars.ts'
import { useSendCommand } from '#ui/useSendCommand.ts'
import { channelLabels, kindLabels } from '../messageLabels.ts'
import { DeleteMessageTemplateDocument, type TemplateRowFragment } from './templates.graphql.ts'
import { Text } from '#ui/kit/Text.tsx'

/** Asks for confirmation and deletes a template. */
export function DeleteTemplate({ template, onClose }: { template: TemplateRowFragment; onClose: () => void }) {
  const { schoolId } = useActiveSchool()
  const sendCommand = useSendCommand()
  const { id, kind, name, channel } = template
  return (
    <ConfirmDialog
      open
      title={t`Delete this template?`}
      confirmLabel={t`Delete Template`}
      failureMessage={actionFailedMessage}
      onClose={onClose}
      onConfirm={async () => {
        await sendCommand(DeleteMessageTemplateDocument, { schoolId, input: { id } })
        showSuccess(t`Template Deleted Successfully!`)
      }}
    >
      <Text>
        <Trans>
          Without this template, <strong>{[kindLabels[kind], name].filter(Boolean).join(': ')}</strong> is no longer sent by{' '}
          {channelLabels[channel]}. Other channels are not affected. Sent messages stay in the history.
        </Trans>
      </Text>
    </ConfirmDialog>
  )
}
