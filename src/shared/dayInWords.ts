import { months as hindiMonths } from '#languages/hi/months.ts'
import { numbers as hindi } from '#languages/hi/numbers.ts'
import { months as marathiMonths } from '#languages/mr/months.ts'
import { numbers as marathi } from '#languages/mr/numbers.ts'
import { yearInWordsBy } from '#languages/numberWords.ts'
import { numberInWords } from './amountInWords.ts'
import { type Day, isDay } from './dates.ts'
import type { Language } from './languages.ts'

const months = 'January February March April May June July August September October November December'.split(' ')
const ordinals = [
  ...'First Second Third Fourth Fifth Sixth Seventh Eighth Ninth Tenth Eleventh Twelfth Thirteenth Fourteenth'.split(' '),
  ...'Fifteenth Sixteenth Seventeenth Eighteenth Nineteenth Twentieth'.split(' '),
  ...'First Second Third Fourth Fifth Sixth Seventh Eighth Ninth'.split(' ').map((ordinal) => `Twenty ${ordinal}`),
  'Thirtieth',
  'Thirty First',
]

const others = {
  hi: { months: hindiMonths, numbers: hindi },
  mr: { months: marathiMonths, numbers: marathi },
} as const satisfies Record<Exclude<Language, 'en'>, unknown>

/**
 * Writes a day as certificates do: `Third June Two Thousand Fifteen`, `तीन जून दोन हजार पंधरा`. Returns '' for a text
 * that is not a day.
 */
export function dayInWords(day: Day, language: Language = 'en'): string {
  if (!isDay(day)) return ''
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  if (language === 'en') return `${ordinals[date - 1]} ${months[month - 1]} ${numberInWords(BigInt(year))}`
  const { months: names, numbers } = others[language]
  return `${numbers.upTo99[date]} ${names[month - 1]} ${yearInWordsBy(numbers, year)}`
}
