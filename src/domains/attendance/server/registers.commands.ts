import type { z } from 'zod'
import { may, requirePermission } from '#platform/action.ts'
import { command, type CommandContext } from '#platform/command.ts'
import { mustNotBeErased } from '#domains/students/server/erased.exports.ts'
import { runOncePerKey } from '#platform/requestKeys.ts'
import { notFound, type Problem, Refusal } from '#platform/refusal.ts'
import { schoolDay, schoolTime, showMoment } from '#shared/dates.ts'
import { plural, t } from '#shared/texts.ts'
import { holidayName } from '../attendance.rules.ts'
import { correctMarkInput, saveRegisterInput } from '../attendance.schema.ts'
import { attendanceActions } from './attendance.permissions.ts'
import type { DayRegister } from './attendance.types.ts'
import { updateMessagesOfDay } from './updateMessagesOfDay.ts'
import { changeMarks, type NewMark, insertRegister, lastChange, lockRegister, type StoredRegister } from './marks.sql.ts'
import { dayRegister, mustBeInTimetable } from './registers.queries.ts'
import { lockMark, lockMembers, type MarkedRow, type RegisterDetails, registerByRef } from './registers.sql.ts'

const studentGone = {
  path: 'marks',
  get message() {
    return t`One of these students does not exist any more.`
  },
}
const conflicts = {
  registers_school_id_term_id_section_id_fkey: {
    path: 'sectionId',
    get message() {
      return t`This section does not exist any more.`
    },
  },
  registers_school_id_subject_id_fkey: {
    path: 'subjectId',
    get message() {
      return t`This subject does not exist any more.`
    },
  },
  mark_changes_school_id_student_id_fkey: studentGone,
  marks_school_id_student_id_fkey: studentGone,
}

type SavedRow = RegisterDetails & { schoolId: number; day: string }

/**
 * Stores a whole register: a mark for every student who was in the section that day. The first save creates the
 * register. Later saves correct it, if they are based on its current version, and write the history. A repeated key
 * returns the stored register.
 *
 * Refuses with NOT_FOUND for a section or subject that the viewer does not take, and with FORBIDDEN for a day that is
 * too long ago for a teacher. Refuses with BAD_INPUT on `day`, `session` or `starts`; on `marks.N.studentId` for a
 * student who was not there or a duplicate; on `marks` for missing students. Refuses with CONFLICT on `seen`, naming
 * who and when, if the stored version is later. A refused save stores nothing.
 */
export const saveRegister = command<typeof saveRegisterInput, SavedRow, DayRegister>({
  action: attendanceActions.submit,
  input: saveRegisterInput,
  conflicts,
  load: async ({ db, viewer, schoolId, input }) => {
    await lockMembers(db, schoolId, input.sectionId)
    const rows = await registerByRef(db, schoolId, viewer, input).execute()
    return rows[0] && { ...rows[0], schoolId, day: input.day }
  },
  run: async (running) => {
    const { db, viewer, school, schoolId, input, row } = running
    mustBeInTimetable(school.attType, input, row)
    const answer = (register: StoredRegister) =>
      dayRegister(schoolId, input.day, holidayName(input.day, row.holiday), { ...row, ...register })
    return runOncePerKey(
      running,
      attendanceActions.take.name,
      input,
      async () => {
        requirePermission(may(attendanceActions.take, { viewer, school, row }))
        const marks = input.marks.map(({ studentId, value, note = '' }): NewMark => ({ studentId, value, note }))
        mustMarkEveryStudent(marks, row.studentIds)
        await mustFollowStoredSave(running)
        const register =
          input.seen === 0 || row.id === null
            ? await createRegister(running, marks)
            : await updateRegister(running, marks, row.id)
        return { result: answer(register), ids: [register.id], fields: ['marks'] }
      },
      async () => {
        const stored = await registerByRef(db, schoolId, viewer, input).executeTakeFirst()
        if (!stored) throw notFound()
        return dayRegister(schoolId, input.day, holidayName(input.day, stored.holiday), stored)
      },
    )
  },
})

type Saving = CommandContext<z.output<typeof saveRegisterInput>, SavedRow>

async function createRegister(running: Saving, marks: readonly NewMark[]): Promise<StoredRegister> {
  const { db, viewer, schoolId, input, row } = running
  const { day, session, deviceAt } = input
  const { termId, sectionId, subjectId, starts } = row
  const register = { termId, sectionId, day, session, subjectId, starts, deviceAt: deviceAt ?? null }
  const stored = await insertRegister(db, schoolId, register, marks, viewer)
  if (stored) return stored
  const now = await registerByRef(db, schoolId, viewer, input).executeTakeFirst()
  throw await registerConflict(running, now?.id ?? 0)
}

/** @throws Refusal CONFLICT when the earlier save named in `after` was not stored, because somebody else was faster */
async function mustFollowStoredSave(running: Saving): Promise<void> {
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
  if (!stored) throw await registerConflict(running, row.id ?? 0)
}

