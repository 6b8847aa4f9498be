import { z } from 'zod'
import { t } from '#shared/texts.ts'
import { command, query } from '#platform/command.ts'
import type { DocumentJob } from '#platform/documentJobs/documentJobs.sql.ts'
import type { Db, Tx } from '#platform/database/connect.ts'
import { orderDocument, findOrderedDocument } from '#platform/documentJobs/orderDocument.ts'
import { runOncePerKey } from '#platform/requestKeys.ts'
import { notFound, Refusal } from '#platform/refusal.ts'
import { dataOrder, defaultRetention, erasure, privacyOf, retentionForm, type Retention } from '../privacy.schema.ts'
import {
  type StudentToErase,
  type ErasureCounts,
  erasureCounts,
  eraseStudentRows,
  lockStudent,
  erasureBlockers,
} from './erase.ts'
import { type Erasable, type SchoolScope, privacyActions } from './privacy.permissions.ts'

/** The permissions for one student's data, and the counts of an erasure. */
export interface StudentPrivacy {
  schoolId: number
  id: number
  erasedAt: Date | null
  erasureAskedAt: Date | null
  counts: ErasureCounts
  /** Why the student cannot be erased now; empty when the erasure is possible. */
  whyNot: string[]
}

/** The fields of a student on which the rights over the data depend, and who has asked for the erasure. */
export interface PrivacyRights extends Erasable {
  erasureAskedByName: string | null
}

/** Returns the fields of a student on which the rights over the data depend. NOT_FOUND for an unknown student. */
export const viewPrivacyRights = query({
  action: privacyActions.viewStudent,
  input: privacyOf,
  run: async ({ db, read, schoolId, input: { id } }): Promise<PrivacyRights> => {
    const [[student]] = await read(erasableStudent(db, schoolId, id))
    if (!student) throw notFound()
    return student
  },
})

/** Returns the number of rows held about a student. NOT_FOUND for an unknown student. */
export const viewStudentPrivacy = query({
  action: privacyActions.viewStudent,
  input: privacyOf,
  run: async ({ db, read, schoolId, input: { id } }): Promise<StudentPrivacy> => {
    const [[student], [counts]] = await read(erasableStudent(db, schoolId, id), erasureCounts(schoolId, id))
    if (!student || !counts) throw notFound()
    const whyNot = student.erasedAt === null ? await erasureBlockers({ db, read }, schoolId, id) : []
    return { ...student, counts, whyNot }
  },
})

function erasableStudent(db: Db, schoolId: number, id: number) {
  return db
    .selectFrom('students')
    .select(['id', 'schoolId', 'erasedAt', 'erasureAskedAt', 'erasureAskedByName'])
    .where('schoolId', '=', schoolId)
    .where('id', '=', id)
}

/**
 * Orders a ZIP of everything about a student, which is made in the background. It contains the whole Aadhaar number, so
 * the audit log records it like revealing the number. The same key orders it once.
 */
export const orderStudentData = command<typeof dataOrder, StudentToErase, DocumentJob>({
  action: privacyActions.exportStudent,
  input: dataOrder,
  load: ({ db, schoolId, input }) => lockStudent(db, schoolId, input.id),
  run: async (running) => {
    const { id, name } = running.row
    const ordered = await runOncePerKey(
      running,
      'student.exportData',
      running.input,
      async () => {
        const order = { kind: 'STUDENT_DATA', title: `Everything about ${name}`, params: { id }, email: null } as const
        const job = await orderDocument(running, order)
        return { result: job, ids: [job.id], fields: ['aadharNumber', 'everything'] }
      },
      (ids) => findOrderedDocument(running, ids),
    )
    // The audit row refers to the student, not to the order.
    return { ...ordered, ids: [id] }
  },
})

const normalizedName = (text: string) => text.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase()

