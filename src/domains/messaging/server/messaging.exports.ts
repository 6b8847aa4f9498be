export { type MessageChannel, type MessageKind, type MessageState, reaches } from '../messaging.rules.ts'
export {
  cancelMessages,
  cancelMessagesOfDays,
  cancelMessagesByParams,
  deleteMessages,
  type NewMessage,
  queueMessages,
} from './queue.sql.ts'
export { updateMessageParams } from './updateMessageParams.sql.ts'
export { wakeSender } from './wakeSender.ts'
export {
  forEachSchool,
  runOncePerOccasion,
  recipientsByIds,
  recipientsOfCurrentTerm,
  enabledChannels,
  readNotReadyReason,
} from './messageJobs.ts'
export { kindsOfSchool, templatesOfSchool } from './templates.sql.ts'
export { channelsByHand } from './channelsByHand.ts'
export { channelNames } from './messages.sql.ts'
export { type PayLinkWay, payLinkWays } from './payLinkWays.ts'
export { messageSchoolName, recipientsOfAudience } from './audience.sql.ts'
export { joinNames } from '../texts.rules.ts'
export { kindSetting, templateKindsFor } from '../kinds.rules.ts'
export { afterQuiet, sentByParam } from '../messaging.rules.ts'
export { payLinkParam } from '../payLink.rules.ts'
export { batchById, type BatchRow } from './batches.sql.ts'
export type { Preview } from './composeBatch.ts'
export { composeForStudents, type Composing, type NamedBatch, orderBatch } from './orderBatch.ts'
export { composeForViewer } from './composeForViewer.ts'
