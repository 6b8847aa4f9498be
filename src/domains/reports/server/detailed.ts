import { type Day, monthStart, schoolDay, showDay } from '#shared/dates.ts'
import type { Mark } from '#shared/marks.ts'
import { holidayName, percentOf, weekdayOf } from '#domains/attendance/server/attendance.exports.ts'
import { column, type ReportBlock, type ReportCell, type ReportColumn } from '../report.model.ts'
import type { SectionRegisters, SectionsAttendance, ReportStudent } from './sectionRegisters.ts'
import { halfDayNote, lateNote, lecturesNote, lettersNote } from './attendance.notes.ts'
import { countMarks, daysBetween, isLow, lowPercent, takenDays, wasThere } from './attendance.rules.ts'
import { studentLabel } from './condensed.ts'
import type { ReportContent } from './reportContent.ts'
import type { RegisterRow } from './registers.sql.ts'
import { plural, t } from '#shared/texts.ts'

/** Number of columns of letters that fit on a page and can still be read. */
const mostColumns = 64

/** A column of letters: a register, lectures that share it, or a day without a register. */
interface MarkColumn {
  day: Day
  header: string
  /** Indexes of its registers among those of the section; empty when nothing was taken. */
  registerIndexes: number[]
  /** The letter of every student without a mark. */
  letter: string
}

/** Builds a table per section and month, with a column for each day, half day, or subject of a day. */
export function buildDetailed(data: SectionsAttendance, { start, end }: { start: Day; end: Day }, now: Date): ReportContent {
  const months = [...Map.groupBy(daysBetween(start, end), monthStart).values()]
  const today = schoolDay(now)
  const { school, sections } = data
  const counts = sections.flatMap((section) => section.students.map((student) => countMarks(student.marks)))
  const hasSharedColumns = sections.some((section) => sharesLectureColumns(section, data))
  const registerCount = sections.reduce((sum, section) => sum + section.registers.length, 0)
  return {
    facts: [],
    summary:
      registerCount === 0
        ? t`No attendance was taken in these days.`
        : t`${plural(registerCount, { one: '# register', other: '# registers' })}; ${counts.filter(isLow).length} of ${plural(counts.length, { one: '# student', other: '# students' })} under ${lowPercent} %.`,
    blocks: sections.flatMap((section) => months.flatMap((days) => monthBlocks(data, section, days, today))),
    notes: [
      lettersNote(),
      lateNote(),
      ...(school.attType === 'DUAL' ? [`${t`M morning, A afternoon.`} ${halfDayNote()}`] : []),
      ...(hasSharedColumns ? [lecturesNote()] : []),
    ],
  }
}

/** Whether lectures of one subject and day share a column. */
function sharesLectureColumns({ registers }: SectionRegisters, { school }: SectionsAttendance): boolean {
  return !school.breakdownLectures && registers.some((register) => register.session === 'LECTURE')
}

function monthBlocks(data: SectionsAttendance, section: SectionRegisters, days: readonly Day[], today: Day): ReportBlock[] {
  const registersByDay = Map.groupBy(
    section.registers.map((register, index) => ({ ...register, index })),
    (register) => register.day,
  )
  const columns = days.map((day) => dayColumns(data, day, registersByDay.get(day) ?? [], today))
  return splitIntoPages(columns).map((page) => pageBlock(data, section, page))
}

/** A register with its index among those of the section. */
type IndexedRegister = RegisterRow & { index: number }

/** Returns the columns of a day by the school's attendance type. */
function dayColumns(
  { school, holidays }: SectionsAttendance,
  day: Day,
  registers: readonly IndexedRegister[],
  today: Day,
): MarkColumn[] {
  const isHoliday = holidayName(day, holidays.get(day)) !== null
  const notTaken = isHoliday ? 'H' : day > today ? '' : '·'
  if (school.attType === 'DUAL') {
    if (registers.length === 0 && isHoliday) return [{ day, header: '', registerIndexes: [], letter: 'H' }]
    return (['MORNING', 'AFTERNOON'] as const).map((session) => ({
      day,
      header: session === 'MORNING' ? t({ message: 'M', context: 'morning' }) : t({ message: 'A', context: 'afternoon' }),
      letter: notTaken,
      registerIndexes: registers.filter((register) => register.session === session).map((register) => register.index),
    }))
  }
  if (registers.length === 0) return [{ day, header: '', registerIndexes: [], letter: notTaken }]
  const columns = Map.groupBy(registers, (register) =>
    register.session === 'LECTURE' && !school.breakdownLectures ? `lecture ${register.subjectId}` : `${register.id}`,
  )
  return [...columns.values()].map((group) => ({
    day,
    letter: '·',
    registerIndexes: group.map((register) => register.index),
    header: school.attType === 'SUBJECTWISE' ? (group[0]?.subjectName ?? t`Lecture`) : '',
  }))
}

