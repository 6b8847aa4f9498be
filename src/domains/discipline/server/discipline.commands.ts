import { sql } from 'kysely'
import type { z } from 'zod'
import { command, type Running } from '#platform/command.ts'
import type { Tx } from '#platform/database/connect.ts'
import { once } from '#platform/once.ts'
import { Refusal } from '#platform/refusal.ts'
import { notToldAgain } from '../discipline.rules.ts'
import { incidentDelete, incidentUpdate, newIncidents } from '../discipline.schema.ts'
import { disciplineActions } from './discipline.permissions.ts'
import {
  holdType,
  holdVisibleSection,
  type Incident,
  incidentsById,
  lockIncident,
  type VisibleSection,
} from './discipline.sql.ts'
import { tellGuardians, tellNobody } from './tellGuardians.ts'
import { limitRecordings, toldEnough } from './tellLimit.ts'

/**
 * Records one incident for each of some students of a section, and queues what their guardians are told. The same key with the same
 * input answers the first ones again. NOT_FOUND for a section the viewer does not see; BAD_INPUT on `studentIds` when somebody does
 * not sit in it (any more) or is disabled, on `typeId` for a type that is not there; RATE_LIMITED. Guardians who were told of three
 * incidents of a student today are not told of one more: its `notify` is off.
 */
export const recordIncidents = command<typeof newIncidents, VisibleSection, Incident[]>({
  action: disciplineActions.record,
  input: newIncidents,
  load: ({ db, viewer, schoolId, input }) => holdVisibleSection(db, schoolId, viewer, input.sectionId),
  run: (running) =>
    once(
      running,
      disciplineActions.record.name,
      running.input,
      () => store(running, running.row.termId),
      (ids) => incidentsById(running.db, running.schoolId, running.viewer, ids),
    ),
})

async function store(running: Running<z.output<typeof newIncidents>, unknown>, termId: number) {
  const { db, viewer, school, schoolId, input } = running
  const { sectionId, typeId, day, points, note = '', actionTaken = '', notify = false } = input
  const studentIds = [...new Set(input.studentIds)]
  await limitRecordings(db, viewer)
  await mustHaveType(db, schoolId, typeId)
  await mustSitIn(db, schoolId, sectionId, studentIds)
  const enough = notify ? await toldEnough(db, schoolId, studentIds) : new Set<number>()
  const rows = await db
    .insertInto('incidents')
    .values(
      studentIds.map((studentId) => ({
        schoolId,
        termId,
        sectionId,
        studentId,
        incidentTypeId: typeId,
        day,
        points,
        note,
        actionTaken,
        notify: notify && !enough.has(studentId),
        recordedBy: viewer.subject,
        recordedByName: viewer.name,
      })),
    )
    .returning(['id', 'notify'])
    .execute()
  const ids = rows.map((row) => row.id)
  const told = rows.flatMap((row) => (row.notify ? [row.id] : []))
  if (told.length > 0) await tellGuardians(db, school, told)
  const fields = ['sectionId', 'studentIds', 'typeId', 'day', 'points', 'note', 'actionTaken', 'notify']
  return { result: await incidentsById(db, schoolId, viewer, ids), ids, fields }
}

async function mustHaveType(db: Tx, schoolId: number, typeId: number): Promise<void> {
  if (await holdType(db, schoolId, typeId)) return
  const message = 'This type is not there any more. Choose another one.'
  throw new Refusal('BAD_INPUT', message, [{ path: 'typeId', message }])
}

async function mustSitIn(db: Tx, schoolId: number, sectionId: number, studentIds: readonly number[]): Promise<void> {
  const seated = await db
    .selectFrom('enrolments')
    .innerJoin('students', (on) =>
      on.onRef('students.schoolId', '=', 'enrolments.schoolId').onRef('students.id', '=', 'enrolments.studentId'),
    )
    .select('enrolments.studentId')
    .where('enrolments.schoolId', '=', schoolId)
    .where('enrolments.sectionId', '=', sectionId)
    .where(sql<boolean>`enrolments.student_id = any(${studentIds}::bigint[])`)
    .where('students.disabled', '=', false)
    .orderBy('enrolments.id')
    .forKeyShare('enrolments')
    .execute()
  if (seated.length === studentIds.length) return
  const message = 'Somebody who was chosen is not in this section any more, or is disabled. Please choose again.'
  throw new Refusal('BAD_INPUT', message, [{ path: 'studentIds', message }])
}

async function mustNotBeToldEnough(db: Tx, schoolId: number, { id, studentId, studentName }: Incident): Promise<void> {
  if ((await toldEnough(db, schoolId, [studentId], id)).size === 0) return
  const message = notToldAgain([studentName])
  throw new Refusal('BAD_INPUT', message, [{ path: 'notify', message }])
}

/**
 * Replaces what is said of an incident; whom it is about stays. CONFLICT when it was changed since `version` was seen. Guardians who
 * wait for a message about it get the new words, or none; what has gone is not taken back. BAD_INPUT on `notify` where they were told of enough today.
 */
export const updateIncident = command<typeof incidentUpdate, Incident, Incident>({
  action: disciplineActions.update,
  input: incidentUpdate,
  load: ({ db, viewer, schoolId, input }) => lockIncident(db, schoolId, viewer, input.id),
  run: async ({ db, viewer, school, schoolId, row, input }) => {
    const { id, version, typeId, day, points, note = '', actionTaken = '', notify = false } = input
    if (row.version !== version)
      throw new Refusal('CONFLICT', 'Somebody else has changed this incident meanwhile. Look at it again before you change it.')
    if (row.typeId !== typeId) await mustHaveType(db, schoolId, typeId)
    if (notify && !row.notify) await mustNotBeToldEnough(db, schoolId, row)
    await db
      .updateTable('incidents')
      .set({ incidentTypeId: typeId, day, points, note, actionTaken, notify, version: version + 1 })
      .set({ changedAt: new Date(), changedByName: viewer.name })
      .where('schoolId', '=', schoolId)
      .where('id', '=', id)
      .execute()
    if (notify) await tellGuardians(db, school, [id])
    else if (row.notify) await tellNobody(db, schoolId, id)
    const [result] = await incidentsById(db, schoolId, viewer, [id])
    const fields = ['typeId', 'day', 'points', 'note', 'actionTaken', 'notify']
    return { result: result ?? row, ids: [id], fields }
  },
})

/** Takes an incident out of every list and sum; it is kept with who has deleted it, and why. Answers its id. */
export const deleteIncident = command<typeof incidentDelete, Incident, number>({
  action: disciplineActions.delete,
  input: incidentDelete,
  load: ({ db, viewer, schoolId, input }) => lockIncident(db, schoolId, viewer, input.id),
  run: async ({ db, viewer, schoolId, row, input: { id, reason } }) => {
    await db
      .updateTable('incidents')
      .set({ deletedAt: new Date(), deletedByName: viewer.name, deleteReason: reason })
      .where('schoolId', '=', schoolId)
      .where('id', '=', id)
      .execute()
    if (row.notify) await tellNobody(db, schoolId, id)
    return { result: id, ids: [id], fields: ['deletedAt', 'deleteReason'] }
  },
})
