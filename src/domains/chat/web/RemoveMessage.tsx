import { t } from '@lingui/core/macro'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { CommandForm, FormWide } from '#ui/forms/CommandForm.tsx'
import { TextField } from '#ui/forms/TextField.tsx'
import { useCommandForm } from '#ui/forms/useCommandForm.ts'
import { chatRemoval } from '../chat.schema.ts'
import { RemoveChatMessageDocument } from './chat.graphql.ts'
import type { Message } from './messages.ts'
import { Text } from '#ui/kit/Text.tsx'
import { Dialog } from '#ui/kit/Dialog.tsx'

const removal = chatRemoval.pick({ reason: true })

interface RemoveMessageProps {
  message: Message
  onClose: () => void
  onRemoved: (message: Message) => void
}

/** Asks for a reason and removes a message. */
export function RemoveMessage({ message, onClose, onRemoved }: RemoveMessageProps) {
  const { schoolId } = useActiveSchool()
  const command = useCommandForm({
    schema: removal,
    mutation: RemoveChatMessageDocument,
    defaultValues: { reason: '' },
    variables: ({ reason }) => ({ schoolId, input: { id: message.id, reason } }),
    success: t`The message was removed.`,
    onDone: ({ removeChatMessage }) => {
      onRemoved(removeChatMessage)
      onClose()
    },
  })
  return (
    <Dialog title={t`Remove this message?`} onClose={onClose}>
      <CommandForm
        command={command}
        submitLabel={t`Remove Message`}
        onCancel={onClose}
        cancelLabel={t`Go Back`}
        destructive
        inDialog
      >
        <FormWide>
          <Text>
            {t`Nobody will see this message of ${message.authorName} any more, only that you removed it. Staff see the reason. This cannot be undone.`}
          </Text>
        </FormWide>
        <FormWide>
          <TextField name="reason" label={t`Reason`} required maxLength={300} />
        </FormWide>
      </CommandForm>
    </Dialog>
  )
}
