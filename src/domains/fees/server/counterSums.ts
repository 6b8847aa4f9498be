import { type Compilable, type RawBuilder, sql } from 'kysely'
import { namedStatement, viewerStatement } from '#platform/database/cachedStatement.ts'
import type { Database, Db, Read } from '#platform/database/connect.ts'
import { shortLivedCache } from '#platform/database/shortLivedCache.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { Day } from '#shared/dates.ts'
import { sumMoney } from '#shared/money.ts'
import { receiptYear } from '../receipts.rules.ts'
import { collectedSums, undeletedPayments } from './collected.sql.ts'
import { everyTerm, isInTerm } from './inTerm.sql.ts'

/** Sums of what a school's counter took on a day, of every term and student. */
export interface CounterSums {
  collected: number
  clearing: number
  receipts: number
}

/** Sums as one statement has read them, and what proves them later. */
interface ProvedSums extends CounterSums {
  /** The last receipt number of the day's year: later ones are in payments that are not summed yet. */
  last: number
  /** Replaced when a payment is deleted, settled or moved; null before the first time. */
  stamp: string | null
}

/** A payment that is changed by hand is seen after a minute. */
const knownForMs = 60_000
const knownSums = shortLivedCache<string, ProvedSums>(2000, knownForMs)

/** As many receipts are added to known sums by their numbers. For more of them the whole day is read. */
const mostAdded = 500

interface DayOfSchool {
  schoolId: number
  day: Day
}

/** A statement that sums are read by, and the sums from its rows. */
interface ReadSums<Row> {
  statement: Compilable<Row>
  /** @param read for what the rows do not say */
  sumsFrom: (rows: readonly Row[], read: Read) => Promise<CounterSums>
}

/**
 * Returns how the sums of a school's day are read. A process knows the sums that it has read, and adds the payments
 * with later receipt numbers. This is exact:
 *
 * - All payments of a day are numbered by one counter. Its row is locked until a payment is committed, so whoever sees
 *   a number sees all payments up to it.
 * - A transaction that changes a payment puts a new stamp (`changeStamps.ts`).
 * - Number, stamp and payments are read by one statement, as of one moment.
 *
 * So a payment writes nothing for the sums, and waits for nobody because of them.
 */
export function counterSums(db: Db, database: Database, of: DayOfSchool): ReadSums<ProvedSums> {
  const key = `${of.schoolId} ${of.day}`
  const known = knownSums(database).get(key)
  return {
    statement: known ? addedSums(db, of, known) : sumsOfDay(db, of),
    sumsFrom: async ([row], read) => {
      const added = known && row && withAdded(known, row)
      const proved = added ?? (known ? (await read(sumsOfDay(db, of)))[0][0] : row)
      if (!proved) throw new Error('The sums of a day were not answered.')
      // Sums that were added to are as old as those read first.
      knownSums(database).set(key, proved, { noUpdateTTL: added !== undefined })
      const { collected, clearing, receipts } = proved
      return { collected, clearing, receipts }
    },
  }
}

/** Returns how the sums of a viewer's own students are read: from all payments of the day. */
export function sumsOfViewer(db: Db, viewer: Viewer, { schoolId, day }: DayOfSchool): ReadSums<CounterSums> {
  return {
    statement: viewerStatement('counter: sums of a viewer', viewer, { schoolId, day }, (own, of) =>
      undeletedPayments(db, of.schoolId, own, everyTerm, { from: of.day, to: of.day }).select(collectedSums),
    ),
    sumsFrom: async ([sums]) => sums ?? { collected: 0, clearing: 0, receipts: 0 },
  }
}

/** Returns known sums with those of later receipts; undefined where the known ones are not of the present. */
function withAdded(known: ProvedSums, added: ProvedSums): ProvedSums | undefined {
  const later = added.last - known.last
  if (added.stamp !== known.stamp || later < 0 || later > mostAdded) return undefined
  return {
    collected: sumMoney([known.collected, added.collected]),
    clearing: sumMoney([known.clearing, added.clearing]),
    receipts: known.receipts + added.receipts,
    last: added.last,
    stamp: added.stamp,
  }
}

/** Sums all payments of a day. */
function sumsOfDay(db: Db, { schoolId, day }: DayOfSchool) {
  return namedStatement('counter: sums', { schoolId, day, year: receiptYear(day) }, (of) =>
    provedSums(db, of).where(isInTerm('payments.term_id', of.schoolId, everyTerm)),
  )
}

/** Sums the payments of a day with receipt numbers after those of known sums. */
function addedSums(db: Db, { schoolId, day }: DayOfSchool, { last }: ProvedSums) {
  return namedStatement('counter: added sums', { schoolId, day, year: receiptYear(day), last }, (of) =>
    provedSums(db, of)
      .where('payments.receiptYear', '=', of.year)
      .where(
        sql<boolean>`payments.receipt_no = any(array(select generate_series(${of.last}::bigint + 1,
          least(${of.last}::bigint + ${sql.lit(mostAdded)}, ${lastReceipt(of)}))))`,
      ),
  )
}

interface DayOfYear extends DayOfSchool {
  year: string
}

function provedSums(db: Db, of: DayOfYear) {
  return db
    .selectFrom('payments')
    .select(collectedSums)
    .select((row) => [
      lastReceipt(of).as('last'),
      row
        .selectFrom('changeStamps')
        .select('stamp')
        .where('schoolId', '=', of.schoolId)
        .where('topic', '=', 'changedPayments')
        .as('stamp'),
    ])
    .where('payments.schoolId', '=', of.schoolId)
    .where('payments.collectedOn', '=', of.day)
    .where('payments.deletedAt', 'is', null)
}

function lastReceipt({ schoolId, year }: DayOfYear): RawBuilder<number> {
  return sql<number>`coalesce((select counter.last from receipt_counters counter
    where counter.school_id = ${schoolId} and counter.year = ${year}), 0)`
}
