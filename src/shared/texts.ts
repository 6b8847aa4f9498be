/**
 * The texts of code that runs on the server, alone or as well as in the browser. They are written as the screens' own
 * are (src/ui/texts/README.md): in the browser Lingui's macros take the place of these functions when it is built.
 *
 * On the server a text is in the language of whom the running request or job speaks to, so it is made when it is said:
 * never at the top of a module. A table of texts is `saidWhenRead`, and a schema has `{ error: () => t`…` }`.
 */
import { showCount } from './counts.ts'

/** The forms of a plural, by the categories of CLDR or by an exact count. `#` is the count. */
export type Forms = { other: string } & Partial<Record<'zero' | 'one' | 'two' | 'few' | 'many' | number, string>>

/** A count with its forms, inside a text. In the forms no other value may stand. */
export interface Plural {
  readonly count: number
  readonly forms: Forms
}

/** Chooses the form of a count, inside a text: `` t`${plural(3, { one: '# fee', other: '# fees' })} selected` ``. */
export function plural(count: number, forms: Forms): Plural {
  return { count, forms }
}

type Value = string | number | Plural

/** A translation: words, the places of values, and the forms of plurals by the place of their count. */
export type Translation = readonly (string | number | { readonly place: number; readonly forms: Forms })[]

/** The language in which a text is said. */
export interface Speech {
  rules: Intl.PluralRules
  /** Returns the translation of a text by its key (`keyOfTemplate`); undefined when there is none. */
  find: (key: string) => Translation | undefined
}

const english: Speech = { rules: new Intl.PluralRules('en'), find: () => undefined }
let currentSpeech: () => Speech = () => english

/** Sets what says in which language the running code speaks (platform/languages/speech.ts). */
export function speakWith(source: () => Speech | undefined): void {
  currentSpeech = () => source() ?? english
}

/** A text without values whose word in English is two in another language. The context says which is meant. */
interface Word {
  message: string
  context: string
}

/** Returns a text in the language of whom the running code speaks to; in English where it is not translated. */
export function t(text: TemplateStringsArray | Word, ...values: readonly Value[]): string {
  const { rules, find } = currentSpeech()
  if ('context' in text) return find(keyOf(text.message, text.context))?.join('') ?? text.message
  const formOf = (count: number, forms: Forms, by: Intl.PluralRules) =>
    (forms[count] ?? forms[by.select(count) as keyof Forms] ?? forms.other).replaceAll('#', showCount(count))
  const translation = find(keyOfTemplate(text, values))
  if (!translation)
    return text.reduce((said, words, place) => {
      const value = values[place - 1]
      return said + (typeof value === 'object' ? formOf(value.count, value.forms, english.rules) : value) + words
    })
  return translation
    .map((part) => {
      if (typeof part === 'string') return part
      const place = typeof part === 'number' ? part : part.place
      const value = values[place]
      if (typeof value !== 'object') return String(value)
      return formOf(value.count, typeof part === 'number' ? value.forms : part.forms, rules)
    })
    .join('')
}

/**
 * Returns a text in English, to be stored: such as why a message failed. Whoever reads it gets it by `sayStored`
 * (platform/languages/storedTexts.ts) in the own language.
 */
export function msg(text: TemplateStringsArray, ...values: readonly (string | number)[]): string {
  return text.reduce((said, words, place) => said + String(values[place - 1]) + words)
}

/** Stands between a text and its context, as in the format of the catalogues. */
const separator = '\u0004'

/** Returns the key of a text in a catalogue. */
export function keyOf(message: string, context: string | undefined): string {
  return context === undefined ? message : message + separator + context
}

/** Returns the English text of a key. */
export function messageOf(key: string): string {
  return key.split(separator)[0] ?? ''
}

/** Returns the key of a text: its words, with the places of its values, and the forms of its plurals. */
export function keyOfTemplate(strings: readonly string[], values: readonly Value[]): string {
  return strings.reduce((key, words, place) => {
    const value = values[place - 1]
    return `${key}${keyOfPlace(place - 1, typeof value === 'object' ? value.forms : undefined)}${words}`
  })
}

/** Returns how a value stands in a text's key. */
export function keyOfPlace(place: number, forms: Forms | undefined): string {
  if (!forms) return `{${place}}`
  const all = Object.entries(forms)
    .map(([form, words]) => ` ${form} {${words}}`)
    .sort()
  return `{${place}, plural,${all.join('')}}`
}
