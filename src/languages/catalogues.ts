import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { formatter } from '@lingui/format-po'
import { type Language, languages } from '#shared/languages.ts'
import { keyOf } from '#shared/texts.ts'

/** Translations of texts, by `keyOf` the English text. */
export type Catalogue = ReadonlyMap<string, string>

const format = formatter({ lineNumbers: false })

/**
 * Reads the texts of a language with their translations: '' where there is none yet, in English the text itself.
 */
export async function readTexts(language: Language): Promise<{ message: string; context?: string; translation: string }[]> {
  const filename = join(import.meta.dirname, language, 'texts.po')
  const texts = await format.parse(readFileSync(filename, 'utf8'), { locale: language, sourceLocale: 'en', filename })
  return Object.values(texts).map(({ message = '', context, translation = '' }) => ({
    message,
    ...(context === undefined ? {} : { context }),
    translation,
  }))
}

/** Reads the translations of a language; texts that have none are left out. */
export async function readCatalogue(language: Language): Promise<Catalogue> {
  const texts = await readTexts(language)
  return new Map(
    texts.flatMap(({ message, context, translation }) => (translation === '' ? [] : [[keyOf(message, context), translation]])),
  )
}

/** Reads the translations of all languages but English, which is in the code. */
export async function readCatalogues(): Promise<ReadonlyMap<Language, Catalogue>> {
  const others = languages.filter((language) => language !== 'en')
  return new Map(await Promise.all(others.map(async (language) => [language, await readCatalogue(language)] as const)))
}
