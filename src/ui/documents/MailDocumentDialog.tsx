import Dialog from '@mui/material/Dialog'
import DialogTitle from '@mui/material/DialogTitle'
import { useId } from 'react'
import { z } from 'zod'
import { linkEmail } from '../../shared/documentLink.ts'
import { useActiveSchool } from '../activeSchool.ts'
import { CommandForm, FormWide } from '../forms/CommandForm.tsx'
import { TextField } from '../forms/TextField.tsx'
import { useCommandForm } from '../forms/useCommandForm.ts'
import { MailDocumentDocument } from './documents.graphql.ts'
import type { DocumentJob } from './documentWords.ts'

const mailForm = z.object({ email: linkEmail })

/** Sends the link of a document by mail, again or to somebody else. */
export function MailDocumentDialog({ job, onClose }: { job: DocumentJob; onClose: () => void }) {
  const titleId = useId()
  const { schoolId, viewer } = useActiveSchool()
  const command = useCommandForm({
    schema: mailForm,
    mutation: MailDocumentDocument,
    defaultValues: { email: job.email ?? viewer.email },
    variables: ({ email }) => ({ schoolId, input: { id: job.id, email } }),
    onDone: onClose,
  })
  return (
    <Dialog open onClose={command.saving ? undefined : onClose} aria-labelledby={titleId} maxWidth="xs">
      <DialogTitle id={titleId}>Send the link by e-mail</DialogTitle>
      <CommandForm command={command} submitLabel="Send" onCancel={onClose} inDialog>
        <FormWide>
          <TextField
            name="email"
            label="Email"
            type="email"
            required
            autoComplete="email"
            helperText="The link holds for 24 hours, and only for those of the school who may see this."
          />
        </FormWide>
      </CommandForm>
    </Dialog>
  )
}
