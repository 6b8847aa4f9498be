import { spokenLanguage } from '#platform/languages/speech.ts'
import { type ScorePlace, showMissing } from '../marks.rules.ts'
import { type Shortfall, showShortfall } from '../passing.rules.ts'
import { schemeWord } from '../schemeWords.ts'

/** Returns a word of a ready scheme in the language of the request; the school's own words as they are. */
export const sayWord = (word: string): string => schemeWord(word, spokenLanguage())

/** Returns a shortfall with the words of ready schemes in the language of the request. */
export function saySchemeOf(shortfall: Shortfall): Shortfall {
  const { component, part } = shortfall
  return { ...shortfall, component: component && sayWord(component), part: part && sayWord(part) }
}

/** Formats a shortfall in the language of the request. */
export function sayShortfall(shortfall: Shortfall): string {
  return showShortfall(saySchemeOf(shortfall))
}

/** Formats the place of a score in the language of the request. `tests` is the number of tests of its component. */
export function sayScorePlace(place: ScorePlace, tests: number): string {
  return showMissing({ ...place, component: sayWord(place.component), part: sayWord(place.part) }, tests)
}
