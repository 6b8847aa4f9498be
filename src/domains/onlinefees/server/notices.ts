import type { Services } from '#platform/services.ts'
import type { Job } from '#platform/jobs/jobs.ts'
import { type Paise, parseMoney, showMoney } from '#shared/money.ts'
import { msg } from '#shared/texts.ts'
import type { NoticeKind } from '../onlinefees.rules.ts'
import { addOrderEvent, type OrderRow } from './orders.sql.ts'
import { orderOfTxnid, type SettleDependencies } from './settle.ts'

/** The gateway's callback of a refund or a chargeback. It is not signed. */
export interface GatewayNotice {
  kind: NoticeKind
  /** The order's txnid, or the gateway's own id of the payment. */
  transaction: string
  /** The merchant; empty where the gateway names none. */
  merchantKey: string
  /** The gateway's id of the refund or chargeback. */
  reference: string
  /** The gateway's own word for its state. */
  status: string
  amount: Paise | null
}

/** Maximum number of notices of an order. Nobody signs them, so somebody could send any number. */
const maxNotices = 20

/** The queue that finds the order of a notice that names the gateway's own id only. */
export const findNoticeOrderQueue = 'find-notice-order'

/** Returns the refund or chargeback that a callback tells of; null for a callback of a payment. */
export function noticeIn(fields: Readonly<Record<string, string>>): GatewayNotice | null {
  const text = (...names: readonly string[]) =>
    names.map((name) => fields[name]?.trim() ?? '').find((value) => value !== '') ?? ''
  const merchantKey = text('key')
  if (fields.action === 'refund')
    return {
      kind: 'REFUND',
      transaction: text('merchantTxnId', 'txnid', 'mihpayid'),
      merchantKey,
      reference: text('request_id', 'token').slice(0, 60),
      status: text('status').slice(0, 60),
      amount: parseMoney(text('amt', 'amount')),
    }
  if (fields.event !== 'dispute') return null
  return {
    kind: 'CHARGEBACK',
    transaction: text('txn_id', 'txnid'),
    merchantKey,
    reference: text('cb_id').slice(0, 60),
    status: text('cb_status').slice(0, 60),
    amount: parseMoney(text('cb_amount')),
  }
}

/**
 * Stores a notice once for the office to look at. It changes no order and blocks no fee, because nobody has signed it.
 * One of an unknown payment is forgotten.
 */
export async function receiveNotice(
  parts: SettleDependencies & { services: Pick<Services, 'jobs'> },
  notice: GatewayNotice,
): Promise<void> {
  const order = await orderOfTxnid(parts, notice.transaction)
  if (order) await storeNotice(parts, order, notice)
  // The gateway's ids name no school, so all schools are searched, one search after another.
  else if (/^\d{6,20}$/.test(notice.transaction)) await parts.services.jobs.send({ name: findNoticeOrderQueue }, { notice })
}

/** Finds the order of a notice by the gateway's own id, in all schools. */
export function findNoticeOrderJob(parts: SettleDependencies): Job<{ notice: GatewayNotice }> {
  return {
    name: findNoticeOrderQueue,
    run: async ({ notice }) => {
      const { database } = parts
      const schools = await database.kysely.selectFrom('schools').select('id').where('id', '>', 0).orderBy('id').execute()
      for (const { id: schoolId } of schools) {
        const [[order]] = await database.read(schoolId, [
          database.kysely
            .selectFrom('onlineOrders')
            .selectAll()
            .where('schoolId', '=', schoolId)
            .where('gatewayReference', '=', notice.transaction)
            .where('state', 'in', ['SUCCESS', 'MISMATCH']),
        ] as const)
        if (order) await storeNotice(parts, order as OrderRow, notice)
      }
    },
  }
}

async function storeNotice({ database }: SettleDependencies, order: OrderRow, notice: GatewayNotice): Promise<void> {
  const { schoolId, id: orderId } = order
  const { kind, reference, status, amount } = notice
  if (notice.merchantKey !== '' && notice.merchantKey !== order.merchantKey) return
  await database.transaction(schoolId, async (db) => {
    // Locked, so that many at once are counted too.
    await db
      .selectFrom('onlineOrders')
      .select('id')
      .where('schoolId', '=', schoolId)
      .where('id', '=', orderId)
      .forUpdate()
      .execute()
    const { count } = await db
      .selectFrom('gatewayNotices')
      .select((row) => row.fn.countAll<number>().as('count'))
      .where('schoolId', '=', schoolId)
      .where('orderId', '=', orderId)
      .executeTakeFirstOrThrow()
    if (count >= maxNotices) return
    const stored = await db
      .insertInto('gatewayNotices')
      .values({ schoolId, orderId, kind, reference, status, amount })
      .onConflict((conflict) => conflict.columns(['schoolId', 'orderId', 'kind', 'reference', 'status']).doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!stored) return
    const word = [amount === null ? '' : showMoney(amount), reference, status].filter(Boolean).join(', ')
    await addOrderEvent(
      db,
      order,
      'WEBHOOK',
      kind === 'REFUND' ? msg`The gateway tells of a refund (${word}).` : msg`The gateway tells of a chargeback (${word}).`,
    )
  })
}
