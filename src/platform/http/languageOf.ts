import { parseCookies } from 'better-auth/cookies'
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
  const chosen = parseCookies(headers.cookie ?? '').get(languageCookie)
  return isLanguage(chosen) ? chosen : null
}

function wishedLanguage(request: Asking): Language | null {
  const wished = new Negotiator(request).language([...languages])
  return isLanguage(wished) && request.headers['accept-language'] !== undefined ? wished : null
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
