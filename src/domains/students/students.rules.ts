import { type LoginStudent, loginEmail } from '#shared/loginEmail.ts'

/** What a typed search asks for: every word must be found. */
export interface SearchWord {
  /** Part of a name, register number or phone; null for digits too short to be one. */
  part: string | null
  /** A whole roll number; null for a word that can be none. */
  roll: string | null
}

const shortest = 3

/**
 * The words of a search. Fewer than three letters find nothing to search for (an empty list: everybody is shown); one or two
 * digits are a roll number.
 */
export function searchWords(typed: string): SearchWord[] {
  const text = typed.normalize('NFC').toLowerCase().trim()
  const tooShort = [...text].length < shortest
  return text
    .split(/\s+/u)
    .filter(Boolean)
    .flatMap((word): SearchWord[] => {
      const digits = /^\d+$/.test(word)
      const roll = /^[0-9a-z/-]{1,12}$/.test(word) && /\d/.test(word) ? word : null
      if (digits && word.length < shortest) return [{ part: null, roll }]
      return tooShort ? [] : [{ part: word, roll }]
    })
    .slice(0, 6)
}

/** By which names are matched, however a file spells their case and spaces. */
export function nameKey(name: string): string {
  return name.normalize('NFC').trim().replace(/\s+/gu, ' ').toLowerCase()
}

/** A class and section as one key. */
export function placeKey(className: string, sectionName: string): string {
  return `${nameKey(className)}\n${nameKey(sectionName)}`
}

/** What of a school decides whether its students sign in, and as what. */
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
 * The login e-mail a student gets: the typed one, else one made from the school's format where a module needs it
 * (specification, section 2: the format counts only with one of the six flags). '' for none.
 */
export function loginFor(school: LoginSchool, typed: string, student: LoginStudent): string {
  if (typed !== '') return typed
  const needed = school.qrcode || school.liveLecture || school.chat || school.rfid || school.discipline || school.attNotification
  return (needed && school.studentEmail !== '' ? loginEmail(school.studentEmail, student) : null) ?? ''
}

/** What stands at several places of a list, with the places after the first; '' stands for nothing. */
export function repeated(values: readonly string[]): number[] {
  const seen = new Set<string>()
  return values.flatMap((value, place) => {
    if (value === '') return []
    if (seen.has(value)) return [place]
    seen.add(value)
    return []
  })
}

/** A seat that a row of a file gives a student, null for a new one. `key` names term, section and roll. */
export interface TakenSeat<Id extends string | number> {
  key: string
  studentId: Id | null
}

/**
 * Finds the rows that take the seat of a student who is there and stays.
 * Whoever has a row of the file leaves the old seat. A student who keeps a seat may share it from before: that is not the file's doing.
 * @param seated who sits where now
 * @param leaving students who leave their seats without a row in `rows`
 * @returns the places of the rows, from 0, with the student who has the seat
 */
export function takenSeats<Id extends string | number, Seated extends { key: string; studentId: Id }>(
  rows: readonly TakenSeat<Id>[],
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

/** PEN has 11 to 14 digits as far as is known: said as a hint, never refused. */
export function penHint(value: string): string | null {
  return value === '' || /^\d{11,14}$/.test(value.trim()) ? null : 'A PEN usually has 11 to 14 digits'
}

/** SARAL ids of Maharashtra have 19 digits: said as a hint, never refused. */
export function saralHint(value: string): string | null {
  return value === '' || /^\d{19}$/.test(value.trim()) ? null : 'A SARAL id usually has 19 digits'
}

/** QR sheet: 7 codes per row, 49 per page (specification, section 9). */
export const qrPerRow = 7
export const qrPerPage = 49

const longestQrName = 23
// Making one costs more than a hundred names.
const graphemes = new Intl.Segmenter('mr', { granularity: 'grapheme' })

/** A name on the QR sheet is cut to 23 characters; characters as a person counts them, so that no Devanagari syllable breaks. */
export function qrName(name: string): string {
  if (name.length <= longestQrName) return name
  return [...graphemes.segment(name)]
    .slice(0, longestQrName)
    .map((part) => part.segment)
    .join('')
}

/** A list cut into pages. */
export function pagesOf<T>(rows: readonly T[], perPage: number): T[][] {
  return Array.from({ length: Math.ceil(rows.length / perPage) }, (_, page) => rows.slice(page * perPage, (page + 1) * perPage))
}
