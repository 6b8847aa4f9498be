import { calculatePrice, schoolPrefix } from '#domains/onlinefees/onlinefees.rules.ts'
import { createCode, createToken } from '#domains/onlinefees/server/secrets.ts'
import { onlineClerk } from '#domains/fees/server/online.exports.ts'
import type { Tx } from '#platform/database/connect.ts'
import { showMoney, subtractMoney } from '#shared/money.ts'
import type { DemoPayment } from './books.ts'
import type { DemoMoney, DemoStudent } from './fees.ts'
import { storeAll } from './store.ts'

/** A payment of the books with the row that will be stored. */
export interface StoredPayment {
  payment: DemoPayment
  /** The payer, with the place in the payment's term. */
  student: DemoStudent
  row: { createdAt: Date; mode: string; txnId: string; onlineRef: string | null; orderId: number | null } & By
  /** The columns that the payment's lines share with it. */
  common: By
}

interface By {
  createdBy: string
  createdByName: string
}

const minute = 60_000

/**
 * Turns every third transfer of a day of a school with online fees into an online payment with its guardian link, order
 * and events. Adds an order that failed, one that was cancelled, and one that was paid with another amount, for the
 * office to look at.
 */
export async function payOnline(db: Tx, demo: DemoMoney, payments: readonly StoredPayment[]): Promise<void> {
  if (demo.school.settings.onlineFees !== true) return
  const suitable = payments.filter(({ payment }) => isSuitable(payment))
  const days = Map.groupBy(suitable, ({ payment }) => payment.day)
  const chosen = [...days.values()].flatMap((ofDay) => ofDay.filter((_, index) => index % 3 === 1))
  const paid = chosen.map(
    ({ payment, student, row }, index): DemoOrder => ({
      index,
      payment,
      student,
      createdAt: new Date(row.createdAt.getTime() - 2 * minute),
      state: 'SUCCESS',
      reference: String(403_993_700_000 + index * 7919),
      settledAt: row.createdAt,
    }),
  )
  const troubled = (['FAILURE', 'CANCEL', 'MISMATCH'] as const).flatMap((state, place): DemoOrder[] => {
    const { payment, student } = chosen.at(-1 - place) ?? {}
    if (!payment || !student) return []
    const createdAt = new Date(demo.now.getTime() - (3 - place) * 47 * minute)
    const settledAt = new Date(createdAt.getTime() + 3 * minute)
    const reference = String(403_993_600_000 + place)
    return [{ index: chosen.length + place, payment, student, createdAt, state, reference, settledAt }]
  })
  const orders = [...paid, ...troubled]
  const ids = await storeOrders(db, demo, orders, await addLinks(db, demo, orders))
  const { subject, name } = onlineClerk(demo.schoolId)
  for (const [index, { row, common }] of chosen.entries()) {
    const [onlineRef, orderId] = [paid[index]?.reference, ids[index]]
    Object.assign(row, { mode: 'ONLINE', txnId: '', onlineRef, orderId, createdBy: subject, createdByName: name })
    Object.assign(common, { createdBy: subject, createdByName: name })
  }
}

/** Returns whether a payment took whole fees of one bank account, without late fees, and was not deleted. */
function isSuitable({ mode, deleted, lines, lateFees }: DemoPayment): boolean {
  const accounts = new Set(lines.map((line) => line.fee.bankAccountId))
  const plain = lateFees.length === 0 && lines.every((line) => line.fee.fixedAmount)
  return mode === 'UPI' && !deleted && accounts.size === 1 && !accounts.has(null) && plain
}

interface DemoOrder {
  index: number
  /** The payment with the ordered fees. */
  payment: DemoPayment
  student: DemoStudent
  state: 'SUCCESS' | 'FAILURE' | 'CANCEL' | 'MISMATCH'
  reference: string
  createdAt: Date
  settledAt: Date
}

