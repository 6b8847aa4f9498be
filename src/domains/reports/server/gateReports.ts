import { type Day, schoolDay } from '#shared/dates.ts'
import { column, type ReportRow } from '../report.model.ts'
import { studentLabel } from './condensed.ts'
import type { SectionRow } from './sectionsAndTeachers.sql.ts'
import { type GateDay, gateDays, meanTime } from './gate.rules.ts'
import type { GateRow } from './gate.sql.ts'
import type { ReportContent } from './reportContent.ts'
import { plural, t } from '#shared/texts.ts'

interface GateStudent extends GateRow {
  days: GateDay[]
}

const daysNote = () => t`Working days: days on which somebody passed the gate.`
const missingNote = () => t`Missing: the last scan of the day is an entry. Today does not count yet.`

/** Groups the students by section, with their days at the gate. */
function groupBySection(sections: readonly SectionRow[], rows: readonly GateRow[]): { name: string; students: GateStudent[] }[] {
  const rowsBySection = Map.groupBy(rows, (row) => row.sectionId)
  return sections.map(({ id, name }) => ({
    name,
    students: (rowsBySection.get(id) ?? []).map((row) => ({ ...row, days: gateDays(row.scans) })),
  }))
}

/** Whether the exit of a day is missing. Today's exit may still come. */
function isMissing({ endsInside, day }: GateDay, today: Day): boolean {
  return endsInside && day < today
}

/** Builds a row for each day of each student who passed the gate. */
export function buildEntriesAndExits(sections: readonly SectionRow[], rows: readonly GateRow[], now: Date): ReportContent {
  const today = schoolDay(now)
  const sectionGroups = groupBySection(sections, rows)
  const passed = sectionGroups.filter((group) => group.students.some((student) => student.days.length > 0))
  // Sections without scans are left out, because each would print an empty page.
  const groups = passed.length > 0 ? passed : sectionGroups.slice(0, 1)
  const days = passed.flatMap((group) => group.students.flatMap((student) => student.days))
  return {
    facts: [],
    summary: t`${plural(days.length, { one: '# student day', other: '# student days' })} at the gate, ${days.filter((day) => isMissing(day, today)).length} without an exit.`,
    blocks: groups.map(({ name, students }) => ({
      heading: passed.length > 0 ? name : t`The gate`,
      facts: passed.length > 0 ? [{ label: t`Students`, value: String(students.length) }] : [],
      newPage: true,
      columns: [
        column('day', t`Date`, 'day', 26),
        column('roll', t`Roll`, 'text', 14),
        column('name', t`Name`),
        column('in', t`First in`, 'time', 20),
        column('out', t`Last out`, 'time', 20),
        column('minutes', t`Minutes inside`, 'number', 28),
        column('missing', t({ message: 'Exit', context: 'at the gate' }), 'text', 22),
        column('device', t`Device`, 'text', 55),
      ],
      rows: students
        .flatMap((student) => student.days.map((day) => ({ student, day })))
        // A stable sort by day, so students of a day stay in the order of their rolls.
        .sort((a, b) => (a.day.day < b.day.day ? -1 : a.day.day > b.day.day ? 1 : 0))
        .map(({ student, day }): ReportRow => {
          const missing = isMissing(day, today)
          return {
            cells: [
              day.day,
              student.roll,
              studentLabel({ ...student, left: false }),
              day.firstIn,
              day.lastOut,
              day.minutes,
              missing
                ? t({ message: 'Missing', context: 'an exit' })
                : day.endsInside
                  ? t({ message: 'Inside', context: 'a student' })
                  : '',
              day.devices.join(', '),
            ],
            ...(missing ? { shaded: true } : {}),
          }
        }),
      empty: t`Nobody passed the gate in these days.`,
    })),
    notes: [
      t`Minutes inside: from each entry to the exit that follows it.`,
      missingNote(),
      daysNote(),
      t`Students who did not pass the gate are not listed, nor are sections where nobody did.`,
    ],
  }
}

/** Builds a row for each student: days inside, average times, late entries and missing exits. */
export function buildEntriesCondensed(
  sections: readonly SectionRow[],
  rows: readonly GateRow[],
  lateAfter: string,
  now: Date,
): ReportContent {
  const today = schoolDay(now)
  const groups = groupBySection(sections, rows)
  const countLate = (days: readonly GateDay[]) => days.filter((day) => day.firstIn !== null && day.firstIn > lateAfter).length
  const everyStudent = groups.flatMap((group) => group.students)
  return {
    facts: [{ label: t`Late after`, value: lateAfter }],
    summary: t`${everyStudent.filter((student) => countLate(student.days) > 0).length} of ${plural(everyStudent.length, { one: '# student', other: '# students' })} came late at least once.`,
    blocks: groups.map(({ name, students }) => ({
      heading: name,
      facts: [{ label: t`Students`, value: String(students.length) }],
      newPage: true,
      columns: [
        column('roll', t`Roll`, 'text', 14),
        column('registerNo', t`Reg no.`, 'text', 28),
        column('name', t`Name`),
        column('days', t`Days in`, 'number', 22),
        column('in', t`Average in`, 'time', 26),
        column('out', t`Average out`, 'time', 26),
        column('late', t`Late entries`, 'number', 26),
        column('missing', t`Missing exits`, 'number', 28),
      ],
      rows: students.map((student): ReportRow => {
        const ins = student.days.map((day) => day.firstIn).filter((time) => time !== null)
        const outs = student.days.map((day) => day.lastOut).filter((time) => time !== null)
        const missing = student.days.filter((day) => isMissing(day, today)).length
        return {
          cells: [
            student.roll,
            student.registerNo,
            studentLabel({ ...student, left: false }),
            ins.length,
            meanTime(ins),
            meanTime(outs),
            countLate(student.days),
            missing,
          ],
        }
      }),
      empty: t`No students are in this section.`,
    })),
    notes: [
      t`Late: the first entry of the day is after ${lateAfter}. Averages are of the first entry and the last exit of each day.`,
      missingNote(),
      daysNote(),
    ],
  }
}
