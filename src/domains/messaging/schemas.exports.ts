export { messageState } from './messages.schema.ts'
export { templateChannel } from './messaging.schema.ts'
export type { MessageState } from './messaging.rules.ts'
