import { compareNaturally } from '#shared/naturalOrder.ts'
import { indiaOffset, parseTime, shortWeekdayName } from '#shared/dates.ts'
import { t } from '#shared/texts.ts'

/** Returns the error when a section with students would be deleted (specification, section 5). */
export const sectionHasStudents = () => t`Section With Students Cannot Be Deleted. Delete All The Students First`

/** The days of the week from Monday to Sunday, with the specification's numbers: 0 is Sunday. */
export const weekdays = [1, 2, 3, 4, 5, 6, 0] as const

/** A slot of a timetable. Day 0 is Sunday; times are `HH:mm:ss` in the school's time zone. */
export interface Slot {
  day: number
  start: string
  end: string
}

/** The slot of a new subject (specification, section 9). */
export const defaultSlot: Slot = { day: 1, start: '09:00:00', end: '10:00:00' }

/** Trims a text, collapses its spaces and normalises it to NFC, so that names that look equal are equal. */
export function collapseSpaces(text: string): string {
  return text.normalize('NFC').replace(/\s+/gu, ' ').trim()
}

/** Returns a key for comparing names regardless of case and spacing. */
export function nameKey(name: string): string {
  return collapseSpaces(name).toLowerCase()
}

/** Parses a time without a zone to `HH:mm:ss`; null when invalid. */
export function parseTimeOfDay(typed: string): string | null {
  return /[Z+]|-\d/.test(typed) ? null : parseTime(typed)
}

/**
 * Parses a time to `HH:mm:ss+05:30`. A time without a zone is India's; a time in another zone is converted.
 * @returns null when invalid
 */
export function parseNotificationTime(typed: string): string | null {
  const time = parseTime(typed)
  if (time === null) return null
  const zone = /(Z|([+-])(\d{2}):?(\d{2})?)\s*$/.exec(typed.trim())
  const minutes = (text: string) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3, 5))
  if (!zone) return `${time}${indiaOffset}`
  const [hours, rest] = [Number(zone[3] ?? 0), Number(zone[4] ?? 0)]
  if (hours > 14 || rest > 59) return null
  const ahead = (zone[2] === '-' ? -1 : 1) * (hours * 60 + rest)
  const day = 24 * 60
  const inIndia = (((minutes(time) - ahead + minutes(indiaOffset.slice(1))) % day) + day) % day
  const pad = (value: number) => String(value).padStart(2, '0')
  return `${pad(Math.floor(inIndia / 60))}:${pad(inIndia % 60)}${time.slice(5)}${indiaOffset}`
}

/** Finds slots that end before they start, and slots of a day that overlap. Adjacent slots do not overlap. */
export function slotProblems(slots: readonly Slot[]): { path: [number, 'start' | 'end']; message: string }[] {
  const problems: { path: [number, 'start' | 'end']; message: string }[] = []
  // An invalid time is '' and is reported by its own field.
  const isComplete = (slot: Slot) => slot.start !== '' && slot.end !== ''
  slots.forEach((slot, index) => {
    if (!isComplete(slot)) return
    if (slot.start >= slot.end) {
      problems.push({ path: [index, 'end'], message: t`The end must be after the start` })
      return
    }
    const earlier = slots.slice(0, index).findIndex((other) => isComplete(other) && overlap(slot, other))
    if (earlier >= 0)
      problems.push({ path: [index, 'start'], message: t`This overlaps with slot ${earlier + 1} of the same day` })
  })
  return problems
}

function overlap(slot: Slot, other: Slot): boolean {
  return slot.day === other.day && slot.start < other.end && other.start < slot.end
}

/** Formats a timetable, grouping days with equal times: `Mon, Wed 09:00–10:00, Tue 11:00–12:00`. '' when empty. */
export function timetableText(slots: readonly Slot[]): string {
  const times = Map.groupBy(slots, ({ start, end }) => `${start.slice(0, 5)}–${end.slice(0, 5)}`)
  return [...times].map(([time, days]) => `${days.map(({ day }) => shortWeekdayName(day)).join(', ')} ${time}`).join(', ')
}

/** Splits a file's teachers cell at '|' into distinct lower-case e-mails. */
export function splitTeachers(cell: string): string[] {
  const emails = cell.split('|').map((email) => email.trim().toLowerCase())
  return [...new Set(emails.filter((email) => email !== ''))]
}

/** Compares names in natural order: 2 before 10, 7-A before 7-B. */
export function byName(a: { name: string }, b: { name: string }): number {
  return compareNaturally(a.name, b.name)
}

/** Compares sections in the order of lists: by serial number, then class, then name. */
export function bySr(
  a: { sr: number; name: string; class: { name: string } },
  b: { sr: number; name: string; class: { name: string } },
): number {
  return a.sr - b.sr || byClass(a, b)
}

/** Compares sections in the order of selectors: by class, then name. */
export function byClass(a: { name: string; class: { name: string } }, b: { name: string; class: { name: string } }): number {
  return byName(a.class, b.class) || byName(a, b)
}

/** Returns the name of a section with its class: "7-B". */
export function sectionTitle(section: { name: string; class: { name: string } }): string {
  return `${section.class.name}-${section.name}`
}

/** A row of a section file, parsed by the schema. */
export interface ImportedSection {
  sr?: number | undefined
  class: string
  section: string
  teachers: readonly string[]
  notificationTime: string
  fbId: string
}

/** The stored data that a section file is checked against. */
export interface ImportContext {
  /** The classes of the term that the viewer may change. */
  classes: readonly { id: number | string; name: string }[]
  /** The sections of the term. */
  sections: readonly { classId: number | string; name: string }[]
  /** The lower-case e-mails in the file that belong to users of the school. */
  emails: ReadonlySet<string>
  /** Whether unknown classes are created. */
  mayAddClasses: boolean
}

/**
 * Finds problems of a section file: sections that occur twice or exist already, classes that may not be created, and
 * teachers who are not users. Paths are `rows.N.field`, N from 0.
 */
export function importProblems(rows: readonly ImportedSection[], context: ImportContext): { path: string; message: string }[] {
  const classes = new Map(context.classes.map(({ id, name }) => [nameKey(name), id]))
  const stored = new Set(context.sections.map((section) => `${section.classId}\n${nameKey(section.name)}`))
  const seen = new Map<string, number>()
  const problems: { path: string; message: string }[] = []
  rows.forEach((row, index) => {
    const report = (field: string, message: string) => problems.push({ path: `rows.${index}.${field}`, message })
    const missing = row.teachers.filter((email) => !context.emails.has(email))
    if (missing.length > 0) report('teachers', t`${missing.join(', ')} Missing. Please Add Them First`)
    // A blank name is reported by its own field.
    if (row.class === '' || row.section === '') return
    const classId = classes.get(nameKey(row.class))
    if (classId === undefined && !context.mayAddClasses)
      report('class', t`The class ${row.class} does not exist, or is not one of yours`)
    const key = `${nameKey(row.class)}\n${nameKey(row.section)}`
    const first = seen.get(key)
    if (first !== undefined) report('section', t`Section ${row.section} of class ${row.class} is in the file twice`)
    else if (classId !== undefined && stored.has(`${classId}\n${nameKey(row.section)}`))
      report('section', t`Section ${row.section} of class ${row.class} exists already`)
    seen.set(key, first ?? index)
  })
  return problems
}
