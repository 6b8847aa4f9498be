import { useApolloClient } from '@apollo/client/react'
import Typography from '@mui/material/Typography'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { actionFailed } from '#ui/requestKey.ts'
import { saySuccess } from '#ui/snackbars.tsx'
import { channelLabels, kindLabels } from '../messageWords.ts'
import {
  DeleteMessageTemplateDocument,
  MessageKindsDocument,
  MessageTemplatesDocument,
  type TemplateRowFragment,
} from './templates.graphql.ts'

/** Asks before a template goes. */
export function DeleteTemplate({ template, onClose }: { template: TemplateRowFragment; onClose: () => void }) {
  const { schoolId } = useActiveSchool()
  const client = useApolloClient()
  const { id, kind, name, channel } = template
  return (
    <ConfirmDialog
      open
      title="Delete this template?"
      confirmLabel="Delete Template"
      failure={actionFailed}
      onClose={onClose}
      onConfirm={async () => {
        await client.mutate({
          mutation: DeleteMessageTemplateDocument,
          variables: { schoolId, input: { id } },
          refetchQueries: [MessageTemplatesDocument, MessageKindsDocument],
          awaitRefetchQueries: true,
        })
        saySuccess('Template Deleted Successfully!')
      }}
    >
      <Typography>
        Without it, <strong>{[kindLabels[kind], name].filter(Boolean).join(': ')}</strong> does not go by {channelLabels[channel]}{' '}
        any more; the other ways stay. What was sent stays in the history.
      </Typography>
    </ConfirmDialog>
  )
}
