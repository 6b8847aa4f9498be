/** The languages that the product speaks. Each has a folder in src/languages (docs/languages.md). */
export const languages = ['en', 'hi', 'mr'] as const

export type Language = (typeof languages)[number]

/** Whether a text names one of our languages. */
export function isLanguage(text: string | undefined): text is Language {
  return (languages as readonly (string | undefined)[]).includes(text)
}

/** The languages' own names, as each of their readers knows them. */
export const languageNames: Readonly<Record<Language, string>> = { en: 'English', hi: 'हिन्दी', mr: 'मराठी' }

/** The languages to choose from, each by its own name. */
export const languageOptions = languages.map((value) => ({ value, label: languageNames[value] }))

/** The cookie with the language that a person has chosen on a device. */
export const languageCookie = 'language'

/** Returns the name of a language's variant of a page or file: `index.html` is `index.mr.html` in Marathi. */
export function inLanguage(file: string, language: Language): string {
  return language === 'en' ? file : file.replace(/(?=\.\w+$)/, `.${language}`)
}
