import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { showSuccess } from '#ui/snackbars.ts'
import { useSendCommand } from '#ui/useSendCommand.ts'
import { formatFailureText } from '../certificateTexts.ts'
import { draftKey, dropDraft } from './draft.ts'
import { type CertificateFormatRowFragment, DeleteCertificateFormatDocument } from './formats.graphql.ts'
import { Text } from '#ui/kit/Text.tsx'

/** Asks for confirmation and deletes a format. */
export function DeleteFormat({ format, onClose }: { format: CertificateFormatRowFragment; onClose: () => void }) {
  const { schoolId, viewer } = useActiveSchool()
  const sendCommand = useSendCommand()
  const { id, name, version } = format

  async function remove() {
    await sendCommand(DeleteCertificateFormatDocument, { schoolId, input: { id, seen: version } })
    dropDraft(draftKey(schoolId, viewer.id, id))
    showSuccess(t`${name} has been successfully deleted!`)
  }

  return (
    <ConfirmDialog
      open
      title={t`Delete this format?`}
      confirmLabel={t`Delete Format`}
      onConfirm={remove}
      onClose={onClose}
      failureMessage={formatFailureText}
    >
      <Text>
        <Trans>
          No more certificates can be made with <strong>{name}</strong>. Certificates that were issued with it do not change: they
          can be downloaded, and duplicates look the same.
        </Trans>
      </Text>
    </ConfirmDialog>
  )
}
