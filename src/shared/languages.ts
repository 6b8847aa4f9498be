/** The languages that the product speaks. Each has a folder in src/languages (docs/languages.md). */
export const languages = ['en', 'hi', 'mr'] as const

export type Language = (typeof languages)[number]

/** Whether a text names one of our languages. */
export function isLanguage(text: string | null | undefined): text is Language {
  return (languages as readonly (string | null | undefined)[]).includes(text)
}

/** The languages' own names, as each of their readers knows them. */
export const languageNames: Readonly<Record<Language, string>> = { en: 'English', hi: 'हिन्दी', mr: 'मराठी' }

/** The languages' English names, as a file may have them. */
export const englishLanguageNames: Readonly<Record<Language, string>> = { en: 'English', hi: 'Hindi', mr: 'Marathi' }

/** Returns the language that a text names: by its code, its English or its own name. */
export function findLanguage(text: string): Language | undefined {
  const name = text.trim().toLowerCase()
  return languages.find((one) =>
    [one, englishLanguageNames[one], languageNames[one]].some((known) => known.toLowerCase() === name),
  )
}

/** The languages to choose from, each by its own name. */
export const languageOptions = languages.map((value) => ({ value, label: languageNames[value] }))

/** The cookie with the language that a person has chosen on a device. */
export const languageCookie = 'language'

/** As long as browsers keep a cookie. */
const maxAgeSeconds = 400 * 24 * 60 * 60

/** Returns the cookie that keeps a language on a device. */
export function keptLanguageCookie(language: Language, isSecure: boolean): string {
  return `${languageCookie}=${language}; path=/; max-age=${maxAgeSeconds}; samesite=lax${isSecure ? '; secure' : ''}`
}

/** Returns the name of a language's variant of a page or file: `index.html` is `index.mr.html` in Marathi. */
export function inLanguage(file: string, language: Language): string {
  return language === 'en' ? file : file.replace(/(?=\.\w+$)/, `.${language}`)
}
