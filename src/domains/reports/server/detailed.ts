import { type Day, monthStart, schoolDay, showDay } from '#shared/dates.ts'
import type { Mark } from '#shared/marks.ts'
import { holidayName, percentOf, weekdayOf } from '#domains/attendance/server/attendance.exports.ts'
import { column, type ReportBlock, type ReportCell, type ReportColumn } from '../report.model.ts'
import type { SectionRegisters, AttendanceOfSections, ReportStudent } from './sectionRegisters.ts'
import { halfDayNote, lateIsPresent, lecturesNote, lettersNote } from './attendance.notes.ts'
import { countsOf, daysBetween, isLow, lowPercent, takenDays } from './attendance.rules.ts'
import { nameOf } from './condensed.ts'
import type { ReportContent } from './reportContent.ts'
import type { RegisterRow } from './registers.sql.ts'
import { countWithNoun } from '#shared/plural.ts'

/** So many columns of letters fit on a page that can still be read. */
const widest = 64

/** One column of letters: a register, lectures that share it, or a day without one. */
interface Column {
  day: Day
  header: string
  /** The places of its registers among the section's; none where nothing was taken. */
  places: number[]
  /** What stands in it for everybody, where nothing was taken. */
  letter: string
}

/** One block for each section and month: a column for each day, half day, or subject of a day. */
export function detailed(data: AttendanceOfSections, { start, end }: { start: Day; end: Day }, now: Date): ReportContent {
  const months = [...Map.groupBy(daysBetween(start, end), monthStart).values()]
  const today = schoolDay(now)
  const { school, sections } = data
  const counts = sections.flatMap((section) => section.students.map((student) => countsOf(student.marks)))
  const shared = sections.some((section) => merged(section, data))
  const sessions = sections.reduce((sum, section) => sum + section.registers.length, 0)
  return {
    facts: [],
    summary:
      sessions === 0
        ? 'No attendance was taken in these days.'
        : `${countWithNoun(sessions, 'register')}; ${counts.filter(isLow).length} of ${countWithNoun(counts.length, 'student')} under ${lowPercent} %.`,
    blocks: sections.flatMap((section) => months.flatMap((days) => monthBlocks(data, section, days, today))),
    notes: [
      lettersNote,
      lateIsPresent,
      ...(school.attType === 'DUAL' ? [`M morning, A afternoon. ${halfDayNote}`] : []),
      ...(shared ? [lecturesNote] : []),
    ],
  }
}

function merged({ registers }: SectionRegisters, { school }: AttendanceOfSections): boolean {
  return !school.breakdownLectures && registers.some((register) => register.session === 'LECTURE')
}

function monthBlocks(data: AttendanceOfSections, section: SectionRegisters, days: readonly Day[], today: Day): ReportBlock[] {
  const ofDay = Map.groupBy(
    section.registers.map((register, place) => ({ ...register, place })),
    (register) => register.day,
  )
  const columns = days.map((day) => dayColumns(data, day, ofDay.get(day) ?? [], today))
  return inPages(columns).map((page) => block(data, section, page))
}

type Placed = RegisterRow & { place: number }

function dayColumns({ school, holidays }: AttendanceOfSections, day: Day, registers: readonly Placed[], today: Day): Column[] {
  const off = holidayName(day, holidays.get(day)) !== null
  const nothing = off ? 'H' : day > today ? '' : '·'
  if (school.attType === 'DUAL') {
    if (registers.length === 0 && off) return [{ day, header: '', places: [], letter: 'H' }]
    return (['MORNING', 'AFTERNOON'] as const).map((session) => ({
      day,
      header: session === 'MORNING' ? 'M' : 'A',
      letter: nothing,
      places: registers.filter((register) => register.session === session).map((register) => register.place),
    }))
  }
  if (registers.length === 0) return [{ day, header: '', places: [], letter: nothing }]
  const columns = Map.groupBy(registers, (register) =>
    register.session === 'LECTURE' && !school.breakdownLectures ? `lecture ${register.subjectId}` : `${register.id}`,
  )
  return [...columns.values()].map((own) => ({
    day,
    letter: '·',
    places: own.map((register) => register.place),
    header: school.attType === 'SUBJECTWISE' ? (own[0]?.subjectName ?? 'Lecture') : '',
  }))
}

/** Days in the order of their columns, as many together as fit on a page. */
function inPages(days: readonly Column[][]): Column[][] {
  const pages: Column[][] = []
  for (const columns of days) {
    const page = pages.at(-1)
    if (page && page.length + columns.length <= widest) page.push(...columns)
    else pages.push([...columns])
  }
  return pages
}

const weekdayLetters = ['Su', 'Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa']

function block({ school }: AttendanceOfSections, section: SectionRegisters, page: readonly Column[]): ReportBlock {
  const first = page[0]?.day ?? ''
  const last = page.at(-1)?.day ?? ''
  const places = page.flatMap((one) => one.places)
  const registers = places.map((place) => section.registers[place]).filter((register) => register !== undefined)
  const rows = section.students.filter(
    (student) => (!student.left && !student.disabled) || places.some((place) => student.marks[place]),
  )
  const letters = rows.map((student) => page.map((one) => letterOf(student, one)))
  const columnCount = (wanted: string) =>
    page.map(
      (one, place): ReportCell =>
        one.places.length === 0 ? null : letters.filter((row) => wanted.includes(row[place] || '?')).length,
    )
  return {
    heading: `${section.name} · ${first === last ? showDay(first) : `${showDay(first)} – ${showDay(last)}`}`,
    facts: [
      { label: 'Students', value: String(rows.length) },
      { label: 'Working days', value: String(takenDays(registers).length) },
    ],
    newPage: true,
    columns: [
      column('roll', 'Roll', 'text', 8),
      column('name', 'Name', 'text', page.length > 40 ? 40 : 60),
      ...page.map((one, place) => letterColumn(school.attType, one, place)),
      column('present', 'P', 'number', 7),
      column('absent', 'A', 'number', 7),
      column('late', 'L', 'number', 6),
      column('percent', '%', 'percent', 9),
    ],
    rows: rows.map((student, row) => {
      const counts = countsOf(places.map((place) => student.marks[place] ?? null))
      return {
        cells: [
          student.roll,
          nameOf(student),
          ...(letters[row] ?? []),
          counts.present,
          counts.absent,
          counts.late,
          percentOf(counts),
        ],
      }
    }),
    footer:
      rows.length === 0 ? [] : [{ cells: ['', 'Present', ...columnCount('PL')] }, { cells: ['', 'Absent', ...columnCount('A')] }],
    empty: 'No students sit in this section.',
  }
}

/** One letter of registers that share a column: there in one of them is there. */
function letterOf(student: ReportStudent, { day, places, letter }: Column): string {
  if (student.admittedOn !== null && day < student.admittedOn) return letter === 'H' ? 'H' : ''
  const marks = places.map((place) => student.marks[place]).filter((mark): mark is Mark => mark !== null && mark !== undefined)
  return (['P', 'L', 'A'] as const).find((mark) => marks.includes(mark)) ?? letter
}

function letterColumn(attType: string, { day, header }: Column, place: number): ReportColumn {
  const date = day.slice(8)
  const weekday = weekdayLetters[weekdayOf(day)] ?? ''
  const one = column(`d${place}`, attType === 'DAILY' ? date : header, 'mark')
  return attType === 'DAILY' ? { ...one, group: weekday } : { ...one, group: date }
}
