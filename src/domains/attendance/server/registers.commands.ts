import type { z } from 'zod'
import { may, mustBeAllowed } from '#platform/action.ts'
import { command, type Running } from '#platform/command.ts'
import { mustNotBeErased } from '#platform/erased.ts'
import { once } from '#platform/once.ts'
import { notFound, type Problem, Refusal } from '#platform/refusal.ts'
import { schoolDay, schoolTime, showMoment } from '#shared/dates.ts'
import { holidayName } from '../attendance.rules.ts'
import { correctMarkInput, saveRegisterInput } from '../attendance.schema.ts'
import { attendanceActions } from './attendance.permissions.ts'
import type { DayRegister } from './attendance.types.ts'
import { correctMessages } from './corrections.ts'
import { changeMarks, type GivenMark, insertRegister, lastWritten, lockRegister, type Written } from './marks.sql.ts'
import { dayRegister, mustBeTakenHere } from './registers.queries.ts'
import { lockMark, type MarkedRow, type NamedRow, registerNamed } from './registers.sql.ts'

const gone = 'This section does not exist any more.'
const conflicts = {
  registers_school_id_term_id_section_id_fkey: { path: 'sectionId', message: gone },
  registers_school_id_subject_id_fkey: { path: 'subjectId', message: 'This subject does not exist any more.' },
  mark_changes_school_id_student_id_fkey: { path: 'marks', message: 'One of these students does not exist any more.' },
  marks_school_id_student_id_fkey: { path: 'marks', message: 'One of these students does not exist any more.' },
}

type OfNamed = NamedRow & { schoolId: number; day: string }

/**
 * Stores a register whole: a mark for every enabled student of the section. The register is created by the first, and corrected by
 * whoever has seen its version; what was changed is kept. The same key answers the stored register again.
 *
 * NOT_FOUND for a section or subject the viewer does not take; FORBIDDEN for a day that is too long ago for a teacher; BAD_INPUT on
 * `day`, `session`, `starts`, and on `marks.N.studentId` for a student who is not of the section or stands twice, on `marks` for
 * those who are missing: nothing is stored then. CONFLICT on `seen` when the stored version is a later one, with who and when.
 */
export const saveRegister = command<typeof saveRegisterInput, OfNamed, DayRegister>({
  action: attendanceActions.askToTake,
  input: saveRegisterInput,
  conflicts,
  load: async ({ db, viewer, schoolId, input }) => {
    const row = await registerNamed(db, schoolId, viewer, input).executeTakeFirst()
    return row && { ...row, schoolId, day: input.day }
  },
  run: async (running) => {
    const { db, viewer, school, schoolId, input, row } = running
    mustBeTakenHere(school.attType, input, row)
    const answer = (register: Written) =>
      dayRegister(schoolId, input.day, holidayName(input.day, row.holiday), { ...row, ...register })
    return once(
      running,
      attendanceActions.take.name,
      input,
      async () => {
        mustBeAllowed(may(attendanceActions.take, { viewer, school, row }))
        const marks = input.marks.map(({ studentId, value, note = '' }): GivenMark => ({ studentId, value, note }))
        refuseStrangers(marks, row.studentIds)
        await mustFollow(running)
        const register =
          input.seen === 0 || row.id === null ? await take(running, marks) : await takeAgain(running, marks, row.id)
        return { result: answer(register), ids: [register.id], fields: ['marks'] }
      },
      async () => {
        const stored = await registerNamed(db, schoolId, viewer, input).executeTakeFirst()
        if (!stored) throw notFound()
        return dayRegister(schoolId, input.day, holidayName(input.day, stored.holiday), stored)
      },
    )
  },
})

type Saving = Running<z.output<typeof saveRegisterInput>, OfNamed>

async function take(running: Saving, marks: readonly GivenMark[]): Promise<Written> {
  const { db, viewer, schoolId, input, row } = running
  const { day, session, deviceAt } = input
  const { termId, sectionId, subjectId, starts } = row
  const register = { termId, sectionId, day, session, subjectId, starts, deviceAt: deviceAt ?? null }
  const stored = await insertRegister(db, schoolId, register, marks, viewer)
  if (stored) return stored
  const now = await registerNamed(db, schoolId, viewer, input).executeTakeFirst()
  throw await takenMeanwhile(running, now?.id ?? 0)
}

/** @throws Refusal CONFLICT when the save that this one was made over is not stored: somebody else was faster than that one */
async function mustFollow(running: Saving): Promise<void> {
  const { db, viewer, schoolId, input, row } = running
  if (!input.after) return
  const stored = await db
    .selectFrom('requestKeys')
    .select('key')
    .where('schoolId', '=', schoolId)
    .where('key', '=', input.after)
    .where('action', '=', attendanceActions.take.name)
    .where('createdBy', '=', viewer.subject)
    .executeTakeFirst()
  if (!stored) throw await takenMeanwhile(running, row.id ?? 0)
}

