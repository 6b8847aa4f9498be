import { t, type Translation } from '#shared/texts.ts'
import { spokenTranslations } from './speech.ts'

/** A text with values: what it looks like in English, and how to say it. */
interface Pattern {
  english: RegExp
  translation: Translation
}

const patterns = new WeakMap<ReadonlyMap<string, Translation>, readonly Pattern[]>()
const said = new WeakMap<ReadonlyMap<string, Translation>, Map<string, string>>()

/** How many stored texts are remembered in each language. */
const maxRemembered = 5000

/** A text with fewer letters of its own would match too much. */
const minLetters = 8

/**
 * Says a text that was stored in English (`msg` of shared/texts.ts, or `t` in a job) in the language of the running
 * request. Values in it that are texts themselves are said too. What no catalogue has, such as a provider's words,
 * stays.
 */
export function sayStored(text: string): string {
  const translations = spokenTranslations()
  if (!translations || text === '') return text
  const known = said.get(translations) ?? new Map<string, string>()
  said.set(translations, known)
  const before = known.get(text)
  if (before !== undefined) return before
  const result = translate(text, translations)
  if (known.size < maxRemembered) known.set(text, result)
  return result
}

function translate(text: string, translations: ReadonlyMap<string, Translation>): string {
  const whole = translations.get(text)
  if (whole) return whole.join('')
  const all = patterns.get(translations) ?? patternsOf(translations)
  patterns.set(translations, all)
  for (const { english, translation } of all) {
    const values = english.exec(text)?.slice(1)
    if (values) return translation.map((part) => (typeof part === 'string' ? part : sayStored(valueAt(values, part)))).join('')
  }
  // A reason that a channel gives is a sentence without its stop.
  const sentence = text.endsWith('.') ? text.slice(0, -1) : ''
  if (sentence === '') return text
  const saidSentence = translate(sentence, translations)
  return saidSentence === sentence ? text : t`${saidSentence}.`
}

function valueAt(values: readonly string[], part: Translation[number]): string {
  return values[typeof part === 'number' ? part : 0] ?? ''
}

/** Returns the patterns of all texts with values and without plurals, those with the most words of their own first. */
function patternsOf(translations: ReadonlyMap<string, Translation>): readonly Pattern[] {
  return [...translations]
    .filter(([key]) => /\{\d+\}/.test(key) && !/, plural,|\u0004/.test(key))
    .map(([key, translation]) => ({ key, words: key.replaceAll(/\{\d+\}/g, ''), translation }))
    .filter(({ words }) => (words.match(/\p{L}/gu)?.length ?? 0) >= minLetters)
    .toSorted((a, b) => b.words.length - a.words.length)
    .map(({ key, translation }) => ({ english: patternOf(key), translation }))
}

function patternOf(key: string): RegExp {
  const parts = key.split(/\{\d+\}/).map((words) => words.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`))
  return new RegExp(`^${parts.join('(.+?)')}$`, 's')
}
