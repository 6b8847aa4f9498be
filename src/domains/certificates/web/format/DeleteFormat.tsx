import { useApolloClient } from '@apollo/client/react'
import Typography from '@mui/material/Typography'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { showSuccess } from '#ui/snackbars.tsx'
import { formatFailure } from '../certificateWords.ts'
import { draftKey, dropDraft } from './draft.ts'
import {
  type CertificateFormatRowFragment,
  CertificateFormatsDocument,
  DeleteCertificateFormatDocument,
} from './formats.graphql.ts'

/** Asks before a format goes. */
export function DeleteFormat({ format, onClose }: { format: CertificateFormatRowFragment; onClose: () => void }) {
  const { schoolId, viewer } = useActiveSchool()
  const client = useApolloClient()
  const { id, name, version } = format

  async function remove() {
    await client.mutate({
      mutation: DeleteCertificateFormatDocument,
      variables: { schoolId, input: { id, seen: version } },
      refetchQueries: [CertificateFormatsDocument],
      awaitRefetchQueries: true,
    })
    dropDraft(draftKey(schoolId, viewer.id, id))
    showSuccess(`${name} has been successfully deleted!`)
  }

  return (
    <ConfirmDialog
      open
      title="Delete this format?"
      confirmLabel="Delete Format"
      onConfirm={remove}
      onClose={onClose}
      failureMessage={formatFailure}
    >
      <Typography>
        <strong>{name}</strong> is not offered any more when a certificate is made. Certificates that were issued with it keep it:
        they can be downloaded, and duplicates look the same.
      </Typography>
    </ConfirmDialog>
  )
}
