import { sql, type SqlBool } from 'kysely'
import { currentSchool } from '#platform/database/currentSchool.ts'
import { onSameSchool } from '#platform/database/onSameSchool.ts'
import { inReadersOrder } from '#platform/database/nameOrder.ts'
import type { Db, Tx } from '#platform/database/connect.ts'
import type { Day } from '#shared/dates.ts'
import { paymentModeNames, paymentModes } from '#shared/paymentModes.ts'
import { everyTerm, isInTerm } from './inTerm.sql.ts'

/** A day of a clerk's drawer. */
export interface DrawerDay {
  schoolId: number
  clerk: string
  day: Day
}

const drawerModes = sql.join(paymentModeNames.filter((mode) => paymentModes[mode].inDrawer))
const onlineMode = 'ONLINE'

/** Selects a clerk's drawer; no row before the first money. */
export function drawerOf(db: Db | Tx, schoolId: number, clerk: string) {
  return db
    .selectFrom('cashDrawers')
    .select(['id', 'closedFrom', 'closedUntil'])
    .where('schoolId', '=', schoolId)
    .where('clerk', '=', clerk)
}

const receiptColumns = [
  'payments.id',
  'payments.receiptPrefix',
  'payments.receiptYear',
  'payments.receiptNo',
  'payments.amount',
  'payments.collectedOn',
] as const

const referenceColumns = [
  'payments.mode',
  'payments.state',
  'payments.txnId',
  'payments.chequeNo',
  'payments.onlineRef',
  'payments.transferKind',
  'payments.cardLast4',
  'payments.bankName',
  'payments.instrumentOn',
] as const

/** Selects what a clerk took at the counter, without deleted and failed payments. Online money is in no drawer. */
function takenBy(db: Db | Tx, schoolId: number, clerk: string) {
  return db
    .selectFrom('payments')
    .select([...receiptColumns, ...referenceColumns])
    .where('payments.schoolId', '=', schoolId)
    .where(isInTerm('payments.term_id', schoolId, everyTerm))
    .where('payments.createdBy', '=', clerk)
    .where('payments.mode', '<>', onlineMode)
    .where('payments.deletedAt', 'is', null)
    .where('payments.state', '<>', 'FAILED')
    .orderBy('payments.receiptYear')
    .orderBy('payments.receiptNo')
}

/** Selects the receipts that a clerk wrote for a day, by number. */
export function receiptsOfDay(db: Db | Tx, { schoolId, clerk, day }: DrawerDay) {
  return takenBy(db, schoolId, clerk).where('payments.collectedOn', '=', day)
}

/** Selects the post-dated cheques of earlier days that have come due since the day that was closed before. */
export function chequesCome(db: Db | Tx, { schoolId, clerk, day }: DrawerDay) {
  return takenBy(db, schoolId, clerk)
    .where(sql<SqlBool>`payments.state = 'CLEARING'`)
    .where('payments.collectedOn', '<', day)
    .where('payments.instrumentOn', '<=', day)
    .where(
      sql<SqlBool>`payments.instrument_on > greatest(payments.collected_on, coalesce(
        (select drawer.closed_until from cash_drawers drawer where drawer.school_id = ${schoolId} and drawer.clerk = ${clerk}),
        ${day}::date - 1))`,
    )
}

/**
 * Selects the cash that has gone from a clerk's drawer by a day: receipts that were deleted after the closing that
 * counted them, in no later closing yet.
 */
export function receiptsDeleted(db: Db | Tx, { schoolId, clerk, day }: DrawerDay) {
  const holds = (list: string) => sql`${sql.ref(list)} @> jsonb_build_array(jsonb_build_object('paymentId', payments.id))`
  return (
    db
      .selectFrom('payments')
      .innerJoin('cashDrawers as drawer', (on) =>
        on.on('drawer.schoolId', '=', currentSchool).onRef('drawer.clerk', '=', 'payments.createdBy'),
      )
      .innerJoin('dayClosings as counted', (on) =>
        onSameSchool(on, 'counted.drawerId', 'drawer.id').onRef('counted.day', '=', 'payments.collectedOn'),
      )
      .select(receiptColumns)
      .where('payments.schoolId', '=', schoolId)
      .where(isInTerm('payments.term_id', schoolId, everyTerm))
      .where('payments.createdBy', '=', clerk)
      .where('payments.deletedAt', 'is not', null)
      .where(sql<SqlBool>`payments.mode in (${drawerModes})`)
      .where(sql<SqlBool>`(payments.deleted_at at time zone 'Asia/Kolkata')::date <= ${day}`)
      // Older ones are in the last closing, because no day is closed before it has come. Without this bound each
      // closing would read the deletions of all years.
      .where(sql<SqlBool>`payments.deleted_at >= (drawer.closed_until - 1)::timestamp at time zone 'Asia/Kolkata'`)
      .where('counted.reopenedAt', 'is', null)
      .where(sql<SqlBool>`${holds('counted.receipts')}`)
      .where((row) =>
        row.not(
          row.exists(
            row
              .selectFrom('dayClosings as later')
              .select('later.id')
              .where('later.schoolId', '=', schoolId)
              .whereRef('later.drawerId', '=', 'drawer.id')
              .where('later.reopenedAt', 'is', null)
              .where(sql<SqlBool>`later.outflows <> '[]'`)
              .where(sql<SqlBool>`${holds('later.outflows')}`),
          ),
        ),
      )
      .orderBy('payments.receiptYear')
      .orderBy('payments.receiptNo')
  )
}

