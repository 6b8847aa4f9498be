export { type MessageChannel, type MessageKind, type MessageState, reaches } from '../messaging.rules.ts'
export {
  cancelMessages,
  cancelMessagesOfDays,
  cancelMessagesWith,
  deleteMessages,
  type NewMessage,
  queueMessages,
} from './queue.sql.ts'
export { rephraseMessages } from './rephrase.sql.ts'
export { wakeMessages } from './wake.ts'
export { ofAllSchools, oncePerOccasion, recipientRows, recipients, waysOf } from './producers.ts'
export { kindsOfSchool, templatesOfSchool } from './templates.sql.ts'
export { type PayLinkWay, payLinkWays } from './payLinkWays.ts'
export { schoolNameOf } from './audience.sql.ts'
export { namesOf } from '../texts.rules.ts'
export { kindSetting, textKindsOf } from '../kinds.rules.ts'
export { afterQuiet } from '../messaging.rules.ts'
export { payLinkParam } from '../payLink.rules.ts'
