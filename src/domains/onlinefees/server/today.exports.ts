import { sql } from 'kysely'
import type { Db } from '#platform/database/connect.ts'
import { onlineActions } from './onlinefees.permissions.ts'
import { needsPerson } from './orders.sql.ts'

/** The right to see the orders that need a look. */
export const ordersToSettleAction = onlineActions.listOrders

/**
 * Counts the open surplus, the orders without any that need a person, and the gateway's unseen notices: one row.
 * `listOrdersToSettle` lists them.
 */
export function ordersToSettleCount(db: Db, schoolId: number, now: Date) {
  const surplus = sql`select from online_surplus open where open.school_id = ${schoolId} and open.outcome is null`
  return db
    .selectFrom(
      sql<{ count: number }>`(select (
        (select count(*) from online_surplus open where open.school_id = ${schoolId} and open.outcome is null)
        + (select count(*) from online_orders where online_orders.school_id = ${schoolId} and ${needsPerson(now)}
            and not exists (${surplus} and open.order_id = online_orders.id))
        + (select count(*) from gateway_notices where gateway_notices.school_id = ${schoolId} and gateway_notices.seen_at is null)
      )::int as count)`.as<'c'>('c'),
    )
    .selectAll()
}
