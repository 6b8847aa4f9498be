import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { formatter } from '@lingui/format-po'
import { languages, type Language } from '#shared/languages.ts'

/** Translations of texts, by `keyOf` the English text. */
export type Catalogue = ReadonlyMap<string, string>

/** Stands between a text and its context, as in the format of the files. */
const separator = '\u0004'

/** Returns the key of a text. A context tells apart what is one word in English, and two in another language. */
export function keyOf(message: string, context: string | undefined): string {
  return context === undefined ? message : message + separator + context
}

/** Returns the English text of a key. */
export function messageOf(key: string): string {
  return key.split(separator)[0] ?? ''
}

/** The folder with a folder for each language. */
export const languagesFolder = join(import.meta.dirname, '../../src/languages')

/** Returns the file of a language's texts. */
export const catalogueFile = (language: Language): string => join(languagesFolder, language, 'texts.po')

const format = formatter({ lineNumbers: false })

/**
 * Reads the texts of a language; texts that are not translated yet are left out. English is empty: its texts are the
 * code's own.
 */
export async function readCatalogue(language: Language): Promise<Catalogue> {
  if (language === 'en') return new Map()
  const file = catalogueFile(language)
  const texts = await format.parse(readFileSync(file, 'utf8'), { locale: language, sourceLocale: 'en', filename: file })
  return new Map(
    Object.values(texts).flatMap(({ message = '', context, translation = '' }) =>
      translation === '' ? [] : [[keyOf(message, context), translation]],
    ),
  )
}

/** Reads the texts of all languages but English. */
export async function readCatalogues(): Promise<ReadonlyMap<Language, Catalogue>> {
  const others = languages.filter((language) => language !== 'en')
  return new Map(await Promise.all(others.map(async (language) => [language, await readCatalogue(language)] as const)))
}
