import { codes } from '../../scoreCodes.ts'

/** Returns a field's text after a key of the pad: digits are added, a code or a grade takes the place of all. */
export function pressed(text: string, key: string): string {
  const isNumber = /^[\d.½]*$/.test(text)
  if (key === '⌫') return isNumber ? text.slice(0, -1) : ''
  if (!/^[\d.½]$/.test(key) || codes.some((code) => code === text) || !isNumber) return key
  // A half ends a number, and a number has one point.
  if (text.endsWith('½') || (key === '.' && text.includes('.')) || (key === '½' && text.includes('.'))) return text
  return text.length < 7 ? text + key : text
}
