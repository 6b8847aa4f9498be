import { t } from '@lingui/core/macro'
import { z } from 'zod'
import { linkEmail } from '#shared/documentLink.ts'
import { useActiveSchool } from '../activeSchool.ts'
import { CommandForm } from '../forms/CommandForm.tsx'
import { useCommandForm } from '../forms/useCommandForm.ts'
import { MailDocumentDocument } from './documents.graphql.ts'
import type { DocumentJob } from './documentTexts.ts'
import { LinkEmailField } from './LinkFields.tsx'
import { Dialog } from '#ui/kit/Dialog.tsx'

const mailForm = z.object({ email: linkEmail })

/** Mails a document's link, again or to somebody else. */
export function MailDocumentDialog({ job, onClose }: { job: DocumentJob; onClose: () => void }) {
  const { schoolId, viewer } = useActiveSchool()
  const command = useCommandForm({
    schema: mailForm,
    mutation: MailDocumentDocument,
    defaultValues: { email: job.email ?? viewer.email },
    variables: ({ email }) => ({ schoolId, input: { id: job.id, email } }),
    onDone: onClose,
  })
  return (
    <Dialog title={t`Send the link by e-mail`} onClose={command.saving ? undefined : onClose} size="small">
      <CommandForm command={command} submitLabel={t`Send`} onCancel={onClose} inDialog>
        <LinkEmailField />
      </CommandForm>
    </Dialog>
  )
}
