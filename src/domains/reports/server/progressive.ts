import { addDays, type Day, showDay, weekStart } from '#shared/dates.ts'
import { percentOf } from '#domains/attendance/server/attendance.exports.ts'
import { column, type ReportBlock, type ReportCell, type ReportRow } from '../report.model.ts'
import type { SectionRegisters, AttendanceOfSections, ReportStudent } from './sectionRegisters.ts'
import { lateIsPresent, notTakenNote, shadedNote } from './attendance.notes.ts'
import { addCounts, type Counts, countsOf, isLow, takenDays, trendOf, trendPoints, weeksOf } from './attendance.rules.ts'
import { nameOf } from './condensed.ts'
import type { ReportContent } from './reportContent.ts'
import { countWithNoun } from '#shared/plural.ts'

/** So many weeks fit on a page: half a year. */
const widest = 26

/** A row per student, a column per week from Monday, what it comes to since the start, and where it goes. */
export function progressive({ sections }: AttendanceOfSections, { start, end }: { start: Day; end: Day }): ReportContent {
  const weeks = weeksOf(start, end)
  const pages = Array.from({ length: Math.ceil(weeks.length / widest) }, (_, page) => page * widest)
  const all = sections.map((section) => ({ section, lines: section.students.map((student) => lineOf(section, student, weeks)) }))
  const trends = all.flatMap(({ lines }) => lines.map((line) => trendOf(line.weeks)))
  const count = (trend: string) => trends.filter((one) => one === trend).length
  return {
    facts: [{ label: 'Weeks', value: String(weeks.length) }],
    summary: trends.every((trend) => trend === null)
      ? ''
      : `${countWithNoun(count('Rising'), 'student')} rising, ${count('Falling')} falling.`,
    blocks: all.flatMap(({ section, lines }) => pages.map((from) => block(section, lines, { weeks, from, start, end }))),
    notes: [
      'A column is a week from Monday to Saturday; a register of a Sunday is in the week that it ends. A dash: nothing was taken.',
      `Trend: the last two weeks with marks against all before them, ${trendPoints} points or more.`,
      lateIsPresent,
      shadedNote,
      notTakenNote,
    ],
  }
}

/** A student's counts in each of some weeks. */
interface Line {
  student: ReportStudent
  weeks: Counts[]
}

function lineOf({ registers }: SectionRegisters, student: ReportStudent, weeks: readonly Day[]): Line {
  const { marks } = student
  const ofWeek = Map.groupBy(marks.keys(), (place) => weekStart(registers[place]?.day ?? '1900-01-01'))
  return { student, weeks: weeks.map((week) => countsOf((ofWeek.get(week) ?? []).map((place) => marks[place] ?? null))) }
}

/** The weeks of a page: from one of the range's on. */
interface Page {
  weeks: readonly Day[]
  from: number
  start: Day
  end: Day
}

function block(section: SectionRegisters, whole: readonly Line[], { weeks, from, start, end }: Page): ReportBlock {
  const until = Math.min(from + widest, weeks.length)
  const shown = weeks.slice(from, until)
  const lines = whole.map((line) => ({ ...line, weeks: line.weeks.slice(0, until) }))
  const ofClass = weeks.slice(0, until).map((_, week) => addCounts(lines.map((line) => line.weeks[week] ?? countsOf([]))))
  const cells = (all: readonly Counts[]): ReportCell[] => [
    ...all.slice(from).map((week) => percentOf(week) ?? '–'),
    percentOf(addCounts(all)),
    trendOf(all) ?? '',
  ]
  const first = shown[0] ?? start
  const last = shown.at(-1) ?? start
  const part = weeks.length > widest ? ` · ${showDay(later(first, start))} – ${showDay(earlier(addDays(last, 6), end))}` : ''
  return {
    heading: `${section.name}${part}`,
    facts: [
      { label: 'Students', value: String(lines.length) },
      { label: 'Working days', value: String(takenDays(section.registers).length) },
    ],
    newPage: true,
    columns: [
      column('roll', 'Roll', 'text', 9),
      column('name', 'Name', 'text', shown.length > 15 ? 60 : undefined),
      ...shown.map((week) => ({
        ...column(`w${week}`, week.slice(8), 'percent'),
        group: showDay(week).slice(3, 6),
        align: 'center' as const,
      })),
      column('percent', 'So far %', 'percent', 12),
      column('trend', 'Trend', 'text', 14),
    ],
    rows: lines.map(
      (line): ReportRow => ({
        cells: [line.student.roll, nameOf(line.student), ...cells(line.weeks)],
        ...(isLow(addCounts(line.weeks)) ? { shaded: true } : {}),
      }),
    ),
    footer: lines.length === 0 ? [] : [{ cells: ['', 'Class', ...cells(ofClass)] }],
    empty: 'No students sit in this section.',
  }
}

function later(one: Day, other: Day): Day {
  return one > other ? one : other
}

function earlier(one: Day, other: Day): Day {
  return one < other ? one : other
}
