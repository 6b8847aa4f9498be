import type { Job } from '../../../platform/jobs/jobs.ts'
import { GatewayUnavailable } from '../../../platform/payu/client.ts'
import { applyWord, merchantOf, orderOfTxnid, type Parts, settleOrder } from './settle.ts'
import type { OrderRow } from './orders.sql.ts'

/** The queue of the timed checks: 2, 10 and 60 minutes after an order was stored, whatever became of its callbacks. */
export const checkOrderQueue = 'check-order'

/** Checks one order that is still under way. */
export function checkOrderJob(parts: Parts): Job<{ txnid: string }> {
  return {
    name: checkOrderQueue,
    concurrency: 4,
    run: async ({ txnid }) => {
      const order = await orderOfTxnid(parts, txnid)
      if (order?.state === 'CREATED') await settleOrder(parts, order, 'CHECK')
    },
  }
}

/** Every night: asks the gateway about every order under way, and about those that failed in the last week. */
export function reconcileOrdersJob(parts: Parts): Job<never> {
  return {
    name: 'reconcile-orders',
    cron: '40 2 * * *',
    run: async () => {
      await reconcileOrders(parts)
    },
  }
}

/** As many as one call of the gateway takes. */
const batch = 50

/**
 * Asks the gateway about all orders of all schools that may still have money coming: those under way, and those of the last
 * seven days that failed or were cancelled, whose checkout page may have been paid later.
 * @returns how many were asked about, and how many changed
 */
export async function reconcileOrders(parts: Parts): Promise<{ asked: number; changed: number }> {
  const { database } = parts
  const done = { asked: 0, changed: 0 }
  if (!parts.services.payu) return done
  const schools = await database.kysely.selectFrom('schools').select('id').where('id', '>', 0).orderBy('id').execute()
  const since = new Date(Date.now() - 7 * 86_400_000)
  for (const { id: schoolId } of schools) {
    const [orders] = (await database.read(schoolId, [
      database.kysely
        .selectFrom('onlineOrders')
        .selectAll()
        .where('schoolId', '=', schoolId)
        .where((row) =>
          row.or([
            row('state', '=', 'CREATED'),
            row.and([row('state', 'in', ['FAILURE', 'CANCEL']), row('createdAt', '>', since)]),
          ]),
        )
        .orderBy('id'),
    ] as const)) as unknown as [OrderRow[]]
    for (const accountId of new Set(orders.map((order) => order.bankAccountId)))
      await reconcileAccount(
        parts,
        orders.filter((order) => order.bankAccountId === accountId),
        done,
      )
  }
  return done
}

async function reconcileAccount(
  parts: Parts,
  orders: readonly OrderRow[],
  done: { asked: number; changed: number },
): Promise<void> {
  const { payu } = parts.services
  const [first] = orders
  if (!first || !payu) return
  const merchant = await merchantOf(parts, first)
  for (let from = 0; from < orders.length; from += batch) {
    const some = orders.slice(from, from + batch)
    const words = await payu
      .verify(
        merchant,
        some.map((order) => order.txnid),
      )
      .catch((error: unknown) => {
        // What is not answered tonight is asked for tomorrow.
        if (error instanceof GatewayUnavailable) return undefined
        throw error
      })
    for (const order of words ? some : []) {
      const word = words?.get(order.txnid)
      done.asked += 1
      if (word && (await applyWord(parts, order, 'CHECK', word)).state !== order.state) done.changed += 1
    }
  }
}
