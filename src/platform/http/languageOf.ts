import { parseCookies } from 'better-auth/cookies'
import Negotiator from 'negotiator'
import type { IncomingHttpHeaders } from 'node:http'
import { isLanguage, type Language, languageCookie, languages } from '#shared/languages.ts'

/**
 * Returns the language of who asks: what the person has chosen on the device, else what the browser wishes, else
 * English.
 */
export function languageOf(request: { headers: IncomingHttpHeaders }): Language {
  const chosen = parseCookies(request.headers.cookie ?? '').get(languageCookie)
  if (isLanguage(chosen)) return chosen
  const wished = new Negotiator(request).language([...languages])
  return isLanguage(wished) ? wished : 'en'
}
