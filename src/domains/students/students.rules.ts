import { withLatinDigits } from '#shared/digits.ts'
import { isSearchable } from '#shared/isSearchable.ts'
import { type LoginStudent, loginEmail } from '#shared/loginEmail.ts'
import { t } from '#shared/texts.ts'

/** One word of a search. A student matches a search when all of its words match. */
export interface SearchWord {
  /** Part of a name, register number or phone; null for one or two digits. */
  part: string | null
  /** A whole roll number; null for a word that cannot be one. */
  roll: string | null
}

const shortestNumber = 3

/**
 * Splits a search text into at most six words. One or two digits are a roll number. A text that is too short gives no
 * words, so that the list shows all students.
 */
export function searchWords(typed: string): SearchWord[] {
  const text = withLatinDigits(typed.normalize('NFC')).toLowerCase().trim()
  const tooShort = !isSearchable(text)
  return text
    .split(/\s+/u)
    .filter(Boolean)
    .flatMap((word): SearchWord[] => {
      const digits = /^\d+$/.test(word)
      const roll = /^[0-9a-z/-]{1,12}$/.test(word) && /\d/.test(word) ? word : null
      if (digits && word.length < shortestNumber) return [{ part: null, roll }]
      return tooShort ? [] : [{ part: word, roll }]
    })
    .slice(0, 6)
}

/** Normalises a name for comparisons that ignore case and extra spaces. */
export function nameKey(name: string): string {
  return name.normalize('NFC').trim().replace(/\s+/gu, ' ').toLowerCase()
}

/** Returns a key of a class name and a section name, for comparisons that ignore case and extra spaces. */
export function sectionKey(className: string, sectionName: string): string {
  return `${nameKey(className)}\n${nameKey(sectionName)}`
}

/** The settings of a school that decide whether a student gets a login e-mail, and which. */
export interface LoginSchool {
  studentEmail: string
  qrcode: boolean
  liveLecture: boolean
  chat: boolean
  rfid: boolean
  discipline: boolean
  attNotification: boolean
}

/**
 * Returns a student's login e-mail: the typed one, else one made from the school's format; '' for none. The format
 * applies only with one of the six flags (specification, section 2).
 */
export function loginEmailFor(school: LoginSchool, typed: string, student: LoginStudent): string {
  if (typed !== '') return typed
  const needed = school.qrcode || school.liveLecture || school.chat || school.rfid || school.discipline || school.attNotification
  return (needed && school.studentEmail !== '' ? loginEmail(school.studentEmail, student) : null) ?? ''
}

/** Returns the indexes of values that occurred earlier in the list. Ignores ''. */
export function duplicateIndexes(values: readonly string[]): number[] {
  const seen = new Set<string>()
  return values.flatMap((value, index) => {
    if (value === '') return []
    if (seen.has(value)) return [index]
    seen.add(value)
    return []
  })
}

/** Whether a roll is a number of one student: 0 stands for none yet (specification, section 9). */
export function isRoll(roll: string): boolean {
  return !/^0*$/.test(roll)
}

/**
 * The seat that a row of a file assigns to a student. `key` combines term, section and roll; `studentId` is null for a
 * new student.
 */
export interface AssignedSeat<Id extends string | number> {
  key: string
  studentId: Id | null
}

/**
 * Finds the rows whose seat belongs to another student who keeps it. A student with a row in the file leaves the old
 * seat. A row that keeps its student's seat is no problem, even if another student already shares that seat.
 * @param seated the current seats of students
 * @param leaving ids of students who leave their seats without a row in `rows`
 * @returns the index of each such row, with the holder of the seat
 */
export function takenSeats<Id extends string | number, Seated extends { key: string; studentId: Id }>(
  rows: readonly AssignedSeat<Id>[],
  seated: readonly Seated[],
  leaving: readonly Id[] = [],
): { index: number; holder: Seated }[] {
  const moving = new Set([...leaving, ...rows.flatMap(({ studentId }) => (studentId === null ? [] : [studentId]))])
  const staying = new Map(seated.filter(({ studentId }) => !moving.has(studentId)).map((seat) => [seat.key, seat]))
  const kept = new Set(seated.map(({ studentId, key }) => `${studentId} ${key}`))
  return rows.flatMap(({ key, studentId }, index) => {
    const holder = staying.get(key)
    return holder === undefined || kept.has(`${studentId} ${key}`) ? [] : [{ index, holder }]
  })
}

/**
 * Returns a hint for a PEN of unusual length, else null. Never an error: 11 to 14 digits is an observation, no
 * published rule.
 */
export function penHint(value: string): string | null {
  return value === '' || /^\d{11,14}$/.test(value.trim()) ? null : t`A PEN usually has 11 to 14 digits`
}

/** Returns a hint for a SARAL id that does not have the 19 digits of Maharashtra's ids, else null. Never an error. */
export function saralHint(value: string): string | null {
  return value === '' || /^\d{19}$/.test(value.trim()) ? null : t`A SARAL id usually has 19 digits`
}

/** QR sheet: 7 codes per row, 49 per page (specification, section 9). */
export const qrPerRow = 7
export const qrPerPage = 49

const maxQrNameLength = 23
// Shared, because creating a segmenter costs more than segmenting a hundred names.
const graphemes = new Intl.Segmenter('mr', { granularity: 'grapheme' })

/** Cuts a name to 23 grapheme clusters for the QR sheet, so that no Devanagari syllable is split. */
export function qrName(name: string): string {
  if (name.length <= maxQrNameLength) return name
  return [...graphemes.segment(name)]
    .slice(0, maxQrNameLength)
    .map((part) => part.segment)
    .join('')
}

/** Splits a list into pages. */
export function splitIntoPages<T>(rows: readonly T[], perPage: number): T[][] {
  return Array.from({ length: Math.ceil(rows.length / perPage) }, (_, page) => rows.slice(page * perPage, (page + 1) * perPage))
}
