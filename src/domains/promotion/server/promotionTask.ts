import { msg } from '#shared/texts.ts'
import { sql, type UpdateObject } from 'kysely'
import { asRefusal } from '#platform/database/failures.ts'
import type { Database, Tx } from '#platform/database/connect.ts'
import type { DB } from '#platform/database/schema.types.ts'
import { withStatementTimeout } from '#platform/database/statementTimeout.ts'
import type { Log } from '#platform/logging.ts'
import { Refusal } from '#platform/refusal.ts'
import { advanceTask, type Claim, endTask } from '#platform/backgroundTasks/backgroundTasks.sql.ts'
import { type Task, TaskLost } from '#platform/backgroundTasks/worker.ts'
import { failedMessage } from '../promotion.rules.ts'
import { sectionOptions, studentOptions } from '../promotion.schema.ts'
import { copyFees } from './feesPart.ts'
import { noteRows, type Part } from './promotion.sql.ts'
import { copySection, type Outcome } from './sectionPart.ts'
import { enrolStudentsOfPart } from './studentsPart.ts'

/** The key of a batch. */
interface BatchKey {
  schoolId: number
  promotionId: number
}

/** A batch of this run. */
interface OwnBatch extends BatchKey {
  claim: Claim
}

/** Maximum number of schools that one process promotes at a time. */
const schoolsAtOnce = 2
/** Statement timeout of a part, which has some hundred students. */
const partMs = 300_000

/** Carries out ordered promotions. Each part is done exactly once, however often a process dies. */
export function promotionTask({ database, log }: { database: Database; log: Log }): Task {
  return {
    kind: 'PROMOTION',
    atOnce: schoolsAtOnce,
    carryOut: async (claim, signal) => {
      const own = { schoolId: claim.schoolId, promotionId: claim.id, claim }
      if (!(await begin(database, own))) return
      while (await withStatementTimeout(partMs, () => nextPart(database, own, log))) signal.throwIfAborted()
    },
    interrupted: async (db, { schoolId, id: promotionId }, next) => {
      const values: Change = next === 'AGAIN' ? { state: 'QUEUED' } : { state: 'FAILED', finishedAt: sql`now()` }
      await db
        .updateTable('promotions')
        .set({ ...values, run: null })
        .where('schoolId', '=', schoolId)
        .where('id', '=', promotionId)
        .where('state', 'in', ['QUEUED', 'RUNNING'])
        .execute()
    },
  }
}

/** Begins a batch; false when it needs nothing any more. */
async function begin(database: Database, { schoolId, promotionId, claim }: OwnBatch): Promise<boolean> {
  return database.transaction(schoolId, async (db) => {
    const { numUpdatedRows } = await db
      .updateTable('promotions')
      .set({ state: 'RUNNING', run: claim.run })
      .where('schoolId', '=', schoolId)
      .where('id', '=', promotionId)
      .where('state', 'in', ['QUEUED', 'RUNNING'])
      .executeTakeFirst()
    if (numUpdatedRows === 1n) return true
    await endTask(db, claim)
    return false
  })
}

type Change = UpdateObject<DB, 'promotions'>

/** Updates and locks a batch. @throws TaskLost when another run has it */
async function changeOwn(db: Tx, { schoolId, promotionId, claim }: OwnBatch, values: Change) {
  const batch = await db
    .updateTable('promotions')
    .set(values)
    .where('schoolId', '=', schoolId)
    .where('id', '=', promotionId)
    .where('run', '=', claim.run)
    .returningAll()
    .executeTakeFirst()
  if (!batch) throw new TaskLost()
  return batch
}

type Batch = Awaited<ReturnType<typeof changeOwn>>

/**
 * Carries out the next part of a batch with its record in one transaction.
 *
 * @returns whether there may be more parts
 * @throws TaskLost when another run has the batch, Refusal UNAVAILABLE when the database is unavailable. Any other
 * failure is stored with the part
 */
