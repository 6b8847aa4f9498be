import { sealedValueId } from '#platform/sealed.ts'
import type { Job } from '#platform/jobs/jobs.ts'
import { applyReport, merchantOf, orderOfTxnid, type SettleDependencies, settleOrder } from './settle.ts'
import type { OrderRow } from './orders.sql.ts'
import { changesMindDays, mayStillBePaid } from '../onlinefees.rules.ts'
import { countWithNoun } from '#shared/plural.ts'

/**
 * The queue of the timed checks. They run 2, 10 and 60 minutes after an order was stored, with or without callbacks,
 * also when it has failed by then.
 */
export const checkOrderQueue = 'check-order'

/** Checks one order whose money may still arrive. */
export function checkOrderJob(parts: SettleDependencies): Job<{ txnid: string }> {
  return {
    name: checkOrderQueue,
    concurrency: 4,
    run: async ({ txnid }) => {
      const order = await orderOfTxnid(parts, txnid)
      if (order && mayStillBePaid(order, new Date())) await settleOrder(parts, order, 'CHECK')
    },
  }
}

/** Runs `reconcileOrders` every night. */
export function reconcileOrdersJob(parts: SettleDependencies): Job<never> {
  return {
    name: 'reconcile-orders',
    cron: '40 2 * * *',
    // While the gateway is down, each merchant costs 8 s of waiting.
    expireInSeconds: 4 * 3600,
    run: async () => {
      await reconcileOrders(parts)
    },
  }
}

/** Maximum number of transactions in one call to the gateway. */
const maxTxnidsPerCall = 50

/**
 * Checks, for all schools, every order whose money may still arrive. These are open orders, and orders that have failed
 * or were cancelled in the last seven days, because the checkout page may have been paid later. A failing order or
 * merchant does not stop the others.
 * @returns number of orders checked, and number whose state changed
 * @throws AggregateError at the end, when some orders could not be checked or booked; the job is retried later
 */
export async function reconcileOrders(parts: SettleDependencies): Promise<{ asked: number; changed: number }> {
  const { database } = parts
  const done: Progress = { asked: 0, changed: 0, errors: [] }
  const schools = await database.kysely.selectFrom('schools').select('id').where('id', '>', 0).orderBy('id').execute()
  const since = new Date(Date.now() - changesMindDays * 86_400_000)
  for (const { id: schoolId } of parts.services.payu ? schools : []) {
    const [rows] = await database.read(schoolId, [
      database.kysely
        .selectFrom('onlineOrders')
        .selectAll()
        .where('schoolId', '=', schoolId)
        .where((row) =>
          row.or([
            row('state', '=', 'CREATED'),
            row.and([row('state', 'in', ['FAILURE', 'CANCEL']), row('settledAt', '>', since)]),
          ]),
        )
        .orderBy('id'),
    ] as const)
    const orders = rows as OrderRow[]
    for (const ofMerchant of Map.groupBy(orders, merchantGroup).values()) await reconcileMerchant(parts, ofMerchant, done)
  }
  if (done.errors.length > 0)
    throw new AggregateError(done.errors, `${countWithNoun(done.errors.length, 'order')} could not be reconciled.`)
  return { asked: done.asked, changed: done.changed }
}

/**
 * Returns the group of orders that one gateway call can check. A changed salt makes another group, because it signs the
 * call.
 */
function merchantGroup({ merchantKey, merchantSaltSealed }: OrderRow): string {
  return `${merchantKey} ${sealedValueId(merchantSaltSealed)}`
}

interface Progress {
  asked: number
  changed: number
  errors: unknown[]
}

async function reconcileMerchant(parts: SettleDependencies, orders: readonly OrderRow[], done: Progress): Promise<void> {
  for (let from = 0; from < orders.length; from += maxTxnidsPerCall) {
    const chunk = orders.slice(from, from + maxTxnidsPerCall)
    const txnids = chunk.map((order) => order.txnid)
    const reports = await attempt(done, async () => parts.services.payu?.verify(merchantOf(parts, chunk[0] as OrderRow), txnids))
    if (!reports) return
    for (const order of chunk) {
      const report = reports.get(order.txnid)
      done.asked += 1
      const updated = report && (await attempt(done, () => applyReport(parts, order, 'CHECK', report)))
      if (updated && updated.state !== order.state) done.changed += 1
    }
  }
}

async function attempt<T>(done: Progress, work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    done.errors.push(error)
    return undefined
  }
}
