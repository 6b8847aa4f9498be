export { messageState } from './messages.schema.ts'
export { messagesOrder, templateChannel } from './messaging.schema.ts'
