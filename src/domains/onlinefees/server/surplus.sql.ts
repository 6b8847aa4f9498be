import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Db, Tx } from '#platform/database/connect.ts'

/** Money of an order that no fee was left for, with whose it is and what became of it. */
export type Surplus = Awaited<ReturnType<ReturnType<typeof surplusRows>['executeTakeFirstOrThrow']>>

/** Open surplus, and what was settled since a moment; or one row. */
export function surplusRows(db: Db | Tx, schoolId: number, of: { settledSince: Date } | { id: number }) {
  return db
    .selectFrom('onlineSurplus as surplus')
    .innerJoin('onlineOrders as orders', (on) =>
      on.onRef('orders.schoolId', '=', 'surplus.schoolId').onRef('orders.id', '=', 'surplus.orderId'),
    )
    .innerJoin('students', (on) =>
      on.onRef('students.schoolId', '=', 'surplus.schoolId').onRef('students.id', '=', 'surplus.studentId'),
    )
    .leftJoin('enrolments', (on) =>
      on
        .onRef('enrolments.schoolId', '=', 'surplus.schoolId')
        .onRef('enrolments.studentId', '=', 'surplus.studentId')
        .onRef('enrolments.termId', '=', 'orders.termId'),
    )
    .leftJoin('sections', (on) =>
      on.onRef('sections.schoolId', '=', 'enrolments.schoolId').onRef('sections.id', '=', 'enrolments.sectionId'),
    )
    .leftJoin('classes', (on) =>
      on.onRef('classes.schoolId', '=', 'sections.schoolId').onRef('classes.id', '=', 'sections.classId'),
    )
    .select([
      'surplus.id',
      'surplus.schoolId',
      'surplus.orderId',
      'surplus.studentId',
      'surplus.amount',
      'surplus.arrivedAt',
      'surplus.outcome',
      'surplus.reference',
      'surplus.paymentId',
      'surplus.settledAt',
      'surplus.settledByName',
      'orders.termId',
      'orders.txnid',
      'orders.gatewayReference',
      'orders.payable',
      'orders.bankAccountId',
      'orders.state as orderState',
      'orders.payerName',
      'orders.payerPhone',
      'students.name as studentName',
      sql<string>`coalesce(classes.name || '-' || sections.name, '')`.as('sectionName'),
    ])
    .select((row) =>
      jsonArrayFrom(
        row
          .selectFrom('onlineOrderLines as line')
          .select(['line.feeName', 'line.month', 'line.amount'])
          .where('line.schoolId', '=', schoolId)
          .whereRef('line.orderId', '=', 'surplus.orderId')
          .whereRef('line.studentId', '=', 'surplus.studentId')
          .orderBy('line.feeId'),
      ).as('fees'),
    )
    .where('surplus.schoolId', '=', schoolId)
    .where((row) =>
      'id' in of
        ? row('surplus.id', '=', of.id)
        : row.or([row('surplus.outcome', 'is', null), row('surplus.settledAt', '>', of.settledSince)]),
    )
    .orderBy('surplus.id', 'desc')
    .limit(500)
}

/** A surplus, held; whose it is never changes. */
export async function lockSurplus(db: Tx, schoolId: number, id: number): Promise<Surplus | undefined> {
  await db.selectFrom('onlineSurplus').select('id').where('schoolId', '=', schoolId).where('id', '=', id).forUpdate().execute()
  return surplusRows(db, schoolId, { id }).executeTakeFirst()
}
