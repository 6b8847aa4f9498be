import { type Day, schoolDay } from '#shared/dates.ts'
import { column, type ReportRow } from '../report.model.ts'
import { nameOf } from './condensed.ts'
import type { SectionRow } from './people.sql.ts'
import { type GateDay, gateDays, meanTime } from './gate.rules.ts'
import type { GateRow } from './gate.sql.ts'
import type { ReportContent } from './reportContent.ts'
import { countWithNoun } from '#shared/plural.ts'

interface GateStudent extends GateRow {
  days: GateDay[]
}

const daysNote = 'Working days: those on which somebody passed the gate.'
const missingNote = 'Missing: the last scan of the day went in. The day under way is not missing yet.'

function bySection(sections: readonly SectionRow[], rows: readonly GateRow[]): { name: string; students: GateStudent[] }[] {
  const ofSection = Map.groupBy(rows, (row) => row.sectionId)
  return sections.map(({ id, name }) => ({
    name,
    students: (ofSection.get(id) ?? []).map((row) => ({ ...row, days: gateDays(row.scans) })),
  }))
}

function isMissing({ open, day }: GateDay, today: Day): boolean {
  return open && day < today
}

/** A row for each day of each student who passed the gate. */
export function entriesAndExits(sections: readonly SectionRow[], rows: readonly GateRow[], now: Date): ReportContent {
  const today = schoolDay(now)
  const all = bySection(sections, rows)
  const passed = all.filter((group) => group.students.some((student) => student.days.length > 0))
  // A page for each section that nobody came from would be a stack of empty ones.
  const groups = passed.length > 0 ? passed : all.slice(0, 1)
  const days = passed.flatMap((group) => group.students.flatMap((student) => student.days))
  return {
    facts: [],
    summary: `${countWithNoun(days.length, 'day')} of students at the gate, ${days.filter((day) => isMissing(day, today)).length} without an exit.`,
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
        // Sorted by day alone: within one, the students stay in the order of their rolls.
        .sort((one, other) => (one.day.day < other.day.day ? -1 : one.day.day > other.day.day ? 1 : 0))
        .map(({ student, day }): ReportRow => {
          const missing = isMissing(day, today)
          return {
            cells: [
              day.day,
              student.roll,
              nameOf({ ...student, left: false }),
              day.firstIn,
              day.lastOut,
              day.minutes,
              missing ? 'Missing' : day.open ? 'Inside' : '',
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
      'Who did not pass the gate is not here, nor is a section of which nobody did.',
    ],
  }
}

/** A row for each student: days in, average times, how often late and without an exit. */
export function entriesCondensed(
  sections: readonly SectionRow[],
  rows: readonly GateRow[],
  lateAfter: string,
  now: Date,
): ReportContent {
  const today = schoolDay(now)
  const groups = bySection(sections, rows)
  const late = (days: readonly GateDay[]) => days.filter((day) => day.firstIn !== null && day.firstIn > lateAfter).length
  const all = groups.flatMap((group) => group.students)
  return {
    facts: [{ label: 'Late after', value: lateAfter }],
    summary: `${all.filter((student) => late(student.days) > 0).length} of ${countWithNoun(all.length, 'student')} came late at least once.`,
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
            nameOf({ ...student, left: false }),
            ins.length,
            meanTime(ins),
            meanTime(outs),
            late(student.days),
            missing,
          ],
        }
      }),
      empty: 'No students sit in this section.',
    })),
    notes: [
      `Late: the first entry of a day is after ${lateAfter}. Averages are of the first entry and the last exit of each day.`,
      missingNote,
      daysNote,
    ],
  }
}
