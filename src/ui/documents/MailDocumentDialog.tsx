import Dialog from '@mui/material/Dialog'
import DialogTitle from '@mui/material/DialogTitle'
import { useId } from 'react'
import { z } from 'zod'
import { linkEmail } from '#shared/documentLink.ts'
import { useActiveSchool } from '../activeSchool.ts'
import { CommandForm } from '../forms/CommandForm.tsx'
import { useCommandForm } from '../forms/useCommandForm.ts'
import { MailDocumentDocument } from './documents.graphql.ts'
import type { DocumentJob } from './documentTexts.ts'
import { LinkEmailField } from './LinkFields.tsx'

const mailForm = z.object({ email: linkEmail })

/** Mails a document's link, again or to somebody else. */
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
        <LinkEmailField of="this" />
      </CommandForm>
    </Dialog>
  )
}
