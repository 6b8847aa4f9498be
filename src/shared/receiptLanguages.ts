import { type Language, languageNames } from './languages.ts'

/** What a school's receipts can be printed in: one language, or one of India's with English beside it. */
export const receiptLanguageChoices = ['EN', 'HI', 'MR', 'HI_EN', 'MR_EN'] as const

export type ReceiptLanguages = (typeof receiptLanguageChoices)[number]

/** Returns the languages of a choice, the first of which leads. */
export function languagesOf(choice: ReceiptLanguages): readonly [Language, ...Language[]] {
  return choice.toLowerCase().split('_') as [Language, ...Language[]]
}

/** The choices with their languages' own names: `मराठी / English`. */
export const receiptLanguageOptions = receiptLanguageChoices.map((value) => ({
  value,
  label: languagesOf(value)
    .map((language) => languageNames[language])
    .join(' / '),
}))