const refundColumns = [
  'refunds.id',
  'refunds.refundPrefix',
  'refunds.refundYear',
  'refunds.refundNo',
  'refunds.amount',
  'refunds.refundedOn',
] as const

function cashRefunds(db: Db | Tx, schoolId: number, clerk: string) {
  return db
    .selectFrom('refunds')
    .select(refundColumns)
    .where('refunds.schoolId', '=', schoolId)
    .where(sql<SqlBool>`refunds.term_id = any(array(select terms.id from terms where terms.school_id = ${schoolId}))`)
    .where('refunds.createdBy', '=', clerk)
    .where(sql<SqlBool>`refunds.mode in (${drawerModes})`)
    .orderBy('refunds.refundYear')
    .orderBy('refunds.refundNo')
}

/** Selects what a clerk gave back in cash on a day. */
export function refundsOfDay(db: Db | Tx, { schoolId, clerk, day }: DrawerDay) {
  return cashRefunds(db, schoolId, clerk).where('refunds.cancelledAt', 'is', null).where('refunds.refundedOn', '=', day)
}

/** Selects refunds that were cancelled by a day, after the closing that counted them: their cash is back, once. */
export function refundsCancelled(db: Db | Tx, { schoolId, clerk, day }: DrawerDay) {
  const holds = (list: string, sign: 1 | -1) =>
    sql<SqlBool>`${sql.ref(list)} @> jsonb_build_array(jsonb_build_object('refundId', refunds.id, 'amount', ${sql.lit(sign)} * refunds.amount))`
  return cashRefunds(db, schoolId, clerk)
    .innerJoin('cashDrawers as drawer', (on) =>
      on.on('drawer.schoolId', '=', currentSchool).onRef('drawer.clerk', '=', 'refunds.createdBy'),
    )
    .innerJoin('dayClosings as counted', (on) =>
      onSameSchool(on, 'counted.drawerId', 'drawer.id').onRef('counted.day', '=', 'refunds.refundedOn'),
    )
    .where(sql<SqlBool>`(refunds.cancelled_at at time zone 'Asia/Kolkata')::date <= ${day}`)
    .where('counted.reopenedAt', 'is', null)
    .where(holds('counted.outflows', 1))
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom('dayClosings as later')
            .select('later.id')
            .where('later.schoolId', '=', schoolId)
            .whereRef('later.drawerId', '=', 'drawer.id')
            .where('later.reopenedAt', 'is', null)
            .where(holds('later.outflows', -1)),
        ),
      ),
    )
}

/** Selects what the drawer carried on from the clerk's last closed day. */
export function carriedOn(db: Db | Tx, schoolId: number, clerk: string) {
  return closingsInForce(db, schoolId)
    .select('closing.carriedCash')
    .where('drawer.clerk', '=', clerk)
    .whereRef('closing.day', '=', 'drawer.closedUntil')
}

function closingsInForce(db: Db | Tx, schoolId: number) {
  return db
    .selectFrom('cashDrawers as drawer')
    .innerJoin('dayClosings as closing', (on) => onSameSchool(on, 'closing.drawerId', 'drawer.id'))
    .where('drawer.schoolId', '=', schoolId)
    .where('closing.reopenedAt', 'is', null)
}

/** Selects closings with their clerk, those that were opened again included. */
export function closings(db: Db | Tx, schoolId: number) {
  return db
    .selectFrom('dayClosings as closing')
    .innerJoin('cashDrawers as drawer', (on) => onSameSchool(on, 'drawer.id', 'closing.drawerId'))
    .selectAll('closing')
    .select(['drawer.clerk', 'drawer.closedUntil'])
    .where('closing.schoolId', '=', schoolId)
}

