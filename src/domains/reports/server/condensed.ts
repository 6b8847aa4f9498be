import { percentOf } from '#domains/attendance/server/attendance.exports.ts'
import { column, type ReportBlock, type ReportCell, type ReportRow } from '../report.model.ts'
import type { SectionRegisters, AttendanceOfSections, ReportStudent } from './sectionRegisters.ts'
import { addCounts, type Counts, countsOf, isLow, lowPercent, mean, takenDays } from './attendance.rules.ts'
import type { ReportContent } from './reportContent.ts'
import { halfDayNote, lateIsPresent, notTakenNote, shadedNote } from './attendance.notes.ts'
import { countWithNoun } from '#shared/plural.ts'

interface Line {
  student: ReportStudent
  working: number
  counts: Counts
}

/** A row per student: working days, P, A, L and per cent; averages of the class, of boys and of girls. */
export function condensed({ school, sections }: AttendanceOfSections): ReportContent {
  const all = sections.map((section) => ({ section, lines: section.students.map((student) => lineOf(section, student)) }))
  const lines = all.flatMap((one) => one.lines)
  const low = lines.filter((line) => isLow(line.counts)).length
  const whole = percentOf(addCounts(lines.map((line) => line.counts)))
  return {
    facts: [],
    summary:
      whole === null
        ? 'No attendance was taken in these days.'
        : `${whole.toFixed(1)} % present; ${low} of ${countWithNoun(lines.length, 'student')} under ${lowPercent} %.`,
    blocks: [...(all.length > 1 ? [overview(all)] : []), ...all.map(({ section, lines: own }) => sectionBlock(section, own))],
    notes: [lateIsPresent, shadedNote, notTakenNote, ...(school.attType === 'DUAL' ? [halfDayNote] : [])],
  }
}

function lineOf(section: SectionRegisters, student: ReportStudent): Line {
  return { student, working: takenDays(section.registers, student.admittedOn).length, counts: countsOf(student.marks) }
}

const figures = [
  column('present', 'P', 'number', 18),
  column('absent', 'A', 'number', 18),
  column('late', 'L', 'number', 18),
  column('percent', '%', 'percent', 18),
]

function sectionBlock(section: SectionRegisters, lines: readonly Line[]): ReportBlock {
  const groups = [
    { name: 'Class average', lines },
    { name: 'Boys', lines: lines.filter((line) => line.student.gender === 'MALE') },
    { name: 'Girls', lines: lines.filter((line) => line.student.gender === 'FEMALE') },
  ]
  return {
    heading: section.name,
    facts: [
      { label: 'Students', value: String(lines.length) },
      { label: 'Working days', value: String(takenDays(section.registers).length) },
    ],
    newPage: true,
    columns: [
      column('roll', 'Roll', 'text', 14),
      column('registerNo', 'Reg no.', 'text', 28),
      column('name', 'Name'),
      column('working', 'Working days', 'number', 26),
      ...figures,
    ],
    rows: lines.map(studentRow),
    footer:
      lines.length === 0
        ? []
        : groups.filter((group) => group.lines.length > 0).map(({ name, lines: own }) => averageRow(name, own)),
    empty: 'No students sit in this section.',
  }
}

function studentRow({ student, working, counts }: Line): ReportRow {
  return {
    cells: [student.roll, student.registerNo, nameOf(student), working, ...cellsOf(counts)],
    ...(isLow(counts) ? { shaded: true } : {}),
  }
}

/** A student's name, and whether she is here no more. */
export function nameOf({ name, left, disabled }: Pick<ReportStudent, 'name' | 'left' | 'disabled'>): string {
  if (left) return `${name} (left)`
  return disabled ? `${name} (disabled)` : name
}

function cellsOf(counts: Counts): ReportCell[] {
  return [counts.present, counts.absent, counts.late, percentOf(counts)]
}

function averageRow(name: string, lines: readonly Line[]): ReportRow {
  const sum = addCounts(lines.map((line) => line.counts))
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

/** A line per section, where there are several. */
function overview(sections: readonly { section: SectionRegisters; lines: readonly Line[] }[]): ReportBlock {
  const genders = (lines: readonly Line[], gender: string) =>
    percentOf(addCounts(lines.filter((line) => line.student.gender === gender).map((line) => line.counts)))
  const cells = (name: string, days: number, lines: readonly Line[]): ReportCell[] => {
    const sum = addCounts(lines.map((line) => line.counts))
    const low = lines.filter((line) => isLow(line.counts)).length
    return [name, lines.length, days, ...cellsOf(sum), genders(lines, 'MALE'), genders(lines, 'FEMALE'), low]
  }
  const all = sections.flatMap((section) => section.lines)
  const days = takenDays(sections.flatMap((one) => one.section.registers)).length
  return {
    heading: 'All sections',
    columns: [
      column('section', 'Section'),
      column('students', 'Students', 'number', 22),
      column('working', 'Working days', 'number', 26),
      ...figures,
      column('boys', 'Boys %', 'percent', 20),
      column('girls', 'Girls %', 'percent', 20),
      column('low', `Under ${lowPercent} %`, 'number', 26),
    ],
    rows: sections.map(({ section, lines }) => ({ cells: cells(section.name, takenDays(section.registers).length, lines) })),
    footer: [{ cells: cells('All', days, all) }],
  }
}
