import { keptLanguageCookie, type Language, languageNames, languages } from './languages.ts'
import { keepWishedLanguage } from './wishedLanguage.ts'

// The build puts a language in its place (scripts/texts/languageFiles.ts).
declare const $language: Language

/** The page's language. A page has one from its start, and its texts are in its code (decision 0047). */
export const language: Language = $language

/** The languages that the page can change to, with their own names. */
export const otherLanguages = languages
  .filter((one) => one !== language)
  .map((one) => ({ language: one, name: languageNames[one] }))

/** Keeps a language on this device, in which pages are opened from now on. */
export async function keepLanguage(chosen: Language): Promise<void> {
  document.cookie = keptLanguageCookie(chosen, location.protocol === 'https:')
  // Without this a service worker of another language would answer with its own page.
  if (typeof caches !== 'undefined') await keepWishedLanguage(chosen).catch(() => undefined)
}