async function nextPart(database: Database, own: OwnBatch, log: Log): Promise<boolean> {
  const { schoolId, promotionId, claim } = own
  let begun: number | undefined
  try {
    return await database.transaction(schoolId, async (db) => {
      const batch = await changeOwn(db, own, { state: 'RUNNING' })
      const part = await waitingPart(db, own)
      if (!part) {
        await changeOwn(db, own, { state: 'DONE', run: null, finishedAt: sql`now()` })
        if (!(await endTask(db, claim))) throw new TaskLost()
        return false
      }
      begun = part.id
      const { count, message, written, targetSectionId } = await carryOut(db, batch, part)
      await noteRows(db, { schoolId, promotionId, partId: part.id }, 'ADDED', written)
      await db
        .updateTable('promotionSections')
        .set({ state: 'DONE', count, message, ...(targetSectionId === undefined ? {} : { targetSectionId }) })
        .where('schoolId', '=', schoolId)
        .where('id', '=', part.id)
        .execute()
      const ids = written.find(({ table }) => table === 'enrolments')?.otherIds ?? written.flatMap(({ ids }) => ids)
      await noteAudit(
        db,
        batch,
        [promotionId, ...ids],
        written.filter(({ ids }) => ids.length > 0).map(({ table }) => table),
      )
      if (!(await advanceTask(db, claim))) throw new TaskLost()
      return true
    })
  } catch (error) {
    if (error instanceof TaskLost) throw error
    const failure = asRefusal(error)
    if (begun === undefined || (failure instanceof Refusal && failure.code === 'UNAVAILABLE')) throw failure
    await failPart(database, own, begun, failure)
    if (!(failure instanceof Refusal)) log.error({ err: failure }, 'A part of a promotion failed')
    return true
  }
}

async function waitingPart(db: Tx, { schoolId, promotionId }: BatchKey): Promise<Part | undefined> {
  const part = await db
    .selectFrom('promotionSections')
    .selectAll()
    .where('schoolId', '=', schoolId)
    .where('promotionId', '=', promotionId)
    .where('state', '=', 'WAITING')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return part as Part | undefined
}

async function carryOut(db: Tx, batch: Batch, part: Part): Promise<Outcome> {
  const { schoolId, fromTermId, toTermId, toTermName } = batch
  if (fromTermId === null || toTermId === null) throw new Refusal('NOT_FOUND', 'the term does not exist any more.')
  switch (part.kind) {
    case 'FEES':
      return copyFees(db, { schoolId, fromTermId, toTermId }, sectionOptions.parse(batch.options).feeCategoryIds)
    case 'SECTION':
      return copySection(db, { schoolId, toTermId, toTermName }, part, sectionOptions.parse(batch.options))
    case 'STUDENTS':
      return enrolStudentsOfPart(db, { schoolId, fromTermId, toTermId }, part, studentOptions.parse(batch.options))
  }
}

async function failPart(database: Database, own: OwnBatch, partId: number, why: unknown): Promise<void> {
  const said = why instanceof Refusal ? why.message : msg`something went wrong on our side.`
  await database.transaction(own.schoolId, async (db) => {
    await changeOwn(db, own, { state: 'RUNNING' })
    await db
      .updateTable('promotionSections')
      .set((row) => ({
        state: 'FAILED',
        message: row.case().when('kind', '=', 'STUDENTS').then(failedMessage(said)).else(said).end(),
      }))
      .where('schoolId', '=', own.schoolId)
      .where('id', '=', partId)
      .execute()
  })
}

/** What is done behind the answer is written down like what a command does: by whom it was ordered. */
async function noteAudit(db: Tx, batch: Batch, rowIds: readonly number[], fields: readonly string[]): Promise<void> {
  await db
    .insertInto('auditLog')
    .values({
      schoolId: batch.schoolId,
      subject: batch.createdBy,
      role: batch.createdByRole,
      action: 'promotion.carryOut',
      rowIds: [...rowIds],
      fields: [...fields],
      requestId: `promotion-${batch.id}`,
    })
    .execute()
}
