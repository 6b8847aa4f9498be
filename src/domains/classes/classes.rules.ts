import { indiaOffset, parseTime } from '#shared/dates.ts'

/** Shown wherever a section that has students would be deleted (specification, section 5). */
export const sectionHasStudents = 'Section With Students Cannot Be Deleted. Delete All The Students First'

/** Monday first, Sunday last, as a school's week runs; the numbers are the specification's. */
export const weekdays = [
  { day: 1, name: 'Monday' },
  { day: 2, name: 'Tuesday' },
  { day: 3, name: 'Wednesday' },
  { day: 4, name: 'Thursday' },
  { day: 5, name: 'Friday' },
  { day: 6, name: 'Saturday' },
  { day: 0, name: 'Sunday' },
] as const

/** One slot of a timetable: day 0 is Sunday, `HH:mm:ss` in the school's time. */
export interface Slot {
  day: number
  start: string
  end: string
}

/** The slot a new subject starts with (specification, section 9). */
export const defaultSlot: Slot = { day: 1, start: '09:00:00', end: '10:00:00' }

/** Outer spaces go, inner ones become single, letters are composed: what is left of two names that look the same is the same. */
export function oneSpaced(text: string): string {
  return text.normalize('NFC').replace(/\s+/gu, ' ').trim()
}

/** By which names are matched whatever their case. */
export function nameKey(name: string): string {
  return oneSpaced(name).toLowerCase()
}

/** `HH:mm:ss`, or null for what is no time. */
export function timeOfDay(typed: string): string | null {
  return /[Z+]|-\d/.test(typed) ? null : parseTime(typed)
}

/**
 * Reads a time with or without a zone as `HH:mm:ss+05:30`: a time without one is India's, any other zone is converted.
 * @returns null for what is no time
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

/** What is wrong with a timetable: slots that end before they start, and slots of one day that overlap (touching is fine). */
export function slotProblems(slots: readonly Slot[]): { path: [number, 'start' | 'end']; message: string }[] {
  const problems: { path: [number, 'start' | 'end']; message: string }[] = []
  // A time that could not be read is '' and has its own message already.
  const readable = (slot: Slot) => slot.start !== '' && slot.end !== ''
  slots.forEach((slot, index) => {
    if (!readable(slot)) return
    if (slot.start >= slot.end) {
      problems.push({ path: [index, 'end'], message: 'The end must be after the start' })
      return
    }
    const earlier = slots.slice(0, index).findIndex((other) => readable(other) && overlap(slot, other))
    if (earlier >= 0) problems.push({ path: [index, 'start'], message: `This overlaps with slot ${earlier + 1} of the same day` })
  })
  return problems
}

function overlap(one: Slot, other: Slot): boolean {
  return one.day === other.day && one.start < other.end && other.start < one.end
}

/** A timetable in words, days of the same time together: `Mon, Wed 09:00–10:00, Tue 11:00–12:00`. '' for none. */
export function timetableText(slots: readonly Slot[]): string {
  const times = Map.groupBy(slots, ({ start, end }) => `${start.slice(0, 5)}–${end.slice(0, 5)}`)
  return [...times].map(([time, days]) => `${days.map(({ day }) => shortDay(day)).join(', ')} ${time}`).join(', ')
}

function shortDay(day: number): string {
  return weekdays.find((one) => one.day === day)?.name.slice(0, 3) ?? ''
}

/** The e-mails of a file's teachers cell: separated by '|', lower-case, each once. */
export function splitTeachers(cell: string): string[] {
  const emails = cell.split('|').map((email) => email.trim().toLowerCase())
  return [...new Set(emails.filter((email) => email !== ''))]
}

const naturally = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/** 2 comes before 10, and 7-A before 7-B. */
export function byName(one: { name: string }, other: { name: string }): number {
  return naturally.compare(one.name, other.name)
}

/** Sections in the order of lists: by serial number, then class, then name. */
export function bySr(
  one: { sr: number; name: string; class: { name: string } },
  other: { sr: number; name: string; class: { name: string } },
): number {
  return one.sr - other.sr || byClass(one, other)
}

/** Sections in the order of choices: by class, then name. */
export function byClass(
  one: { name: string; class: { name: string } },
  other: { name: string; class: { name: string } },
): number {
  return byName(one.class, other.class) || byName(one, other)
}

/** How a section is called where its class is not said beside it: "7-B". */
export function sectionTitle(section: { name: string; class: { name: string } }): string {
  return `${section.class.name}-${section.name}`
}

/** A line of a section file as the schema reads it. */
export interface ImportedSection {
  sr?: number | undefined
  class: string
  section: string
  teachers: readonly string[]
  notificationTime: string
  fbId: string
}

/** What a section file is checked against. */
export interface ImportGround {
  /** The classes of the term the viewer may work in. */
  classes: readonly { id: number | string; name: string }[]
  /** The sections of the term. */
  sections: readonly { classId: number | string; name: string }[]
  /** The lower-case e-mails, of those in the file, that are users' of the school. */
  emails: ReadonlySet<string>
  /** Unknown classes are created by whoever may add classes. */
  mayAddClasses: boolean
}

/**
 * What is wrong with the lines of a section file: sections that stand in it twice or are stored already, classes that may
 * not be created, teachers who are no users. Paths are `rows.N.field`, N from 0.
 */
export function importProblems(rows: readonly ImportedSection[], ground: ImportGround): { path: string; message: string }[] {
  const classes = new Map(ground.classes.map((known) => [nameKey(known.name), known.id]))
  const stored = new Set(ground.sections.map((section) => `${section.classId}\n${nameKey(section.name)}`))
  const seen = new Map<string, number>()
  const problems: { path: string; message: string }[] = []
  rows.forEach((row, index) => {
    const say = (field: string, message: string) => problems.push({ path: `rows.${index}.${field}`, message })
    const missing = row.teachers.filter((email) => !ground.emails.has(email))
    if (missing.length > 0) say('teachers', `${missing.join(', ')} Missing. Please Add Them First`)
    // A blank name has its own message already.
    if (row.class === '' || row.section === '') return
    const classId = classes.get(nameKey(row.class))
    if (classId === undefined && !ground.mayAddClasses)
      say('class', `The class ${row.class} does not exist, or is not one of yours`)
    const key = `${nameKey(row.class)}\n${nameKey(row.section)}`
    const first = seen.get(key)
    if (first !== undefined) say('section', `Section ${row.section} of class ${row.class} is in the file twice`)
    else if (classId !== undefined && stored.has(`${classId}\n${nameKey(row.section)}`))
      say('section', `Section ${row.section} of class ${row.class} exists already`)
    seen.set(key, first ?? index)
  })
  return problems
}
