import { sql } from 'kysely'
import { namedStatement } from '#platform/database/cachedStatement.ts'
import type { Db } from '#platform/database/connect.ts'
import { onSameSchool } from '#platform/database/onSameSchool.ts'
import { stampedRead } from '#platform/database/stampedRead.ts'
import type { Day } from '#shared/dates.ts'

/** A fee of a school, whoever pays it. */
export type SchoolFee = Awaited<ReturnType<ReturnType<typeof allFees>['execute']>>[number]

/** What a school asks for in all its terms. */
export interface FeesOfSchool {
  /** Oldest term first. */
  terms: readonly { id: number }[]
  /** The fees of each category, and the place of each among all: oldest term first, then in the order of allocation. */
  byCategory: ReadonlyMap<number, readonly (SchoolFee & { place: number })[]>
}

/**
 * The fees of up to 300 schools, up to a few thousand each, kept until a school changes them. Joining them with their
 * categories and terms for every account took PostgreSQL half of an account's time.
 */
export const feesOfSchools = stampedRead<FeesOfSchool>(['fees'], 300)

/** Returns the statements that read what a school asks for, for {@link feesFrom}. */
export function feesOfSchoolStatements(db: Db, schoolId: number) {
  return [
    namedStatement('terms of fees', { schoolId }, (of) =>
      db.selectFrom('terms').select('id').where('schoolId', '=', of.schoolId).orderBy('past', 'desc').orderBy('id'),
    ),
    namedStatement('fees of a school', { schoolId }, (of) => allFees(db, of.schoolId)),
  ] as const
}

/** Returns what a school asks for from the rows of {@link feesOfSchoolStatements}. */
export function feesFrom([terms, fees]: readonly [{ id: number }[], SchoolFee[]]): FeesOfSchool {
  const placed = fees.map((fee, place) => ({ ...fee, place }))
  return { terms, byCategory: Map.groupBy(placed, (fee) => fee.feeCategoryId) }
}

/** Returns the terms before one, oldest first: past terms come before all others, then by id. */
export function termsBefore({ terms }: FeesOfSchool, termId: number): number[] {
  const place = terms.findIndex(({ id }) => id === termId)
  return terms.slice(0, Math.max(place, 0)).map(({ id }) => id)
}

/** What an account has on fees. */
interface OwnRows {
  termId: number
  /** The student's categories in this term and earlier ones. */
  categories: readonly { feeCategoryId: number }[]
  /** The student's lines of this term that are not deleted. */
  lines: readonly { feeId: number; status: string }[]
  /** What the lines of earlier terms take off each fee, in paise. */
  takenBefore: readonly { feeId: number; amount: number }[]
}

/**
 * Returns the fees that an account shows: those of its term, and those of earlier terms that are not paid in full.
 * Oldest term first, then in the order of allocation. Dues from before Shala are owed by the students who have a line
 * of them; their category is assigned to others too.
 */
export function owedFees({ byCategory }: FeesOfSchool, { termId, categories, lines, takenBefore }: OwnRows) {
  const opening = new Set(lines.filter(({ status }) => status === 'OPENING').map(({ feeId }) => feeId))
  const taken = new Map(takenBefore.map(({ feeId, amount }) => [feeId, amount]))
  return categories
    .flatMap(({ feeCategoryId }) => byCategory.get(feeCategoryId) ?? [])
    .filter((fee) =>
      fee.termId === termId
        ? fee.openingYear === null || opening.has(fee.id)
        : fee.fixedAmount && fee.amount > (taken.get(fee.id) ?? 0),
    )
    .toSorted((one, other) => one.place - other.place)
}

function allFees(db: Db, schoolId: number) {
  return db
    .selectFrom('fees')
    .innerJoin('feeCategories as category', (on) => onSameSchool(on, 'category.id', 'fees.feeCategoryId'))
    .innerJoin('terms as term', (on) => onSameSchool(on, 'term.id', 'fees.termId'))
    .innerJoin('schools as school', 'school.id', 'fees.schoolId')
    .select([...feeColumns, 'fees.openingYear'])
    .where('fees.schoolId', '=', schoolId)
    .where('category.deletedAt', 'is', null)
    .where('fees.deletedAt', 'is', null)
    .orderBy('term.past', 'desc')
    .orderBy('term.id')
    .orderBy('fees.fixedAmount', 'desc')
    .orderBy('dueOn')
    .orderBy('fees.sr')
    .orderBy('fees.id')
}

/** The columns of a fee, for statements that join `term`, `school` and `category`. */
export const feeColumns = [
  'fees.id',
  'fees.termId',
  'term.name as termName',
  // With joined columns the function becomes a part of the plan; with subqueries it is called for each fee.
  sql<Day>`fee_due_on(fees.month, fees.due_on, term.starts_on, school.fees_date)`.as('dueOn'),
  'fees.name',
  'fees.month',
  'fees.amount',
  'fees.fixedAmount',
  'fees.sr',
  'fees.slug',
  'fees.feeCategoryId',
  'category.name as categoryName',
  'category.bankAccountId',
  'category.lateFeeKind',
  'category.lateFeeAmount',
  'category.lateFeeGrace',
  'category.lateFeeMax',
] as const