/** @throws Refusal BAD_INPUT on `name` when it is not the student's name */
function refuseOtherName(typed: string, { name }: StudentToErase): void {
  if (normalizedName(typed) === normalizedName(name)) return
  const message = t`This is not the name of the student`
  throw new Refusal('BAD_INPUT', message, [{ path: 'name', message }])
}

/**
 * Asks for the erasure of a student who has left. A super administrator carries it out, or the nightly job when the
 * waiting time is over (`erasures.rules.ts`), unless somebody stops it. Refused as the erasure itself. Returns the
 * student's id.
 */
export const askForErasure = command<typeof erasure, StudentToErase, number>({
  action: privacyActions.askErasure,
  input: erasure,
  load: ({ db, schoolId, input }) => lockStudent(db, schoolId, input.id),
  run: async ({ db, read, viewer, schoolId, input, row }) => {
    refuseOtherName(input.name, row)
    const reasons = await erasureBlockers({ db, read }, schoolId, row.id)
    if (reasons.length > 0) throw new Refusal('CONFLICT', reasons.join(' '))
    await writeAsked(db, row, { erasureAskedAt: new Date(), erasureAskedByName: viewer.name })
    return { result: row.id, ids: [row.id] }
  },
})

/** Stops an erasure that was asked for. Returns the student's id. */
export const stopErasure = command<typeof privacyOf, StudentToErase, number>({
  action: privacyActions.stopErasure,
  input: privacyOf,
  load: ({ db, schoolId, input }) => lockStudent(db, schoolId, input.id),
  run: async ({ db, row }) => {
    await writeAsked(db, row, { erasureAskedAt: null, erasureAskedByName: null })
    return { result: row.id, ids: [row.id] }
  },
})

async function writeAsked(
  db: Tx,
  { schoolId, id }: StudentToErase,
  asked: { erasureAskedAt: Date | null; erasureAskedByName: string | null },
): Promise<void> {
  await db.updateTable('students').set(asked).where('schoolId', '=', schoolId).where('id', '=', id).execute()
}

/**
 * Erases a student who has left: everything that identifies the student goes, money and counts stay. Repeating it
 * changes nothing. BAD_INPUT on `name` for a wrong name. CONFLICT with the reasons while the student cannot be erased.
 * Returns the student's id.
 */
export const eraseStudent = command<typeof erasure, StudentToErase, number>({
  action: privacyActions.erase,
  input: erasure,
  load: ({ db, schoolId, input }) => lockStudent(db, schoolId, input.id),
  run: async ({ db, read, call, schoolId, input, row }) => {
    if (row.erasedAt !== null) return { result: row.id, ids: [row.id] }
    refuseOtherName(input.name, row)
    const { database } = call
    const after = await eraseStudentRows({ db, read, database, config: call.services.config }, { ...row, schoolId })
    return { result: row.id, ids: [row.id], fields: ['everything'], afterCommit: after }
  },
})

/** Returns a school's retention. */
export const viewRetention = query({
  action: privacyActions.viewRetention,
  input: z.object({}),
  run: async ({ db, read, schoolId }): Promise<Retention & SchoolScope> => {
    const [[stored]] = await read(db.selectFrom('retention').selectAll().where('schoolId', '=', schoolId))
    return { ...defaultRetention, ...stored, schoolId }
  },
})

/** Changes a school's retention, effective from the next night. */
export const saveRetention = command({
  action: privacyActions.saveRetention,
  input: retentionForm,
  run: async ({ db, viewer, schoolId, input }) => {
    const values = { ...input, changedAt: new Date(), changedByName: viewer.name }
    const before = await db.selectFrom('retention').selectAll().where('schoolId', '=', schoolId).executeTakeFirst()
    await db
      .insertInto('retention')
      .values({ schoolId, ...values })
      .onConflict((conflict) => conflict.column('schoolId').doUpdateSet(values))
      .execute()
    const was = { ...defaultRetention, ...before }
    const fields = (Object.keys(input) as (keyof Retention)[]).filter((field) => input[field] !== was[field])
    return { result: { ...input, schoolId }, ids: [], fields }
  },
})
