import { z } from 'zod'
import { command, query } from '#platform/command.ts'
import type { DocumentJob } from '#platform/documentJobs/documentJobs.sql.ts'
import { orderDocument, findOrderedDocument } from '#platform/documentJobs/orderDocument.ts'
import { runOncePerKey } from '#platform/requestKeys.ts'
import { notFound, Refusal } from '#platform/refusal.ts'
import { dataOrder, defaultRetention, erasure, privacyOf, retentionForm, type Retention } from '../privacy.schema.ts'
import { type Erased, type ErasureCounts, erasureCounts, eraseRows, lockErased, whyNotErased } from './erase.ts'
import { type OfSchool, privacyActions } from './privacy.permissions.ts'

/** What may be done about one student's data, and what an erasure would take. */
export interface StudentPrivacy {
  schoolId: number
  id: number
  erasedAt: Date | null
  counts: ErasureCounts
  /** Why she cannot be erased now; none: she can. */
  whyNot: string[]
}

/** What is held about a student, counted. NOT_FOUND for one who is not there. */
export const viewStudentPrivacy = query({
  action: privacyActions.viewStudent,
  input: privacyOf,
  run: async ({ db, read, schoolId, input: { id } }): Promise<StudentPrivacy> => {
    const [[student], [counts]] = await read(
      db.selectFrom('students').select(['id', 'schoolId', 'erasedAt']).where('schoolId', '=', schoolId).where('id', '=', id),
      erasureCounts(schoolId, id),
    )
    if (!student || !counts) throw notFound()
    const whyNot = student.erasedAt === null ? await whyNotErased({ db, read }, schoolId, id) : []
    return { ...student, counts, whyNot }
  },
})

/**
 * Orders a ZIP of everything about a student; it is made behind the answer. The whole Aadhaar number is in it, which is written into
 * the audit log like looking at it. The same key orders it once.
 */
export const orderStudentData = command<typeof dataOrder, Erased, DocumentJob>({
  action: privacyActions.exportStudent,
  input: dataOrder,
  load: ({ db, schoolId, input }) => lockErased(db, schoolId, input.id),
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
    // The audit row is about her, and not about the order.
    return { ...ordered, ids: [id] }
  },
})

const line = (text: string) => text.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase()

/**
 * Erases a student who has left: what says who she was goes, money and counts stay. Asked again it changes nothing. BAD_INPUT on `name`
 * that is not hers; CONFLICT with the reasons as long as she cannot be erased. Answers her id.
 */
export const eraseStudent = command<typeof erasure, Erased, number>({
  action: privacyActions.erase,
  input: erasure,
  load: ({ db, schoolId, input }) => lockErased(db, schoolId, input.id),
  run: async ({ db, read, call, schoolId, input, row }) => {
    if (row.erasedAt !== null) return { result: row.id, ids: [row.id] }
    if (line(input.name) !== line(row.name)) {
      const message = 'This is not the name of the student'
      throw new Refusal('BAD_INPUT', message, [{ path: 'name', message }])
    }
    const { database } = call
    const after = await eraseRows({ db, read, database, config: call.services.config }, { ...row, schoolId })
    return { result: row.id, ids: [row.id], fields: ['everything'], afterCommit: after }
  },
})

/** How long the school keeps what. */
export const viewRetention = query({
  action: privacyActions.viewRetention,
  input: z.object({}),
  run: async ({ db, read, schoolId }): Promise<Retention & OfSchool> => {
    const [[stored]] = await read(db.selectFrom('retention').selectAll().where('schoolId', '=', schoolId))
    return { ...defaultRetention, ...stored, schoolId }
  },
})

/** Says how long the school keeps what, from the next night on. */
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