/**
 * Corrects a taken register. A save based on a later version than the stored one is accepted: an offline phone counts
 * its own queued saves, and one of them may have changed nothing or never been stored.
 */
async function updateRegister(running: Saving, marks: readonly NewMark[], registerId: number): Promise<StoredRegister> {
  const { db, viewer, school, schoolId, input } = running
  const version = await lockRegister(db, schoolId, registerId)
  if (version === undefined || version > input.seen) throw await registerConflict(running, registerId)
  const { revaluedIds, ...stored } = await changeMarks(db, schoolId, registerId, marks, viewer, input.deviceAt ?? null)
  await updateMessagesOfDay(db, school, input.day, revaluedIds)
  return stored
}

/** Returns the refusal of a save that is based on an outdated version. */
async function registerConflict({ db, schoolId, row }: Saving, registerId: number): Promise<Refusal> {
  const last = await lastChange(db, schoolId, registerId)
  const message = conflictMessage(row.sectionName, last)
  return new Refusal('CONFLICT', message, [{ path: 'seen', message }])
}

function conflictMessage(section: string, last: Awaited<ReturnType<typeof lastChange>>): string {
  if (!last) return t`The register of ${section} is not there any more.`
  const time = showTimeOrMoment(last.at)
  return last.changed
    ? t`${section} was changed by ${last.name} at ${time} meanwhile.`
    : t`${section} was taken by ${last.name} at ${time} meanwhile.`
}

/** Formats a moment as `08:04` if it is today, otherwise with its date. */
function showTimeOrMoment(at: Date): string {
  return schoolDay(at) === schoolDay(new Date()) ? schoolTime(at).slice(0, 5) : showMoment(at)
}

/** @throws Refusal BAD_INPUT unless there is exactly one mark for each student of the section and none for others */
function mustMarkEveryStudent(marks: readonly NewMark[], studentIds: readonly number[]): void {
  const expected = new Set(studentIds)
  const seen = new Set<number>()
  const problems = marks.flatMap(({ studentId }, place): Problem[] => {
    const path = `marks.${place}.studentId`
    if (!expected.has(studentId)) return [{ path, message: t`This student is not in this section` }]
    if (seen.has(studentId)) return [{ path, message: t`This student is here twice` }]
    seen.add(studentId)
    return []
  })
  const missing = studentIds.length - seen.size
  if (missing > 0) {
    const message = t`${plural(missing, { one: 'A student of the section has no mark', other: '# students of the section have no mark' })}`
    problems.push({ path: 'marks', message })
  }
  const [first] = problems
  if (first) throw new Refusal('BAD_INPUT', first.message, problems)
}

type Correcting = CommandContext<z.output<typeof correctMarkInput>, MarkedRow>

/**
 * Corrects one mark of a taken register or an ended lecture and keeps the old value in the history. Returns the
 * register. Refuses with NOT_FOUND for a register that the viewer does not take, or a student who is not in it. Refuses
 * with CONFLICT on `was` when somebody else has changed the mark meanwhile, and while a lecture is live.
 */
export const correctMark = command<typeof correctMarkInput, MarkedRow, DayRegister>({
  action: attendanceActions.submit,
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
      const stored = await registerByRef(db, schoolId, viewer, row, { registerId: row.registerId }).executeTakeFirst()
      if (!stored) throw notFound()
      return dayRegister(schoolId, row.day, holidayName(row.day, stored.holiday), stored)
    }
    return runOncePerKey(
      running,
      'attendance.correct',
      input,
      async () => {
        requirePermission(may(attendanceActions.take, { viewer, school, row }))
        if (row.live) throw new Refusal('CONFLICT', t`This lecture is still live. End it first, or mark the student in it.`)
        if (row.value !== (input.was ?? null)) throw await markConflict(running)
        const { studentId, value, note = row.note, deviceAt = null } = input
        const marks = [{ studentId, value, note }]
        const { revaluedIds } = await changeMarks(db, schoolId, row.registerId, marks, viewer, deviceAt)
        await updateMessagesOfDay(db, school, row.day, revaluedIds)
        return { result: await answer(), ids: [row.registerId], fields: ['marks'] }
      },
      answer,
    )
  },
})

async function markConflict({ db, schoolId, row }: Correcting): Promise<Refusal> {
  const last = await lastChange(db, schoolId, row.registerId)
  const message = markConflictMessage(row, last)
  return new Refusal('CONFLICT', message, [{ path: 'was', message }])
}

function markConflictMessage({ studentName, value }: MarkedRow, last: Awaited<ReturnType<typeof lastChange>>): string {
  if (!last)
    return value === null
      ? t`${studentName} was marked with nothing meanwhile.`
      : t`${studentName} was marked ${value} meanwhile.`
  const time = showTimeOrMoment(last.at)
  return value === null
    ? t`${studentName} was marked with nothing by ${last.name} at ${time} meanwhile.`
    : t`${studentName} was marked ${value} by ${last.name} at ${time} meanwhile.`
}
