import { percentOf } from '#domains/attendance/server/attendance.exports.ts'
import { column, type ReportRow } from '../report.model.ts'
import type { SectionsAttendance, ReportStudent } from './sectionRegisters.ts'
import { lateNote } from './attendance.notes.ts'
import {
  type Counts,
  countMarks,
  longAbsenceDays,
  lowPercent,
  type MarkedDay,
  markedDays,
  oftenLateTimes,
  describePattern,
  patternDays,
  attentionReasons,
  findAbsenceRuns,
} from './attendance.rules.ts'
import type { ReportContent } from './reportContent.ts'
import { plural, t } from '#shared/texts.ts'

/** A student with the figures that decide whether attention is needed. */
interface AttentionCase {
  section: string
  student: ReportStudent
  counts: Counts
  days: MarkedDay[]
  runs: { longest: number; last: number }
  reasons: string[]
}

/**
 * Builds the report of the students who need attention, the worst first. Disabled students and those who left are
 * omitted.
 */
export function buildAttention({ sections, school }: SectionsAttendance): ReportContent {
  const analysed = sections.flatMap((section) =>
    section.students
      .filter((student) => !student.left && !student.disabled)
      .map((student): AttentionCase => {
        const counts = countMarks(student.marks)
        const days = markedDays(section.registers, student.marks)
        const runs = findAbsenceRuns(days)
        return { section: section.name, student, counts, days, runs, reasons: attentionReasons(counts, runs) }
      }),
  )
  const cases = analysed.filter((item) => item.reasons.length > 0).sort(compareBySeverity)
  return {
    facts: [{ label: t`Students`, value: String(analysed.length) }],
    summary: t`${cases.length} of ${plural(analysed.length, { one: '# student', other: '# students' })} ${plural(cases.length, { one: 'needs', other: 'need' })} attention.`,
    blocks: [
      {
        heading: t`Worst first`,
        columns: [
          column('name', t`Name`),
          column('section', t`Class`, 'text', 14),
          column('roll', t`Roll`, 'text', 11),
          column('phone', t`Phone`, 'text', 22),
          column('percent', '%', 'percent', 12),
          column('absent', t`Absent days`, 'number', 16),
          column('run', t`Longest run`, 'number', 16),
          column('last', t`Last present`, 'day', 22),
          column('late', t`Lates`, 'number', 12),
          column('pattern', t`Pattern`, 'text', 30),
          column('reason', t`Reason`, 'text', 70),
        ],
        rows: cases.map(caseRow),
        empty: t`Nobody needs attention in these days.`,
      },
    ],
    notes: [
      t`Listed: students under ${lowPercent} %, absent ${longAbsenceDays} days in a row or more, or late ${oftenLateTimes} times or more. A run skips days that were not taken.`,
      t`Pattern: a weekday with at least half of the absent days, from ${patternDays} absent days on.`,
      ...(school.attType === 'DAILY' ? [] : [t`A day counts as absent when all of its marks are A.`]),
      lateNote(),
    ],
  }
}

function compareBySeverity(a: AttentionCase, b: AttentionCase): number {
  const percentDifference = (percentOf(a.counts) ?? 100) - (percentOf(b.counts) ?? 100)
  return percentDifference || b.runs.longest - a.runs.longest || b.counts.late - a.counts.late
}

function caseRow({ section, student, counts, days, runs, reasons }: AttentionCase): ReportRow {
  return {
    cells: [
      student.name,
      section,
      student.roll,
      student.phone,
      percentOf(counts),
      days.filter((day) => day.absent).length,
      runs.longest,
      days.findLast((day) => !day.absent)?.day ?? t`Never`,
      counts.late,
      describePattern(days),
      reasons.join('; '),
    ],
  }
}
