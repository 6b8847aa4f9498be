import { sql } from 'kysely'
import { onSameSchool } from '#platform/database/onSameSchool.ts'
import type { Db } from '#platform/database/connect.ts'
import type { FeeAccountKey } from './account.sql.ts'

/** An online payment that the gateway has not decided about, with the student's fees in it. */
export type UndecidedOrder = Awaited<ReturnType<ReturnType<typeof undecidedOrders>['execute']>>[number]

/**
 * Selects the online payments for fees of a student, of any term, that the gateway has not decided about, however old
 * they are. Money that is collected for these fees meanwhile may be paid twice.
 */
export function undecidedOrders(db: Db, { schoolId, studentId }: FeeAccountKey) {
  return db
    .selectFrom('onlineOrderLines as line')
    .innerJoin('onlineOrders as orders', (on) => onSameSchool(on, 'orders.id', 'line.orderId'))
    .select(['orders.id', 'orders.createdAt', 'orders.payable', 'orders.payerName'])
    .select(sql<string[]>`array_agg(line.fee_id::text order by line.fee_id)`.as('feeIds'))
    .where('line.schoolId', '=', schoolId)
    .where('line.studentId', '=', studentId)
    .where('orders.state', '=', 'CREATED')
    .groupBy(['orders.id', 'orders.createdAt', 'orders.payable', 'orders.payerName'])
    .orderBy('orders.id')
}
