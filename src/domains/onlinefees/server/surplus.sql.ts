import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { onSameSchool } from '#platform/database/onSameSchool.ts'
import type { Db, Tx } from '#platform/database/connect.ts'

/** Money of an order that is booked on no fee, with its student, order and outcome. */
export type Surplus = Awaited<ReturnType<ReturnType<typeof surplusRows>['executeTakeFirstOrThrow']>>

/** Selects the open surplus and the surplus settled since a time; or one row by its id. */
export function surplusRows(db: Db | Tx, schoolId: number, filter: { settledSince: Date } | { id: number }) {
  return db
    .selectFrom('onlineSurplus as surplus')
    .innerJoin('onlineOrders as orders', (on) => onSameSchool(on, 'orders.id', 'surplus.orderId'))
    .innerJoin('students', (on) => onSameSchool(on, 'students.id', 'surplus.studentId'))
    .leftJoin('enrolments', (on) =>
      onSameSchool(on, 'enrolments.studentId', 'surplus.studentId').onRef('enrolments.termId', '=', 'orders.termId'),
    )
    .leftJoin('sections', (on) => onSameSchool(on, 'sections.id', 'enrolments.sectionId'))
    .leftJoin('classes', (on) => onSameSchool(on, 'classes.id', 'sections.classId'))
    .select([
      'surplus.id',
      'surplus.schoolId',
      'surplus.orderId',
      'surplus.studentId',
      'surplus.amount',
      'surplus.charge',
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
      'id' in filter
        ? row('surplus.id', '=', filter.id)
        : row.or([row('surplus.outcome', 'is', null), row('surplus.settledAt', '>', filter.settledSince)]),
    )
    .orderBy('surplus.id', 'desc')
    .limit(500)
}

/** Locks a surplus and returns it. Its student and order never change, so they need no lock. */
export async function lockSurplus(db: Tx, schoolId: number, id: number): Promise<Surplus | undefined> {
  await db.selectFrom('onlineSurplus').select('id').where('schoolId', '=', schoolId).where('id', '=', id).forUpdate().execute()
  return surplusRows(db, schoolId, { id }).executeTakeFirst()
}
