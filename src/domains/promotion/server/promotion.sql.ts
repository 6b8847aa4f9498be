import { type Selectable, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { currentSchool } from '#platform/database/currentSchool.ts'
import type { Db, Tx } from '#platform/database/connect.ts'
import type { Promotions, PromotionSections } from '#platform/database/schema.types.ts'
import type { PromotionState } from '../promotion.rules.ts'

export type PartKind = 'FEES' | 'SECTION' | 'STUDENTS'
export type PartState = 'WAITING' | 'DONE' | 'FAILED' | 'REVERSED'

/** A part of a batch with its result. */
export interface Part extends Omit<Selectable<PromotionSections>, 'kind' | 'state'> {
  kind: PartKind
  state: PartState
}

/** A batch of sections or students with its progress. */
export interface Promotion extends Omit<Selectable<Promotions>, 'kind' | 'state'> {
  kind: 'SECTIONS' | 'STUDENTS'
  state: PromotionState
  parts: readonly Pick<Part, 'id' | 'kind' | 'title' | 'targetTitle' | 'state' | 'count' | 'message'>[]
  /** Number of parts that are finished. */
  done: number
  failed: number
  /** Number of students moved, or of sections created. */
  count: number
  /** Whether its new term is still the school's current one. */
  toCurrentTerm: boolean
}

/** Selects the batches of a school with their parts in order. */
export function selectPromotions(db: Db | Tx, schoolId: number) {
  return db
    .selectFrom('promotions')
    .selectAll('promotions')
    .select((row) => {
      const parts = row
        .selectFrom('promotionSections')
        .where('promotionSections.schoolId', '=', currentSchool)
        .whereRef('promotionSections.promotionId', '=', 'promotions.id')
      const aggregate = (value: ReturnType<typeof sql<number>>) => parts.select(value.as('count')).$asScalar().$notNull()
      return [
        jsonArrayFrom(
          parts.select(['id', 'kind', 'title', 'targetTitle', 'state', 'count', 'message']).orderBy('promotionSections.id'),
        ).as('parts'),
        aggregate(sql<number>`count(*) filter (where state <> 'WAITING')`).as('done'),
        aggregate(sql<number>`count(*) filter (where state = 'FAILED')`).as('failed'),
        aggregate(sql<number>`coalesce(sum(count) filter (where kind <> 'FEES'), 0)`).as('count'),
        row
          .exists(
            row
              .selectFrom('terms')
              .where('terms.schoolId', '=', currentSchool)
              .whereRef('terms.id', '=', 'promotions.toTermId')
              .where('terms.current', '=', true),
          )
          .as('toCurrentTerm'),
      ]
    })
    .where('promotions.schoolId', '=', schoolId)
    .$castTo<Promotion>()
}

/** Locks and returns a batch. */
export async function lockPromotion(db: Tx, schoolId: number, id: number): Promise<Promotion | undefined> {
  const locked = await db
    .selectFrom('promotions')
    .select('id')
    .where('schoolId', '=', schoolId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return locked && selectPromotions(db, schoolId).where('promotions.id', '=', id).executeTakeFirst()
}

/** Tables in which a promotion adds or clears rows. */
export type WrittenTable =
  | ('classes' | 'sections' | 'subjects' | 'books' | 'subject_slots' | 'enrolments' | 'fee_categories' | 'fees')
  | ('class_admins' | 'section_teachers' | 'subject_teachers' | 'book_teachers')
  | ('student_fee_categories' | 'fee_category_classes' | 'fee_category_exceptions')

/** Written rows of a table: their ids; both ids for link tables; students and rolls for enrolments. */
export interface Written {
  table: WrittenTable
  ids: readonly number[]
  otherIds?: readonly number[]
  texts?: readonly string[]
}

/**
 * Records the rows that a part, or the batch before its first part, has added or cleared. A reversal uses only this
 * record.
 */
export async function noteRows(
  db: Tx,
  of: { schoolId: number; promotionId: number; partId: number | null },
  change: 'ADDED' | 'CLEARED',
  written: readonly Written[],
): Promise<void> {
  const rows = written.filter(({ ids }) => ids.length > 0)
  if (rows.length === 0) return
  await db
    .insertInto('promotionRows')
    .values(
      rows.map(({ table, ids, otherIds, texts }) => ({
        ...of,
        change,
        tableName: table,
        ids: [...ids],
        otherIds: otherIds ? [...otherIds] : null,
        texts: texts ? [...texts] : null,
      })),
    )
    .execute()
}
