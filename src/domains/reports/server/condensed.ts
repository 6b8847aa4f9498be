import { percentOf } from '#domains/attendance/server/attendance.exports.ts'
import { column, type ReportBlock, type ReportCell, type ReportRow } from '../report.model.ts'
import type { SectionRegisters, SectionsAttendance, ReportStudent } from './sectionRegisters.ts'
import { sumCounts, type Counts, countMarks, isLow, lowPercent, mean, takenDays, wasThere } from './attendance.rules.ts'
import type { ReportContent } from './reportContent.ts'
import { halfDayNote, lateNote, notTakenNote, shadedNote } from './attendance.notes.ts'
import { plural, t } from '#shared/texts.ts'

/** A student's row: working days in the section since the admission, and counts of marks. */
interface StudentLine {
  student: ReportStudent
  working: number
  counts: Counts
}

/**
 * Builds a row per student with working days, P, A, L and percentage, and averages of the class, of boys and of girls.
 */
export function buildCondensed({ school, sections }: SectionsAttendance): ReportContent {
  const groups = sections.map((section) => ({
    section,
    lines: section.students.map((student) => studentLine(section, student)),
  }))
  const lines = groups.flatMap((group) => group.lines)
  const low = lines.filter((line) => isLow(line.counts)).length
  const overall = percentOf(sumCounts(lines.map((line) => line.counts)))
  return {
    facts: [],
    summary:
      overall === null
        ? t`No attendance was taken in these days.`
        : t`${overall.toFixed(1)} % present; ${low} of ${plural(lines.length, { one: '# student', other: '# students' })} under ${lowPercent} %.`,
    blocks: [
      ...(groups.length > 1 ? [overviewBlock(groups)] : []),
      ...groups.map((group) => sectionBlock(group.section, group.lines)),
    ],
    notes: [lateNote(), shadedNote(), notTakenNote(), ...(school.attType === 'DUAL' ? [halfDayNote()] : [])],
  }
}

function studentLine(section: SectionRegisters, student: ReportStudent): StudentLine {
  const own = section.registers.filter(({ day }, index) => student.marks[index] || wasThere(student.places, day))
  return { student, working: takenDays(own, student.admittedOn).length, counts: countMarks(student.marks) }
}

const countColumns = [
  column('present', 'P', 'number', 18),
  column('absent', 'A', 'number', 18),
  column('late', 'L', 'number', 18),
  column('percent', '%', 'percent', 18),
]

function sectionBlock(section: SectionRegisters, lines: readonly StudentLine[]): ReportBlock {
  const groups = [
    { name: t`Class average`, lines },
    { name: t`Boys`, lines: lines.filter((line) => line.student.gender === 'MALE') },
    { name: t`Girls`, lines: lines.filter((line) => line.student.gender === 'FEMALE') },
  ]
  return {
    heading: section.name,
    facts: [
      { label: t`Students`, value: String(lines.length) },
      { label: t`Working days`, value: String(takenDays(section.registers).length) },
    ],
    newPage: true,
    columns: [
      column('roll', t`Roll`, 'text', 14),
      column('registerNo', t`Reg no.`, 'text', 28),
      column('name', t`Name`),
      column('working', t`Working days`, 'number', 26),
      ...countColumns,
    ],
    rows: lines.map(studentRow),
    footer:
      lines.length === 0
        ? []
        : groups.filter((group) => group.lines.length > 0).map((group) => averageRow(group.name, group.lines)),
    empty: t`No students are in this section.`,
  }
}

function studentRow({ student, working, counts }: StudentLine): ReportRow {
  return {
    cells: [student.roll, student.registerNo, studentLabel(student), working, ...countCells(counts)],
    ...(isLow(counts) ? { shaded: true } : {}),
  }
}

/** Returns a student's name, marked when the student has left the section or is disabled. */
export function studentLabel({ name, left, disabled }: Pick<ReportStudent, 'name' | 'left' | 'disabled'>): string {
  if (left) return t`${name} (left)`
  return disabled ? t`${name} (disabled)` : name
}

function countCells(counts: Counts): ReportCell[] {
  return [counts.present, counts.absent, counts.late, percentOf(counts)]
}

function averageRow(name: string, lines: readonly StudentLine[]): ReportRow {
  const sum = sumCounts(lines.map((line) => line.counts))
  const average = (value: number) => mean(value, lines.length)
  const working = average(lines.reduce((total, line) => total + line.working, 0))
  return {
    cells: [
      '',
      '',
      `${name} (${lines.length})`,
      working,
      average(sum.present),
      average(sum.absent),
      average(sum.late),
      percentOf(sum),
    ],
  }
}

/** Returns the table with a row per section. */
function overviewBlock(groups: readonly { section: SectionRegisters; lines: readonly StudentLine[] }[]): ReportBlock {
  const genderPercent = (lines: readonly StudentLine[], gender: string) =>
    percentOf(sumCounts(lines.filter((line) => line.student.gender === gender).map((line) => line.counts)))
  const cells = (name: string, days: number, lines: readonly StudentLine[]): ReportCell[] => {
    const sum = sumCounts(lines.map((line) => line.counts))
    const low = lines.filter((line) => isLow(line.counts)).length
    return [name, lines.length, days, ...countCells(sum), genderPercent(lines, 'MALE'), genderPercent(lines, 'FEMALE'), low]
  }
  const allLines = groups.flatMap((group) => group.lines)
  const days = takenDays(groups.flatMap((group) => group.section.registers)).length
  return {
    heading: t`All sections`,
    columns: [
      column('section', t`Section`),
      column('students', t`Students`, 'number', 22),
      column('working', t`Working days`, 'number', 26),
      ...countColumns,
      column('boys', t`Boys %`, 'percent', 20),
      column('girls', t`Girls %`, 'percent', 20),
      column('low', t`Under ${lowPercent} %`, 'number', 26),
    ],
    rows: groups.map(({ section, lines }) => ({ cells: cells(section.name, takenDays(section.registers).length, lines) })),
    footer: [{ cells: cells(t`All`, days, allLines) }],
  }
}