/** Selects the receipts of a closing that were deleted since, by number. */
export function deletedSince(db: Db | Tx, schoolId: number, paymentIds: readonly number[]) {
  return db
    .selectFrom('payments')
    .select([...receiptColumns, 'payments.mode', 'payments.deletedAt', 'payments.deletedByName', 'payments.deleteReason'])
    .where('payments.schoolId', '=', schoolId)
    .where(sql<SqlBool>`payments.id = any(${paymentIds}::bigint[])`)
    .where('payments.deletedAt', 'is not', null)
    .orderBy('payments.receiptYear')
    .orderBy('payments.receiptNo')
}

/**
 * Selects the days with money before a day that are not closed: after a clerk's last closed day, or, for one who has
 * never closed, since anybody in the school did. A school that closes no days has none.
 */
export function openDaysBefore(db: Db | Tx, schoolId: number, day: Day) {
  return db
    .selectFrom('cashierDays as taken')
    .innerJoin('cashDrawers as drawer', (on) => onSameSchool(on, 'drawer.id', 'taken.drawerId'))
    .select(['drawer.clerk', 'taken.clerkName', 'taken.day'])
    .where('taken.schoolId', '=', schoolId)
    .where('taken.day', '<', day)
    .where(
      sql<SqlBool>`taken.day > coalesce(drawer.closed_until,
        (select min(started.closed_from) - 1 from cash_drawers started where started.school_id = ${schoolId}))`,
    )
    .orderBy('taken.day')
    .orderBy('taken.id')
}

/** Selects the clerks with money or a closing on a day, each with what was taken and the closing in force. */
export function cashiersOfDay(db: Db | Tx, schoolId: number, day: Day) {
  const taken = sql<{ collected: number; clearing: number; cash: number; receipts: number }>`(
    select coalesce(sum(payments.amount) filter (where payments.state = 'COLLECTED'), 0)::bigint as collected,
      coalesce(sum(payments.amount) filter (where payments.state = 'CLEARING'), 0)::bigint as clearing,
      coalesce(sum(payments.amount) filter (where payments.state = 'COLLECTED' and payments.mode in (${drawerModes})), 0)::bigint as cash,
      count(*)::int as receipts
    from payments
    where payments.school_id = ${schoolId} and ${isInTerm('payments.term_id', schoolId, everyTerm)} and payments.created_by = drawer.clerk
      and payments.collected_on = ${day} and payments.mode <> ${onlineMode} and payments.deleted_at is null
      and payments.state <> 'FAILED')`
  return db
    .selectFrom('cashDrawers as drawer')
    .leftJoin('cashierDays as opened', (on) => onSameSchool(on, 'opened.drawerId', 'drawer.id').on('opened.day', '=', day))
    .leftJoin('dayClosings as closing', (on) =>
      onSameSchool(on, 'closing.drawerId', 'drawer.id').on('closing.day', '=', day).on('closing.reopenedAt', 'is', null),
    )
    .innerJoinLateral(
      (row) => row.selectFrom(taken.as('sums')).selectAll('sums').as('taken'),
      (on) => on.onTrue(),
    )
    .select([
      'drawer.clerk',
      'drawer.closedFrom',
      'drawer.closedUntil',
      'closing.id as closingId',
      'closing.closedAt',
      'closing.closedByName',
      'closing.expectedCash',
      'closing.countedCash',
      'closing.reason',
      'taken.collected',
      'taken.clearing',
      'taken.cash',
      'taken.receipts',
    ])
    .select(sql<string>`coalesce(closing.clerk_name, opened.clerk_name, '')`.as('clerkName'))
    .select((row) =>
      row
        .selectFrom('dayClosings as before')
        .select(sql<number>`count(*)::int`.as('count'))
        .where('before.schoolId', '=', schoolId)
        .whereRef('before.drawerId', '=', 'drawer.id')
        .where('before.day', '=', day)
        .where('before.reopenedAt', 'is not', null)
        .as('reopenings'),
    )
    .where('drawer.schoolId', '=', schoolId)
    .where((row) => row.or([row('opened.id', 'is not', null), row('closing.id', 'is not', null)]))
    .orderBy(inReadersOrder(sql`coalesce(closing.clerk_name, opened.clerk_name, '')`))
    .orderBy('drawer.id')
}
