import { sealedValueId } from '#platform/sealed.ts'
import type { Job } from '#platform/jobs/jobs.ts'
import { applyWord, merchantOf, orderOfTxnid, type Parts, settleOrder } from './settle.ts'
import type { OrderRow } from './orders.sql.ts'
import { countWithNoun } from '#shared/plural.ts'

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
    // A gateway that is away is waited for 8 s at every merchant.
    expireInSeconds: 4 * 3600,
    run: async () => {
      await reconcileOrders(parts)
    },
  }
}

/** As many as one call of the gateway takes. */
const batch = 50

/**
 * Asks the gateway about all orders of all schools that may still have money coming: those under way, and those of the last
 * seven days that failed or were cancelled, whose checkout page may have been paid later. What cannot be booked, and a merchant
 * whom the gateway refuses, keep nobody else waiting.
 * @returns how many were asked about, and how many changed
 * @throws AggregateError at the end, when some could not be booked or asked about; the job is tried again later
 */
export async function reconcileOrders(parts: Parts): Promise<{ asked: number; changed: number }> {
  const { database } = parts
  const done: Done = { asked: 0, changed: 0, errors: [] }
  const schools = await database.kysely.selectFrom('schools').select('id').where('id', '>', 0).orderBy('id').execute()
  const since = new Date(Date.now() - 7 * 86_400_000)
  for (const { id: schoolId } of parts.services.payu ? schools : []) {
    const [rows] = await database.read(schoolId, [
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
    ] as const)
    const orders = rows as OrderRow[]
    for (const ofMerchant of Map.groupBy(orders, merchantName).values()) await reconcileMerchant(parts, ofMerchant, done)
  }
  if (done.errors.length > 0)
    throw new AggregateError(done.errors, `${countWithNoun(done.errors.length, 'order')} could not be reconciled.`)
  return { asked: done.asked, changed: done.changed }
}

/** A salt that was changed since signs another merchant's question. */
function merchantName({ merchantKey, merchantSaltSealed }: OrderRow): string {
  return `${merchantKey} ${sealedValueId(merchantSaltSealed)}`
}

interface Done {
  asked: number
  changed: number
  errors: unknown[]
}

async function reconcileMerchant(parts: Parts, orders: readonly OrderRow[], done: Done): Promise<void> {
  for (let from = 0; from < orders.length; from += batch) {
    const some = orders.slice(from, from + batch)
    const txnids = some.map((order) => order.txnid)
    const words = await attempt(done, async () => parts.services.payu?.verify(merchantOf(parts, some[0] as OrderRow), txnids))
    if (!words) return
    for (const order of some) {
      const word = words.get(order.txnid)
      done.asked += 1
      const now = word && (await attempt(done, () => applyWord(parts, order, 'CHECK', word)))
      if (now && now.state !== order.state) done.changed += 1
    }
  }
}

async function attempt<T>(done: Done, work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    done.errors.push(error)
    return undefined
  }
}
