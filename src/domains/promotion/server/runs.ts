import { randomUUID } from 'node:crypto'
import { sql, type UpdateObject } from 'kysely'
import { asRefusal } from '#platform/database/failures.ts'
import type { Database, Tx } from '#platform/database/connect.ts'
import type { DB } from '#platform/database/schema.types.ts'
import { Refusal } from '#platform/refusal.ts'
import { failedWords, nextStep, type PromotionState, type PromotionTimes } from '../promotion.rules.ts'
import { sectionOptions, studentOptions } from '../promotion.schema.ts'
import { carryFees } from './feesPart.ts'
import { noteRows, type Part, unqueuePromotion } from './promotion.sql.ts'
import { makeSection, type Outcome } from './sectionPart.ts'
import { moveStudents } from './studentsPart.ts'

/** The way to a batch. */
export interface Place {
  schoolId: number
  promotionId: number
}

/** A batch that this process carries out, by a run that nobody else has. */
export interface Claim extends Place {
  run: string
}

/** Batches to be carried out, of all schools. */
export function queuedPromotions(database: Database): Promise<Place[]> {
  return database.kysely
    .selectFrom('promotionQueue')
    .select(['schoolId', 'promotionId'])
    .orderBy('promotionId')
    .limit(100)
    .execute()
}

/** Takes a batch; undefined when there is nothing to do about it, or somebody else does it. */
export function claimPromotion(
  database: Database,
  { schoolId, promotionId }: Place,
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
      // Whoever holds it is at work.
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

async function change(db: Tx, { schoolId, promotionId }: Place, values: Change): Promise<void> {
  await db.updateTable('promotions').set(values).where('schoolId', '=', schoolId).where('id', '=', promotionId).execute()
}

/** Changes a batch, and holds it, if it is still this run's; undefined when it was given up for dead. */
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

/** Gives a batch back: to be gone on with in a moment, or, `counted`, after something was in the way. */
export async function release(database: Database, claim: Claim, counted: boolean): Promise<void> {
  const starts = counted ? sql<number>`starts` : sql<number>`greatest(starts - 1, 0)`
  const beatAt = counted ? sql<Date>`statement_timestamp()` : null
  await database.transaction(claim.schoolId, (db) => changeOwn(db, claim, { state: 'QUEUED', run: null, starts, beatAt }))
}

/**
 * Carries out the next part of a batch, in a transaction of its own: done and noted, or not begun.
 * @returns GO_ON while parts are left, DONE after the last, LOST when another run has the batch
 * @throws Refusal UNAVAILABLE when the database cannot do it now; what else goes wrong with a part is said of this part
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
      const ids = written.find(({ table }) => table === 'enrolments')?.otherIds ?? written.flatMap((one) => one.ids)
      await noteAudit(
        db,
        batch,
        [promotionId, ...ids],
        written.filter((one) => one.ids.length > 0).map((one) => one.table),
      )
      return 'GO_ON'
    })
  } catch (error) {
    const refused = asRefusal(error)
    if (begun === undefined || (refused instanceof Refusal && refused.code === 'UNAVAILABLE')) throw refused
    await failPart(database, claim, begun, refused)
    if (!(refused instanceof Refusal)) throw new PartFailed(refused)
    return 'GO_ON'
  }
}

/** A part has failed for a reason that nobody expected: the part says so, the batch goes on, and the log has the reason. */
export class PartFailed extends Error {
  constructor(cause: unknown) {
    super('A part of a promotion failed', { cause })
    this.name = 'PartFailed'
  }
}

async function waitingPart(db: Tx, { schoolId, promotionId }: Place): Promise<Part | undefined> {
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
      return carryFees(db, { schoolId, fromTermId, toTermId }, sectionOptions.parse(batch.options).feeCategoryIds)
    case 'SECTION':
      return makeSection(db, { schoolId, toTermId, toTermName }, part, sectionOptions.parse(batch.options))
    case 'STUDENTS':
      return moveStudents(db, { schoolId, fromTermId, toTermId }, part, studentOptions.parse(batch.options))
  }
}

async function failPart(database: Database, claim: Claim, partId: number, why: unknown): Promise<void> {
  const said = why instanceof Refusal ? why.message : 'something went wrong on our side.'
  await database.transaction(claim.schoolId, async (db) => {
    if (!(await changeOwn(db, claim, { beatAt: sql`statement_timestamp()` }))) return
    await db
      .updateTable('promotionSections')
      .set((row) => ({
        state: 'FAILED',
        message: row.case().when('kind', '=', 'STUDENTS').then(failedWords(said)).else(said).end(),
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
