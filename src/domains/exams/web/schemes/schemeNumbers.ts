import { parsePercent, percentNumber } from '#shared/percent.ts'
import { withLatinDigits } from '#shared/digits.ts'

/** A kind of number that a form of a scheme holds: how it is read, and how it is shown. */
export interface NumberKind {
  /** Returns the number; null for a text that is none. */
  parse: (text: string) => number | null
  show: (value: number) => string
}

/** Parses `80` or `12.5` as hundredths of a mark; null for more than two decimals and any other text. */
export function parseMarks(text: string): number | null {
  const parts = /^(\d{1,4})(?:\.(\d{1,2}))?$/.exec(withLatinDigits(text).trim())
  return parts ? Number((parts[1] ?? '') + (parts[2] ?? '').padEnd(2, '0')) : null
}

function parseWhole(text: string): number | null {
  const digits = withLatinDigits(text).trim()
  return /^\d{1,5}$/.test(digits) ? Number(digits) : null
}

export const numberKinds = {
  marks: { parse: parseMarks, show: percentNumber },
  whole: { parse: parseWhole, show: String },
  percent: { parse: parsePercent, show: percentNumber },
} as const satisfies Record<string, NumberKind>

/** Parses the highest marks of tests, such as `25, 25, 25`. An entry that is no number stays as it was typed. */
export function parseMarksList(text: string): (number | string)[] {
  return text
    .split(/[,;\s]+/)
    .filter((entry) => entry !== '')
    .map((entry) => parseMarks(entry) ?? entry)
}

export function showMarksList(marks: readonly (number | string)[]): string {
  return marks.map((entry) => (typeof entry === 'number' ? percentNumber(entry) : entry)).join(', ')
}
