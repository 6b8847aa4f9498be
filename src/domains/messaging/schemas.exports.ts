export { messageState } from './messages.schema.ts'
export { templateChannel } from './messaging.schema.ts'
