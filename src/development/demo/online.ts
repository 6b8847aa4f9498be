import { calculatePrice, schoolPrefix } from '#domains/onlinefees/onlinefees.rules.ts'
import { createCode, createToken } from '#domains/onlinefees/server/secrets.ts'
import { onlineClerk } from '#domains/fees/server/online.exports.ts'
import type { Tx } from '#platform/database/connect.ts'
import { subtractMoney, type Paise, showMoney, sumMoney } from '#shared/money.ts'
import type { DemoLine, DemoPayment } from './books.ts'
import type { DemoMoney, DemoStudent } from './fees.ts'

/** A payment of the books with the row that will be stored. */
export interface StoredPayment {
  payment: DemoPayment
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
export async function payOnline(
  db: Tx,
  demo: DemoMoney,
  payments: readonly StoredPayment[],
  students: ReadonlyMap<number, DemoStudent>,
): Promise<void> {
  if (demo.school.settings.onlineFees !== true) return
  const suitable = payments.filter(({ payment }) => isSuitable(payment))
  const days = Map.groupBy(suitable, ({ payment }) => payment.day)
  const chosen = [...days.values()].flatMap((ofDay) => ofDay.filter((_, index) => index % 3 === 1))
  const links = new Map<string, number>()
  for (const [index, { payment, row, common }] of chosen.entries()) {
    const student = students.get(payment.account.studentId) as DemoStudent
    const linkId = links.get(student.phone) ?? (await addLink(db, demo, student.phone, row.createdAt))
    links.set(student.phone, linkId)
    const reference = String(403_993_700_000 + index * 7919)
    const orderId = await addOrder(db, demo, {
      index,
      linkId,
      student,
      lines: payment.lines,
      createdAt: new Date(row.createdAt.getTime() - 2 * minute),
      state: 'SUCCESS',
      reference,
      settledAt: row.createdAt,
    })
    const { subject, name } = onlineClerk(demo.schoolId)
    Object.assign(row, { mode: 'ONLINE', txnId: '', onlineRef: reference, orderId, createdBy: subject, createdByName: name })
    Object.assign(common, { createdBy: subject, createdByName: name })
  }
  const troubled = ['FAILURE', 'CANCEL', 'MISMATCH'] as const
  for (const [place, state] of troubled.entries()) {
    const { payment } = chosen.at(-1 - place) ?? {}
    if (!payment) continue
    const student = students.get(payment.account.studentId) as DemoStudent
    const at = new Date(demo.now.getTime() - (troubled.length - place) * 47 * minute)
    await addOrder(db, demo, {
      index: chosen.length + place,
      linkId: links.get(student.phone) ?? 0,
      student,
      lines: payment.lines,
      state,
      createdAt: at,
      settledAt: new Date(at.getTime() + 3 * minute),
      reference: String(403_993_600_000 + place),
    })
  }
}

/** Returns whether a payment took whole fees of one bank account and was not deleted. */
function isSuitable({ mode, deleted, lines }: DemoPayment): boolean {
  const accounts = new Set(lines.map((line) => line.fee.bankAccountId))
  return mode === 'UPI' && !deleted && accounts.size === 1 && !accounts.has(null) && lines.every((line) => line.fee.fixedAmount)
}

async function addLink(db: Tx, { schoolId, secretKey, now }: DemoMoney, phone: string, createdAt: Date): Promise<number> {
  const [token, code] = [createToken(secretKey, schoolId), createCode(secretKey, schoolId)]
  const { id } = await db
    .insertInto('guardianLinks')
    .values({
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
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

interface DemoOrder {
  index: number
  linkId: number
  student: DemoStudent
  lines: readonly DemoLine[]
  state: 'SUCCESS' | 'FAILURE' | 'CANCEL' | 'MISMATCH'
  reference: string
  createdAt: Date
  settledAt: Date
}

async function addOrder(db: Tx, { schoolId, termId }: DemoMoney, order: DemoOrder): Promise<number> {
  const { index, linkId, student, lines, state, reference, createdAt, settledAt } = order
  const price = calculatePrice(sumMoney(lines.map((line) => line.amount)))
  const money = state === 'SUCCESS' || state === 'MISMATCH'
  // A rupee less, as when a payer types the amount again in another app.
  const received: Paise = state === 'SUCCESS' ? price.payable : subtractMoney(price.payable, 100)
  const payerName = student.name
  const bankAccountId = lines[0]?.fee.bankAccountId ?? 0
  const account = await db
    .selectFrom('bankAccounts')
    .select(['keyId', 'keySecretSealed'])
    .where('schoolId', '=', schoolId)
    .where('id', '=', bankAccountId)
    .executeTakeFirstOrThrow()
  const { id } = await db
    .insertInto('onlineOrders')
    .values({
      schoolId,
      termId,
      guardianLinkId: linkId,
      inputHash: Buffer.alloc(32),
      state,
      createdAt,
      settledAt,
      key: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
      txnid: `${schoolPrefix(schoolId)}Z${index.toString(36).padStart(16, '0')}`,
      bankAccountId,
      merchantKey: account.keyId,
      merchantSaltSealed: account.keySecretSealed,
      feesAmount: price.fees,
      charge: price.charge,
      gst: price.gst,
      payable: price.payable,
      payerName,
      payerPhone: student.phone,
      payerEmail: `${student.registerNo.toLowerCase()}@family.test`,
      ...(money ? { gatewayReference: reference, gatewayMode: 'UPI', received } : {}),
      message: state === 'FAILURE' ? 'The bank declined the payment.' : '',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const at = { schoolId, orderId: id }
  await db
    .insertInto('onlineOrderLines')
    .values(
      lines.map(({ fee, amount }) => ({
        ...at,
        studentId: student.id,
        feeId: fee.id,
        amount,
        feeName: fee.name,
        month: fee.month,
        studentName: student.name,
        sectionName: `${student.className}-${student.sectionName}`,
      })),
    )
    .execute()
  const said = {
    SUCCESS: `The gateway says: ${showMoney(price.payable)} paid by UPI (${reference}).`,
    FAILURE: 'The gateway says: failed, The bank declined the payment.',
    CANCEL: 'The gateway says: cancelled.',
    MISMATCH: `${showMoney(received)} came for ${showMoney(price.payable)}. The office settles it.`,
  }
  await db
    .insertInto('onlineOrderEvents')
    .values([
      {
        ...at,
        at: createdAt,
        source: 'GUARDIAN',
        text: `${showMoney(price.payable)} to be paid by ${payerName}. Sent to the gateway.`,
      },
      { ...at, at: settledAt, source: 'RETURN', text: said[state] },
    ])
    .execute()
  if (state === 'MISMATCH')
    await db
      .insertInto('onlineSurplus')
      .values({ ...at, studentId: student.id, amount: received, arrivedAt: settledAt })
      .execute()
  return id
}
