import { sql } from 'kysely'
import type { z } from 'zod'
import { onSameSchool } from '#platform/database/onSameSchool.ts'
import { command, type CommandContext } from '#platform/command.ts'
import type { Tx } from '#platform/database/connect.ts'
import { runOncePerKey } from '#platform/requestKeys.ts'
import { Refusal } from '#platform/refusal.ts'
import { t } from '#shared/texts.ts'
import { messageLimitReached } from '../discipline.rules.ts'
import { incidentDelete, incidentUpdate, newIncidents } from '../discipline.schema.ts'
import { disciplineActions } from './discipline.permissions.ts'
import {
  lockType,
  lockVisibleSection,
  type Incident,
  incidentsById,
  lockIncident,
  type VisibleSection,
} from './discipline.sql.ts'
import { notifyGuardians, cancelNotification } from './notifyGuardians.ts'
import { countRecording, studentsAtMessageLimit } from './limits.ts'

/**
 * Records one incident for each student of a section and queues messages to their guardians. The same key with the same
 * input returns the first incidents again. NOT_FOUND for a section the viewer does not see. BAD_INPUT on `studentIds`
 * for a disabled student or one not in the section, and on `typeId` for an unknown type. RATE_LIMITED. An incident
 * beyond three messages per student and day is recorded with `notify` off.
 */
export const recordIncidents = command<typeof newIncidents, VisibleSection, Incident[]>({
  action: disciplineActions.record,
  input: newIncidents,
  load: ({ db, viewer, schoolId, input }) => lockVisibleSection(db, schoolId, viewer, input.sectionId),
  run: (running) =>
    runOncePerKey(
      running,
      disciplineActions.record.name,
      running.input,
      () => storeIncidents(running, running.row.termId),
      (ids) => incidentsById(running.db, running.schoolId, running.viewer, ids),
    ),
})

async function storeIncidents(running: CommandContext<z.output<typeof newIncidents>, unknown>, termId: number) {
  const { db, viewer, school, schoolId, input } = running
  const { sectionId, typeId, day, points, note = '', actionTaken = '', notify = false } = input
  const studentIds = [...new Set(input.studentIds)]
  await countRecording(db, viewer)
  await requireType(db, schoolId, typeId)
  await requireEnrolled(db, schoolId, sectionId, studentIds)
  const overLimit = notify ? await studentsAtMessageLimit(db, schoolId, studentIds) : new Set<number>()
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
        notify: notify && !overLimit.has(studentId),
        recordedBy: viewer.subject,
        recordedByName: viewer.name,
      })),
    )
    .returning(['id', 'notify'])
    .execute()
  const ids = rows.map((row) => row.id)
  const idsToNotify = rows.flatMap((row) => (row.notify ? [row.id] : []))
  if (idsToNotify.length > 0) await notifyGuardians(db, school, idsToNotify)
  const fields = ['sectionId', 'studentIds', 'typeId', 'day', 'points', 'note', 'actionTaken', 'notify']
  return { result: await incidentsById(db, schoolId, viewer, ids), ids, fields }
}

async function requireType(db: Tx, schoolId: number, typeId: number): Promise<void> {
  if (await lockType(db, schoolId, typeId)) return
  const message = t`This type no longer exists. Choose another one.`
  throw new Refusal('BAD_INPUT', message, [{ path: 'typeId', message }])
}

async function requireEnrolled(db: Tx, schoolId: number, sectionId: number, studentIds: readonly number[]): Promise<void> {
  const enrolled = await db
    .selectFrom('enrolments')
    .innerJoin('students', (on) => onSameSchool(on, 'students.id', 'enrolments.studentId'))
    .select('enrolments.studentId')
    .where('enrolments.schoolId', '=', schoolId)
    .where('enrolments.sectionId', '=', sectionId)
    .where(sql<boolean>`enrolments.student_id = any(${studentIds}::bigint[])`)
    .where('students.disabled', '=', false)
    .orderBy('enrolments.id')
    .forKeyShare('enrolments')
    .execute()
  if (enrolled.length === studentIds.length) return
  const message = t`A chosen student is disabled or no longer in this section. Please choose again.`
  throw new Refusal('BAD_INPUT', message, [{ path: 'studentIds', message }])
}

async function requireBelowLimit(db: Tx, schoolId: number, { id, studentId, studentName }: Incident): Promise<void> {
  if ((await studentsAtMessageLimit(db, schoolId, [studentId], id)).size === 0) return
  const message = messageLimitReached([studentName])
  throw new Refusal('BAD_INPUT', message, [{ path: 'notify', message }])
}

/**
 * Replaces the fields of an incident, but not its student. CONFLICT when it changed since `version`. A queued message
 * is updated or cancelled; a sent one is not. BAD_INPUT on `notify` when today's message limit is reached.
 */
export const updateIncident = command<typeof incidentUpdate, Incident, Incident>({
  action: disciplineActions.update,
  input: incidentUpdate,
  load: ({ db, viewer, schoolId, input }) => lockIncident(db, schoolId, viewer, input.id),
  run: async ({ db, viewer, school, schoolId, row, input }) => {
    const { id, version, typeId, day, points, note = '', actionTaken = '', notify = false } = input
    if (row.version !== version)
      throw new Refusal(
        'CONFLICT',
        t`Somebody else has changed this incident in the meantime. Check it again before you change it.`,
      )
    if (row.typeId !== typeId) await requireType(db, schoolId, typeId)
    if (notify && !row.notify) await requireBelowLimit(db, schoolId, row)
    await db
      .updateTable('incidents')
      .set({ incidentTypeId: typeId, day, points, note, actionTaken, notify, version: version + 1 })
      .set({ changedAt: new Date(), changedByName: viewer.name })
      .where('schoolId', '=', schoolId)
      .where('id', '=', id)
      .execute()
    if (notify) await notifyGuardians(db, school, [id])
    else if (row.notify) await cancelNotification(db, schoolId, id)
    const [result] = await incidentsById(db, schoolId, viewer, [id])
    const fields = ['typeId', 'day', 'points', 'note', 'actionTaken', 'notify']
    return { result: result ?? row, ids: [id], fields }
  },
})

/** Deletes an incident: it leaves every list and sum, and is kept with who deleted it and why. Returns its id. */
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
    if (row.notify) await cancelNotification(db, schoolId, id)
    return { result: id, ids: [id], fields: ['deletedAt', 'deleteReason'] }
  },
})
