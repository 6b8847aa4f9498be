import { percentOf } from '#domains/attendance/server/attendance.exports.ts'
import type { School } from '#platform/school.ts'
import { plural, t } from '#shared/texts.ts'
import { column, type ReportRow } from '../report.model.ts'
import { lateNote } from './attendance.notes.ts'
import {
  attentionReasons,
  describePattern,
  longAbsenceDays,
  lowPercent,
  oftenLateTimes,
  patternDays,
} from './attendance.rules.ts'
import type { AttentionRow } from './attention.sql.ts'
import type { ReportContent } from './reportContent.ts'

/** A student who needs attention, with the reasons. */
interface AttentionCase {
  student: AttentionRow
  reasons: string[]
}

/**
 * Builds the report of the students who need attention, the worst first.
 * @param sectionNames the names of the sections by id
 */
export function buildAttention(
  students: readonly AttentionRow[],
  sectionNames: ReadonlyMap<number, string>,
  school: School,
): ReportContent {
  const cases = students
    .map((student): AttentionCase => ({ student, reasons: attentionReasons(student) }))
    .filter((item) => item.reasons.length > 0)
    .sort(compareBySeverity)
  return {
    facts: [{ label: t`Students`, value: String(students.length) }],
    summary: t`${cases.length} of ${plural(students.length, { one: '# student', other: '# students' })} ${plural(cases.length, { one: 'needs', other: 'need' })} attention.`,
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
        rows: cases.map((item) => caseRow(item, sectionNames.get(item.student.sectionId) ?? '')),
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

function compareBySeverity({ student: a }: AttentionCase, { student: b }: AttentionCase): number {
  const percentDifference = (percentOf(a) ?? 100) - (percentOf(b) ?? 100)
  return percentDifference || b.longestRun - a.longestRun || b.late - a.late
}

function caseRow({ student, reasons }: AttentionCase, section: string): ReportRow {
  return {
    cells: [
      student.name,
      section,
      student.roll,
      student.phone,
      percentOf(student),
      student.awayDays,
      student.longestRun,
      student.presentOn ?? t`Never`,
      student.late,
      describePattern(student.awayByWeekday),
      reasons.join('; '),
    ],
  }
}
