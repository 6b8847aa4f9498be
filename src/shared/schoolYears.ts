import { withLatinDigits } from './digits.ts'
import { t } from './texts.ts'

// A school year is a number: the year in which it begins, 2024 for 2024-25.

/** Returns the year in which a school year begins: 2024 for `2024-25` and `2024-2025`; null for any other text. */
export function parseSchoolYear(text: string): number | null {
  const parts = /^(\d{4})\s*[-–/]\s*(\d{4}|\d{2})$/u.exec(withLatinDigits(text).trim())
  if (!parts) return null
  const next = Number(parts[1]) + 1
  const second = parts[2] ?? ''
  return second === String(next).slice(-second.length) ? next - 1 : null
}

/** Returns why a cell is no school year, or null. */
export function schoolYearProblem(text: string): string | null {
  if (text === '') return t`Required`
  return parseSchoolYear(text) === null ? t`A term such as 2024-25` : null
}

/** Formats a school year: `2024-25`. */
export function showSchoolYear(year: number): string {
  return `${year}-${String((year + 1) % 100).padStart(2, '0')}`
}
