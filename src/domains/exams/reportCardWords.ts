import type { Language } from '#shared/languages.ts'
import { languagesOf, type ReceiptLanguages } from '#shared/receiptLanguages.ts'
import { type ReportCardLabels, reportCardLabels } from './reportCardLabels.ts'
import { schemeWord } from './schemeWords.ts'

/** A label that is one text. */
type Label = { [Key in keyof ReportCardLabels]: ReportCardLabels[Key] extends string ? Key : never }[keyof ReportCardLabels]

/** The words of a paper in its languages. */
export interface Words {
  first: Language
  all: readonly Language[]
  /** Returns a label: `विषय / Subject` in two languages. */
  say: (label: Label | ((labels: ReportCardLabels) => string)) => string
  /** Returns a word of the scheme in the paper's languages. */
  word: (word: string) => string
  onScreen: boolean
}

/** Returns the words of a paper in the chosen languages. */
export function wordsOf(choice: ReceiptLanguages, onScreen = false): Words {
  const all = languagesOf(choice)
  const join = (texts: readonly string[]) => [...new Set(texts)].join(' / ')
  return {
    first: all[0],
    all,
    say: (label) =>
      join(
        all.map((language) => {
          const labels = reportCardLabels[language]
          return typeof label === 'string' ? labels[label] : label(labels)
        }),
      ),
    word: (word) => join(all.map((language) => schemeWord(word, language))),
    onScreen,
  }
}