/** Groups the columns into pages, without splitting a day. */
function splitIntoPages(days: readonly MarkColumn[][]): MarkColumn[][] {
  const pages: MarkColumn[][] = []
  for (const columns of days) {
    const page = pages.at(-1)
    if (page && page.length + columns.length <= mostColumns) page.push(...columns)
    else pages.push([...columns])
  }
  return pages
}

const weekdayLetters = [
  () => t({ message: 'Su', context: 'a day of the week' }),
  () => t({ message: 'Mo', context: 'a day of the week' }),
  () => t({ message: 'Tu', context: 'a day of the week' }),
  () => t({ message: 'We', context: 'a day of the week' }),
  () => t({ message: 'Th', context: 'a day of the week' }),
  () => t({ message: 'Fr', context: 'a day of the week' }),
  () => t({ message: 'Sa', context: 'a day of the week' }),
]

function pageBlock({ school }: SectionsAttendance, section: SectionRegisters, page: readonly MarkColumn[]): ReportBlock {
  const first = page[0]?.day ?? ''
  const last = page.at(-1)?.day ?? ''
  const registerIndexes = page.flatMap((column) => column.registerIndexes)
  const registers = registerIndexes.map((index) => section.registers[index]).filter((register) => register !== undefined)
  const rows = section.students.filter(
    (student) => (!student.left && !student.disabled) || registerIndexes.some((index) => student.marks[index]),
  )
  const letters = rows.map((student) => page.map((markColumn) => columnLetter(student, markColumn)))
  const countLetters = (wanted: string) =>
    page.map(
      ({ registerIndexes: { length } }, index): ReportCell =>
        length === 0 ? null : letters.filter((row) => wanted.includes(row[index] || '?')).length,
    )
  return {
    heading: `${section.name} · ${first === last ? showDay(first) : `${showDay(first)} – ${showDay(last)}`}`,
    facts: [
      { label: t`Students`, value: String(rows.length) },
      { label: t`Working days`, value: String(takenDays(registers).length) },
    ],
    newPage: true,
    columns: [
      column('roll', t`Roll`, 'text', 8),
      column('name', t`Name`, 'text', page.length > 40 ? 40 : 60),
      ...page.map((markColumn, index) => letterColumn(school.attType, markColumn, index)),
      column('present', 'P', 'number', 7),
      column('absent', 'A', 'number', 7),
      column('late', 'L', 'number', 7),
      column('percent', '%', 'percent', 10),
    ],
    rows: rows.map((student, row) => {
      const counts = countMarks(registerIndexes.map((index) => student.marks[index] ?? null))
      return {
        cells: [
          student.roll,
          studentLabel(student),
          ...(letters[row] ?? []),
          counts.present,
          counts.absent,
          counts.late,
          percentOf(counts),
        ],
      }
    }),
    footer:
      rows.length === 0
        ? []
        : [{ cells: ['', t`Present`, ...countLetters('PL')] }, { cells: ['', t`Absent`, ...countLetters('A')] }],
    empty: t`No students are in this section.`,
  }
}

/** Returns a student's letter in a column. Of several registers, present in one counts as present. */
function columnLetter(student: ReportStudent, { day, registerIndexes, letter }: MarkColumn): string {
  if (student.admittedOn !== null && day < student.admittedOn) return letter === 'H' ? 'H' : ''
  const marks = registerIndexes
    .map((index) => student.marks[index])
    .filter((mark): mark is Mark => mark !== null && mark !== undefined)
  const mark = (['P', 'L', 'A'] as const).find((value) => marks.includes(value))
  return mark ?? (letter !== 'H' && !wasThere(student.places, day) ? '' : letter)
}

function letterColumn(attType: string, { day, header }: MarkColumn, index: number): ReportColumn {
  const date = day.slice(8)
  const weekday = weekdayLetters[weekdayOf(day)]?.() ?? ''
  if (attType === 'DAILY') return { ...column(`d${index}`, date, 'mark'), group: weekday }
  return { ...column(`d${index}`, header, 'mark'), group: date }
}
