import type { Language } from '#shared/languages.ts'
import { keepLanguage } from '#shared/pageLanguage.ts'
import { forgetKeptAnswers } from './data/forgetKeptAnswers.ts'

/** Where the choice stands until it is kept with the account: of this tab, also while its person signs in. */
export const chosenLanguageKey = 'chosenLanguage'

/**
 * Opens the page again in the language that the person has chosen. It goes to the account once somebody is signed in.
 */
export async function chooseLanguage(language: Language): Promise<void> {
  sessionStorage.setItem(chosenLanguageKey, language)
  await changeLanguage(language)
}

/** Opens the page again in another language. What the server said in this one is forgotten. */
export async function changeLanguage(language: Language): Promise<void> {
  await keepLanguage(language)
  forgetKeptAnswers()
  location.reload()
}
