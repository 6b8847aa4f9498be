import { randomUUID } from 'node:crypto'
import { msg } from '#shared/texts.ts'
import { sql, type UpdateObject } from 'kysely'
import { asRefusal } from '#platform/database/failures.ts'
import type { Database, Tx } from '#platform/database/connect.ts'
import type { DB } from '#platform/database/schema.types.ts'
import { Refusal } from '#platform/refusal.ts'
import { failedMessage, nextStep, type PromotionState, type PromotionTimes } from '../promotion.rules.ts'
import { sectionOptions, studentOptions } from '../promotion.schema.ts'
import { copyFees } from './feesPart.ts'
import { noteRows, type Part, unqueuePromotion } from './promotion.sql.ts'
import { copySection, type Outcome } from './sectionPart.ts'
import { enrolStudentsOfPart } from './studentsPart.ts'

/** The key of a batch. */
export interface BatchKey {
  schoolId: number
  promotionId: number
}

/** A batch claimed by a run of this process. */
export interface Claim extends BatchKey {
  run: string
}

/** Returns queued batches of all schools. */
export function queuedPromotions(database: Database): Promise<BatchKey[]> {
  return database.kysely
    .selectFrom('promotionQueue')
    .select(['schoolId', 'promotionId'])
    .orderBy('promotionId')
    .limit(100)
    .execute()
}

/** Claims a batch; undefined when it needs nothing or another run has it. */
export function claimPromotion(
  database: Database,
  { schoolId, promotionId }: BatchKey,
  times: PromotionTimes,
): Promise<Claim | undefined> {
  return database.transaction(schoolId, async (db) => {
    const batch = await db
      .selectFrom('promotions')
      .select(['state', 'starts'])
      .select(sql<number | null>`extract(epoch from clock_timestamp() - beat_at) * 1000`.as('silent'))
      .where('schoolId', '=', schoolId)
      .where('id', '=', promotionId)
      .forUpdate()
      // A locked batch is being worked on.
      .skipLocked()
      .executeTakeFirst()
    if (!batch) return undefined
    const { starts, silent } = batch
    switch (nextStep({ state: batch.state as PromotionState, starts }, silent, times)) {
      case 'GO_ON': {
        const run = randomUUID()
        await change(
          db,
          { schoolId, promotionId },
          { state: 'RUNNING', run, starts: starts + 1, beatAt: sql`statement_timestamp()` },
        )
        return { schoolId, promotionId, run }
      }
      case 'GIVE_UP':
        await change(db, { schoolId, promotionId }, { state: 'FAILED', run: null, finishedAt: sql`now()` })
        await unqueuePromotion(db, schoolId, promotionId)
        return undefined
      case 'NOTHING':
        await unqueuePromotion(db, schoolId, promotionId)
        return undefined
      case 'WAIT':
        return undefined
    }
  })
}

type Change = UpdateObject<DB, 'promotions'>

async function change(db: Tx, { schoolId, promotionId }: BatchKey, values: Change): Promise<void> {
  await db.updateTable('promotions').set(values).where('schoolId', '=', schoolId).where('id', '=', promotionId).execute()
}

/** Updates and locks a batch if this run still has it; undefined when another run has taken over. */
function changeOwn(db: Tx, { schoolId, promotionId, run }: Claim, values: Change) {
  return db
    .updateTable('promotions')
    .set(values)
    .where('schoolId', '=', schoolId)
    .where('id', '=', promotionId)
    .where('run', '=', run)
    .returningAll()
    .executeTakeFirst()
}

type Batch = NonNullable<Awaited<ReturnType<typeof changeOwn>>>

/** Requeues a claimed batch: at once, or after a delay when `counted` as an interrupted start. */
export async function release(database: Database, claim: Claim, counted: boolean): Promise<void> {
  const starts = counted ? sql<number>`starts` : sql<number>`greatest(starts - 1, 0)`
  const beatAt = counted ? sql<Date>`statement_timestamp()` : null
  await database.transaction(claim.schoolId, (db) => changeOwn(db, claim, { state: 'QUEUED', run: null, starts, beatAt }))
}

/**
 * Carries out the next part of a batch with its record in one transaction.
 * @returns GO_ON while parts are left, DONE after the last, LOST when another run has the batch
 * @throws Refusal UNAVAILABLE when the database is unavailable. Any other failure is stored with the part
 */
export async function nextPart(database: Database, claim: Claim): Promise<'GO_ON' | 'DONE' | 'LOST'> {
  const { schoolId, promotionId } = claim
  let begun: number | undefined
  try {
    return await database.transaction(schoolId, async (db) => {
      const batch = await changeOwn(db, claim, { beatAt: sql`statement_timestamp()`, starts: 0 })
      if (!batch) return 'LOST'
      const part = await waitingPart(db, claim)
      if (!part) {
        await changeOwn(db, claim, { state: 'DONE', run: null, finishedAt: sql`now()` })
        await unqueuePromotion(db, schoolId, promotionId)
        return 'DONE'
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
      return 'GO_ON'
    })
  } catch (error) {
    const failure = asRefusal(error)
    if (begun === undefined || (failure instanceof Refusal && failure.code === 'UNAVAILABLE')) throw failure
    await failPart(database, claim, begun, failure)
    if (!(failure instanceof Refusal)) throw new PartFailed(failure)
    return 'GO_ON'
  }
}

/** An unexpected failure of a part. The part stores that it failed, the batch continues, and the cause is logged. */
export class PartFailed extends Error {
  constructor(cause: unknown) {
    super('A part of a promotion failed', { cause })
    this.name = 'PartFailed'
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

async function failPart(database: Database, claim: Claim, partId: number, why: unknown): Promise<void> {
  const said = why instanceof Refusal ? why.message : msg`something went wrong on our side.`
  await database.transaction(claim.schoolId, async (db) => {
    if (!(await changeOwn(db, claim, { beatAt: sql`statement_timestamp()` }))) return
    await db
      .updateTable('promotionSections')
      .set((row) => ({
        state: 'FAILED',
        message: row.case().when('kind', '=', 'STUDENTS').then(failedMessage(said)).else(said).end(),
      }))
      .where('schoolId', '=', claim.schoolId)
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
