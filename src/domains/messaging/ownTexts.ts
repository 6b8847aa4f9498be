import { messages as english } from '#languages/en/messages.ts'
import { messages as hindi } from '#languages/hi/messages.ts'
import { messages as marathi } from '#languages/mr/messages.ts'
import type { Language } from '#shared/languages.ts'
import type { MessageKind } from './messaging.rules.ts'

/** A text of the product itself. */
interface OwnText {
  /** With its {{variables}}. */
  text: string
  /** The title of the notification and the subject of the e-mail. */
  title: string
}

/** What the product writes to families, for e-mails and devices, which need no registered text. */
export const ownTexts: Readonly<Record<Language, Readonly<Record<MessageKind, OwnText>>>> = {
  en: english,
  hi: hindi,
  mr: marathi,
}
