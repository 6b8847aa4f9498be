import { addDays, type Day, monthName, showDay, weekStart } from '#shared/dates.ts'
import { percentOf } from '#domains/attendance/server/attendance.exports.ts'
import { column, type ReportBlock, type ReportCell, type ReportRow } from '../report.model.ts'
import type { SectionRegisters, SectionsAttendance, ReportStudent } from './sectionRegisters.ts'
import { lateNote, notTakenNote, shadedNote } from './attendance.notes.ts'
import { sumCounts, type Counts, countMarks, isLow, takenDays, findTrend, trendPoints, weeksBetween } from './attendance.rules.ts'
import { studentLabel } from './condensed.ts'
import type { ReportContent } from './reportContent.ts'
import { saidWhenRead } from '#shared/saidWhenRead.ts'
import { plural, t } from '#shared/texts.ts'

/** Number of weeks that fit on a page: half a year. */
const mostWeeks = 26

/** Builds a row per student with a column per week from Monday, the percentage since the start, and the trend. */
export function buildProgressive({ sections }: SectionsAttendance, { start, end }: { start: Day; end: Day }): ReportContent {
  const weeks = weeksBetween(start, end)
  const pages = Array.from({ length: Math.ceil(weeks.length / mostWeeks) }, (_, page) => page * mostWeeks)
  const groups = sections.map((section) => {
    const registersByWeek = Map.groupBy(section.registers.keys(), (index) => weekStart(section.registers[index]?.day ?? start))
    const indexes = weeks.map((week) => registersByWeek.get(week) ?? [])
    return { section, lines: section.students.map((student) => studentLine(student, indexes)) }
  })
  const found = groups.flatMap(({ lines }) => lines.map((line) => findTrend(line.weeks)))
  const countTrend = (wanted: string) => found.filter((trend) => trend === wanted).length
  return {
    facts: [{ label: t`Weeks`, value: String(weeks.length) }],
    summary: found.every((trend) => trend === null)
      ? ''
      : t`${plural(countTrend('Rising'), { one: '# student', other: '# students' })} rising, ${countTrend('Falling')} falling.`,
    blocks: groups.flatMap(({ section, lines }) => pages.map((from) => pageBlock(section, lines, { weeks, from, start, end }))),
    notes: [
      t`A column is a week from Monday to Saturday; a register on a Sunday is in the week before it. A dash: nothing was taken.`,
      t`Trend: the last two weeks with marks against all weeks before, ${trendPoints} points or more.`,
      lateNote(),
      shadedNote(),
      notTakenNote(),
    ],
  }
}

const trends = saidWhenRead({
  Rising: () => t({ message: 'Rising', context: 'attendance' }),
  Falling: () => t({ message: 'Falling', context: 'attendance' }),
  Steady: () => t({ message: 'Steady', context: 'attendance' }),
})

function trendText(trend: keyof typeof trends | null): string {
  return trend === null ? '' : trends[trend]
}

/** A student's counts in each of some weeks. */
interface StudentLine {
  student: ReportStudent
  weeks: Counts[]
}

/** @param indexes the indexes of each week's registers */
function studentLine(student: ReportStudent, indexes: readonly (readonly number[])[]): StudentLine {
  return { student, weeks: indexes.map((week) => countMarks(week.map((index) => student.marks[index] ?? null))) }
}

/** The weeks of a report, and the index of the first one on a page. */
interface Page {
  weeks: readonly Day[]
  from: number
  start: Day
  end: Day
}

function pageBlock(
  section: SectionRegisters,
  sectionLines: readonly StudentLine[],
  { weeks, from, start, end }: Page,
): ReportBlock {
  const until = Math.min(from + mostWeeks, weeks.length)
  const shown = weeks.slice(from, until)
  const lines = sectionLines.map((line) => ({ ...line, weeks: line.weeks.slice(0, until) }))
  const classWeeks = weeks.slice(0, until).map((_, week) => sumCounts(lines.map((line) => line.weeks[week] ?? countMarks([]))))
  const cells = (weekCounts: readonly Counts[]): ReportCell[] => [
    ...weekCounts.slice(from).map((week) => percentOf(week) ?? '–'),
    percentOf(sumCounts(weekCounts)),
    trendText(findTrend(weekCounts)),
  ]
  const first = shown[0] ?? start
  const last = shown.at(-1) ?? start
  const pageLabel =
    weeks.length > mostWeeks ? ` · ${showDay(laterOf(first, start))} – ${showDay(earlierOf(addDays(last, 6), end))}` : ''
  return {
    heading: `${section.name}${pageLabel}`,
    facts: [
      { label: t`Students`, value: String(lines.length) },
      { label: t`Working days`, value: String(takenDays(section.registers).length) },
    ],
    newPage: true,
    columns: [
      column('roll', t`Roll`, 'text', 9),
      column('name', t`Name`, 'text', shown.length > 7 ? 60 : undefined),
      ...shown.map((week) => ({
        ...column(`w${week}`, week.slice(8), 'percent'),
        group: monthName(Number(week.slice(5, 7))),
        align: 'center' as const,
      })),
      column('percent', t`So far %`, 'percent', 12),
      column('trend', t`Trend`, 'text', 14),
    ],
    rows: lines.map(
      (line): ReportRow => ({
        cells: [line.student.roll, studentLabel(line.student), ...cells(line.weeks)],
        ...(isLow(sumCounts(line.weeks)) ? { shaded: true } : {}),
      }),
    ),
    footer: lines.length === 0 ? [] : [{ cells: ['', t`Class`, ...cells(classWeeks)] }],
    empty: t`No students are in this section.`,
  }
}

function laterOf(a: Day, b: Day): Day {
  return a > b ? a : b
}

function earlierOf(a: Day, b: Day): Day {
  return a < b ? a : b
}
