import { percentOf } from '#domains/attendance/server/attendance.exports.ts'
import { column, type ReportRow } from '../report.model.ts'
import type { AttendanceOfSections, ReportStudent } from './sectionRegisters.ts'
import { lateIsPresent } from './attendance.notes.ts'
import {
  type Counts,
  countsOf,
  longAbsence,
  lowPercent,
  type MarkedDay,
  markedDays,
  oftenLate,
  patternIn,
  patternOf,
  reasonsOf,
  runsOf,
} from './attendance.rules.ts'
import type { ReportContent } from './reportContent.ts'
import { countWithNoun, plural } from '#shared/plural.ts'

interface Case {
  section: string
  student: ReportStudent
  counts: Counts
  days: MarkedDay[]
  runs: { longest: number; last: number }
  reasons: string[]
}

/** Who needs attention, the worst first: whoever is enabled and sits in the section still. */
export function attention({ sections, school }: AttendanceOfSections): ReportContent {
  const all = sections.flatMap((section) =>
    section.students
      .filter((student) => !student.left && !student.disabled)
      .map((student): Case => {
        const counts = countsOf(student.marks)
        const days = markedDays(section.registers, student.marks)
        const runs = runsOf(days)
        return { section: section.name, student, counts, days, runs, reasons: reasonsOf(counts, runs) }
      }),
  )
  const cases = all.filter((one) => one.reasons.length > 0).sort(worstFirst)
  return {
    facts: [{ label: 'Students', value: String(all.length) }],
    summary: `${cases.length} of ${countWithNoun(all.length, 'student')} ${plural(cases.length, 'needs', 'need')} attention.`,
    blocks: [
      {
        heading: 'Worst first',
        columns: [
          column('name', 'Name'),
          column('section', 'Class', 'text', 14),
          column('roll', 'Roll', 'text', 11),
          column('phone', 'Phone', 'text', 22),
          column('percent', '%', 'percent', 12),
          column('absent', 'Absent days', 'number', 16),
          column('run', 'Longest run', 'number', 16),
          column('last', 'Last present', 'day', 22),
          column('late', 'Lates', 'number', 12),
          column('pattern', 'Pattern', 'text', 30),
          column('reason', 'Reason', 'text', 70),
        ],
        rows: cases.map(caseRow),
        empty: 'Nobody needs attention in these days.',
      },
    ],
    notes: [
      `Here is who is under ${lowPercent} %, was absent ${longAbsence} days in a row or more, or late ${oftenLate} times or more. A run is over the days that were taken.`,
      `Pattern: a weekday that holds at least half of ${patternOf} absent days or more.`,
      ...(school.attType === 'DAILY' ? [] : ['A day is absent where every mark of it is A.']),
      lateIsPresent,
    ],
  }
}

function worstFirst(one: Case, other: Case): number {
  const [percent, others] = [percentOf(one.counts) ?? 100, percentOf(other.counts) ?? 100]
  return percent - others || other.runs.longest - one.runs.longest || other.counts.late - one.counts.late
}

function caseRow({ section, student, counts, days, runs, reasons }: Case): ReportRow {
  return {
    cells: [
      student.name,
      section,
      student.roll,
      student.phone,
      percentOf(counts),
      days.filter((day) => day.absent).length,
      runs.longest,
      days.findLast((day) => !day.absent)?.day ?? 'Never',
      counts.late,
      patternIn(days),
      reasons.join('; '),
    ],
  }
}
