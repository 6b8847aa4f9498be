import type { Language } from '#shared/languages.ts'
import { keepLanguage } from '#shared/pageLanguage.ts'
import { forgetKeptAnswers } from './data/forgetKeptAnswers.ts'

/** Opens the page again in another language. What the server said in this one is forgotten. */
export async function chooseLanguage(language: Language): Promise<void> {
  await keepLanguage(language)
  forgetKeptAnswers()
  location.reload()
}
