import { parseCookies } from 'better-auth/cookies'
import { LRUCache } from 'lru-cache'
import Negotiator from 'negotiator'
import type { IncomingHttpHeaders } from 'node:http'
import { isLanguage, keptLanguageCookie, type Language, languageCookie, languages } from '#shared/languages.ts'

interface Asking {
  headers: IncomingHttpHeaders
}

/**
 * Returns the language of who asks: what the person has chosen on the device, else what the browser wishes, else
 * English.
 */
export function languageOf(request: Asking): Language {
  return chosenLanguage(request) ?? wishedLanguage(request) ?? 'en'
}

function chosenLanguage({ headers }: Asking): Language | null {
  if (!headers.cookie?.includes(languageCookie)) return null
  const chosen = parseCookies(headers.cookie ?? '').get(languageCookie)
  return isLanguage(chosen) ? chosen : null
}

/** By the header's value: every request is asked twice, and the browsers of a country have few values. */
const wishes = new LRUCache<string, { language: Language | null }>({ max: 1000 })

function wishedLanguage(request: Asking): Language | null {
  const header = request.headers['accept-language']
  if (header === undefined) return null
  const known = wishes.get(header)
  if (known) return known.language
  const wished = new Negotiator(request).language([...languages])
  const language = isLanguage(wished) ? wished : null
  // A longer header is not worth its memory.
  if (header.length <= 200) wishes.set(header, { language })
  return language
}

/**
 * Returns the cookie that opens a first page in a language that the server knows: the one that its reader has chosen
 * elsewhere, else the school's where the browser wishes none that the product speaks. Undefined when the device has a
 * choice of its own, or the browser's wish decides.
 *
 * @param appUrl the product's public address
 */
export async function firstLanguageCookie(
  request: Asking,
  known: () => Promise<{ chosen: Language | null; school: Language }>,
  appUrl: string,
): Promise<string | undefined> {
  if (chosenLanguage(request) !== null) return undefined
  const { chosen, school } = await known()
  const language = chosen ?? (wishedLanguage(request) === null ? school : null)
  return language === null ? undefined : keptLanguageCookie(language, appUrl.startsWith('https:'))
}