/**
 * A save that was made of a later version than the stored one is fine: a phone without a connection counts its own waiting saves, and
 * one of them has changed nothing, or was never stored.
 */
async function takeAgain(running: Saving, marks: readonly GivenMark[], registerId: number): Promise<Written> {
  const { db, viewer, school, schoolId, input } = running
  const version = await lockRegister(db, schoolId, registerId)
  if (version === undefined || version > input.seen) throw await takenMeanwhile(running, registerId)
  const { revaluedIds, ...stored } = await changeMarks(db, schoolId, registerId, marks, viewer, input.deviceAt ?? null)
  await correctMessages(db, school, input.day, revaluedIds)
  return stored
}

/** The refusal of a save that was made of another version than the stored one. */
async function takenMeanwhile({ db, schoolId, row }: Saving, registerId: number): Promise<Refusal> {
  const last = await lastWritten(db, schoolId, registerId)
  const message = last
    ? `${row.sectionName} was ${last.changed ? 'changed' : 'taken'} by ${last.name} at ${moment(last.at)} meanwhile.`
    : `The register of ${row.sectionName} is not there any more.`
  return new Refusal('CONFLICT', message, [{ path: 'seen', message }])
}

/** `08:04` today, else with its day. */
function moment(at: Date): string {
  return schoolDay(at) === schoolDay(new Date()) ? schoolTime(at).slice(0, 5) : showMoment(at)
}

/** @throws Refusal BAD_INPUT unless there is one mark for each student of the section and none for anybody else */
function refuseStrangers(marks: readonly GivenMark[], studentIds: readonly number[]): void {
  const expected = new Set(studentIds)
  const seen = new Set<number>()
  const problems = marks.flatMap(({ studentId }, place): Problem[] => {
    const path = `marks.${place}.studentId`
    if (!expected.has(studentId)) return [{ path, message: 'This student is not in this section' }]
    if (seen.has(studentId)) return [{ path, message: 'This student is here twice' }]
    seen.add(studentId)
    return []
  })
  const missing = studentIds.length - seen.size
  if (missing > 0) {
    const message = missing === 1 ? 'A student of the section has no mark' : `${missing} students of the section have no mark`
    problems.push({ path: 'marks', message })
  }
  const [first] = problems
  if (first) throw new Refusal('BAD_INPUT', first.message, problems)
}

type Correcting = Running<z.output<typeof correctMarkInput>, MarkedRow>

/**
 * Corrects one mark of a register that was taken, also of a lecture that has ended; what it was is kept. Answers the register.
 * NOT_FOUND for a register the viewer does not take and for a student it has nothing to do with; CONFLICT on `was` when somebody
 * else has changed the mark meanwhile, and while a lecture is live.
 */
export const correctMark = command<typeof correctMarkInput, MarkedRow, DayRegister>({
  action: attendanceActions.askToTake,
  input: correctMarkInput,
  conflicts,
  load: async ({ db, viewer, schoolId, input }) => {
    const mark = await lockMark(db, schoolId, viewer, input)
    if (mark) await mustNotBeErased(db, schoolId, [input.studentId])
    return mark
  },
  run: async (running) => {
    const { db, viewer, school, schoolId, input, row } = running
    const answer = async () => {
      const stored = await registerNamed(db, schoolId, viewer, row, row.registerId).executeTakeFirst()
      if (!stored) throw notFound()
      return dayRegister(schoolId, row.day, holidayName(row.day, stored.holiday), stored)
    }
    return once(
      running,
      'attendance.correct',
      input,
      async () => {
        mustBeAllowed(may(attendanceActions.take, { viewer, school, row }))
        if (row.live) throw new Refusal('CONFLICT', 'This lecture is still live. End it first, or mark the student in it.')
        if (row.value !== (input.was ?? null)) throw await changedMeanwhile(running)
        const { studentId, value, note = row.note, deviceAt = null } = input
        const marks = [{ studentId, value, note }]
        const { revaluedIds } = await changeMarks(db, schoolId, row.registerId, marks, viewer, deviceAt)
        await correctMessages(db, school, row.day, revaluedIds)
        return { result: await answer(), ids: [row.registerId], fields: ['marks'] }
      },
      answer,
    )
  },
})

async function changedMeanwhile({ db, schoolId, row }: Correcting): Promise<Refusal> {
  const last = await lastWritten(db, schoolId, row.registerId)
  const by = last ? ` by ${last.name} at ${moment(last.at)}` : ''
  const message = `${row.studentName} was marked ${row.value ?? 'with nothing'}${by} meanwhile.`
  return new Refusal('CONFLICT', message, [{ path: 'was', message }])
}
