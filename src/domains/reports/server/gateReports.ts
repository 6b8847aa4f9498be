import { type Day, schoolDay } from '#shared/dates.ts'
import { column, type ReportRow } from '../report.model.ts'
import { studentLabel } from './condensed.ts'
import type { SectionRow } from './sectionsAndTeachers.sql.ts'
import { type GateDay, gateDays, meanTime } from './gate.rules.ts'
import type { GateRow } from './gate.sql.ts'
import type { ReportContent } from './reportContent.ts'
import { countWithNoun } from '#shared/plural.ts'

interface GateStudent extends GateRow {
  days: GateDay[]
}

const daysNote = 'Working days: days on which somebody passed the gate.'
const missingNote = 'Missing: the last scan of the day is an entry. Today does not count yet.'

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
    summary: `${countWithNoun(days.length, 'student day')} at the gate, ${days.filter((day) => isMissing(day, today)).length} without an exit.`,
    blocks: groups.map(({ name, students }) => ({
      heading: passed.length > 0 ? name : 'The gate',
      facts: passed.length > 0 ? [{ label: 'Students', value: String(students.length) }] : [],
      newPage: true,
      columns: [
        column('day', 'Date', 'day', 26),
        column('roll', 'Roll', 'text', 14),
        column('name', 'Name'),
        column('in', 'First in', 'time', 20),
        column('out', 'Last out', 'time', 20),
        column('minutes', 'Minutes inside', 'number', 28),
        column('missing', 'Exit', 'text', 22),
        column('device', 'Device', 'text', 55),
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
              missing ? 'Missing' : day.endsInside ? 'Inside' : '',
              day.devices.join(', '),
            ],
            ...(missing ? { shaded: true } : {}),
          }
        }),
      empty: 'Nobody passed the gate in these days.',
    })),
    notes: [
      'Minutes inside: from each entry to the exit that follows it.',
      missingNote,
      daysNote,
      'Students who did not pass the gate are not listed, nor are sections where nobody did.',
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
    facts: [{ label: 'Late after', value: lateAfter }],
    summary: `${everyStudent.filter((student) => countLate(student.days) > 0).length} of ${countWithNoun(everyStudent.length, 'student')} came late at least once.`,
    blocks: groups.map(({ name, students }) => ({
      heading: name,
      facts: [{ label: 'Students', value: String(students.length) }],
      newPage: true,
      columns: [
        column('roll', 'Roll', 'text', 14),
        column('registerNo', 'Reg no.', 'text', 28),
        column('name', 'Name'),
        column('days', 'Days in', 'number', 22),
        column('in', 'Average in', 'time', 26),
        column('out', 'Average out', 'time', 26),
        column('late', 'Late entries', 'number', 26),
        column('missing', 'Missing exits', 'number', 28),
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
      empty: 'No students are in this section.',
    })),
    notes: [
      `Late: the first entry of the day is after ${lateAfter}. Averages are of the first entry and the last exit of each day.`,
      missingNote,
      daysNote,
    ],
  }
}
