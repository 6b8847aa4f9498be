import { language } from '#shared/pageLanguage.ts'
import { schemeWord } from '../schemeWords.ts'

/** Returns a word of a ready scheme in the language of the page; the school's own words as they are. */
export const sayWord = (word: string): string => schemeWord(word, language)