/** Adds a link for each guardian, as old as the first order, and returns the links by phone. */
async function addLinks(
  db: Tx,
  { schoolId, secretKey, now }: DemoMoney,
  orders: readonly DemoOrder[],
): Promise<Map<string, number>> {
  const firsts = new Map(orders.toReversed().map(({ student, createdAt }) => [student.phone, createdAt]))
  const rows = [...firsts].map(([phone, createdAt]) => {
    const [token, code] = [createToken(secretKey, schoolId), createCode(secretKey, schoolId)]
    return {
      schoolId,
      phone,
      createdAt,
      createdBy: onlineClerk(schoolId).subject,
      createdByName: 'Office',
      tokenHash: token.hash,
      tokenSealed: token.sealed,
      codeHash: code.hash,
      codeSealed: code.sealed,
      expiresAt: new Date(now.getTime() + 30 * 24 * 60 * minute),
    }
  })
  const links = await storeAll<{ id: number; phone: string }>(db, 'guardianLinks', rows, ['id', 'phone'])
  return new Map(links.map(({ id, phone }) => [phone, id]))
}

/** Stores orders with their fees, events and surplus, and returns their ids. */
async function storeOrders(
  db: Tx,
  { schoolId }: DemoMoney,
  orders: readonly DemoOrder[],
  links: ReadonlyMap<string, number>,
): Promise<number[]> {
  const accounts = await db
    .selectFrom('bankAccounts')
    .select(['id', 'keyId', 'keySecretSealed'])
    .where('schoolId', '=', schoolId)
    .execute()
  const rows = orders.map(({ index, payment, student, state, reference, createdAt, settledAt }) => {
    const price = calculatePrice(payment.amount)
    const account = accounts.find(({ id }) => id === payment.lines[0]?.fee.bankAccountId)
    const money = state === 'SUCCESS' || state === 'MISMATCH'
    return {
      schoolId,
      termId: payment.termId,
      guardianLinkId: links.get(student.phone),
      inputHash: Buffer.alloc(32),
      state,
      createdAt,
      settledAt,
      key: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
      txnid: `${schoolPrefix(schoolId)}Z${index.toString(36).padStart(16, '0')}`,
      bankAccountId: account?.id,
      merchantKey: account?.keyId,
      merchantSaltSealed: account?.keySecretSealed,
      feesAmount: price.fees,
      charge: price.charge,
      gst: price.gst,
      payable: price.payable,
      payerName: student.name,
      payerPhone: student.phone,
      payerEmail: `${student.registerNo.toLowerCase()}@family.test`,
      gatewayReference: money ? reference : '',
      gatewayMode: money ? 'UPI' : '',
      // A rupee less, as when a payer types the amount again in another app.
      received: money ? subtractMoney(price.payable, state === 'SUCCESS' ? 0 : 100) : null,
      message: state === 'FAILURE' ? 'The bank declined the payment.' : '',
    }
  })
  const stored = await storeAll<{ id: number; key: string }>(db, 'onlineOrders', rows, ['id', 'key'])
  const idOf = new Map(stored.map(({ id, key }) => [key, id]))
  const complete = orders.map((order, place) => {
    const row = rows[place] as (typeof rows)[number]
    return { ...order, row, at: { schoolId, orderId: idOf.get(row.key) ?? 0 } }
  })
  await storeAll(
    db,
    'onlineOrderLines',
    complete.flatMap(({ at, payment, student }) =>
      payment.lines.map(({ fee, amount }) => ({
        ...at,
        studentId: student.id,
        feeId: fee.id,
        amount,
        feeName: fee.name,
        month: fee.month,
        studentName: student.name,
        sectionName: `${student.className}-${student.sectionName}`,
        lateFee: 0,
        lateFeeBefore: 0,
      })),
    ),
  )
  await storeAll(
    db,
    'onlineOrderEvents',
    complete.flatMap(({ at, state, reference, row, student, createdAt, settledAt }) => {
      const payable = showMoney(row.payable)
      const said = {
        SUCCESS: `The gateway says: ${payable} paid by UPI (${reference}).`,
        FAILURE: 'The gateway says: failed, The bank declined the payment.',
        CANCEL: 'The gateway says: cancelled.',
        MISMATCH: `${showMoney(row.received ?? 0)} came for ${payable}. The office settles it.`,
      }
      const sent = `${payable} to be paid by ${student.name}. Sent to the gateway.`
      return [
        { ...at, at: createdAt, source: 'GUARDIAN', text: sent },
        { ...at, at: settledAt, source: 'RETURN', text: said[state] },
      ]
    }),
  )
  await storeAll(
    db,
    'onlineSurplus',
    complete
      .filter(({ state }) => state === 'MISMATCH')
      .map(({ at, student, row, settledAt }) => ({ ...at, studentId: student.id, amount: row.received, arrivedAt: settledAt })),
  )
  return complete.map(({ at }) => at.orderId)
}
