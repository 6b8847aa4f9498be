import { t } from '@lingui/core/macro'
import type { ChatMessageInput } from '#ui/generated/schema.types.ts'
import type { OutboxKind } from '#ui/outbox/kinds.ts'
import { SendChatMessageDocument, type SendChatMessageMutation } from './chat.graphql.ts'

/** A message in the outbox, until the server has acknowledged it. */
export type QueuedMessage = Omit<ChatMessageInput, 'key'>

/** Outbox kind of a chat message, which may be written without a connection. */
export const chatMessageKind: OutboxKind<QueuedMessage, SendChatMessageMutation> = {
  name: 'sendChatMessage',
  mutation: SendChatMessageDocument,
  words: { one: t`message`, many: t`messages` },
  link: ({ threadId }) => `/chat?thread=${threadId}`,
}

export const outboxKinds = [chatMessageKind] as readonly OutboxKind[]
