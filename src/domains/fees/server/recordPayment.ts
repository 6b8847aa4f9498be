import { type Insertable, sql } from 'kysely'
import { type LastStatements, lastStatements } from '#platform/command.ts'
import { readIn, type Tx } from '#platform/database/connect.ts'
import type { CollectedLines, Payments } from '#platform/database/schema.types.ts'
import type { School } from '#platform/school.ts'
import type { Day } from '#shared/dates.ts'
import { type PaymentMode, paymentModes, type TransferKind } from '#shared/paymentModes.ts'
import { newLineStatus } from '../account.rules.ts'
import { receiptYear } from '../receipts.rules.ts'
import type { Payer } from './account.sql.ts'
import { openDrawer } from './drawers.ts'
import { nextPaymentId, type Payment, takeReceiptNo } from './payments.sql.ts'
import { queueReceiptMessage, receiptKinds } from './receiptMessages.ts'
import type { FeeShare } from './selectedFees.ts'

/** A payment to be stored, with its split. */
export interface NewPayment {
  /** The student, as read under the account's lock. */
  payer: Payer
  /** The shares sum to the amount. */
  shares: readonly FeeShare[]
  amount: number
  mode: PaymentMode
  chequeNo?: string
  txnId?: string
  /** The reference in the QR code of the counter. */
  upiRef?: string
  transferKind?: TransferKind
  cardLast4?: string
  bankName?: string
  /** The date on a cheque or demand draft. */
  instrumentOn?: Day
  /** For an online payment: the gateway's reference, the order, and the account that received the money. */
  online?: { reference: string; orderId: number; bankAccountId: number }
  /** The payment of another student in whose place this one stands: it is settled as that one was. */
  insteadOf?: Payment
  collectedOn: Day
  by: { subject: string; name: string }
  school: School
}

/**
 * Stores a payment with its lines, its late fees and the next receipt number, under the account's lock, in the caller's
 * transaction. Queues the receipt message where the school sends them.
 * @throws Refusal BAD_INPUT on `collectedOn` when the clerk has closed that day; online money is in nobody's drawer
 */
export async function recordPayment(db: Tx, newPayment: NewPayment): Promise<Payment> {
  const { payer, online, by, collectedOn } = newPayment
  const [[next], kinds] = await readIn(db)(nextPaymentId(db), receiptKinds(db, payer.schoolId))
  if (!online) await openDrawer(db, { schoolId: payer.schoolId, clerk: by, day: collectedOn, path: 'collectedOn' })
  const { queries, resultOf } = await preparePayment(db, next?.id ?? 0, newPayment, kinds)
  return resultOf(await readIn(db)(...queries))
}

/**
 * Does everything of {@link recordPayment} but storing the payment, for which it returns the statements. The first one
 * takes the receipt number, for which everybody else in the school waits until the transaction ends. For money of the
 * counter the caller has opened the clerk's drawer before, see `drawers.ts`.
 * @param id of the payment, taken before
 * @param kinds the rows of {@link receiptKinds}
 */
export async function preparePayment(
  db: Tx,
  id: number,
  newPayment: NewPayment,
  kinds: Parameters<typeof queueReceiptMessage>[3],
): Promise<LastStatements<Payment>> {
  const { payer, shares, amount, mode, online, collectedOn, by, insteadOf = null } = newPayment
  const { schoolId, termId } = payer
  const clears = paymentModes[mode].clearsLater && (insteadOf?.settledOn ?? null) === null
  const year = receiptYear(collectedOn)
  const entered = { schoolId, termId, studentId: payer.id, collectedOn, createdBy: by.subject, createdByName: by.name }
  const payment = {
    ...entered,
    id,
    amount,
    mode,
    state: clears ? 'CLEARING' : 'COLLECTED',
    chequeNo: newPayment.chequeNo ?? '',
    txnId: newPayment.txnId ?? '',
    upiRef: newPayment.upiRef ?? null,
    transferKind: newPayment.transferKind ?? null,
    cardLast4: newPayment.cardLast4 ?? null,
    bankName: newPayment.bankName ?? '',
    instrumentOn: newPayment.instrumentOn ?? null,
    onlineRef: online?.reference ?? null,
    orderId: online?.orderId ?? null,
    movedFrom: insteadOf?.id ?? null,
    settledOn: insteadOf?.settledOn ?? null,
    settledBy: insteadOf?.settledBy ?? null,
    settledByName: insteadOf?.settledByName ?? null,
    receiptYear: year,
    receiptPrefix: newPayment.school.receiptPrefix,
    studentName: payer.name,
    sectionName: payer.sectionName,
    roll: payer.roll,
    registerNo: payer.registerNo,
  }
  const lineOf = ({ fee }: FeeShare) => ({ ...entered, termId: fee.termId, feeId: fee.id, feeName: fee.name, month: fee.month })
  const lines = shares.map((share) => ({
    ...lineOf(share),
    paymentId: id,
    lateFeePaymentId: null,
    amount: share.amount,
    bankAccountId: online ? online.bankAccountId : share.fee.bankAccountId,
    status: newLineStatus(clears, share.pending),
  }))
  const lateFees = shares
    .filter(({ lateFee }) => lateFee > 0)
    .map((share) => ({
      ...lineOf(share),
      paymentId: null,
      lateFeePaymentId: id,
      amount: -share.lateFee,
      bankAccountId: null,
      status: 'LATE_FEE',
    }))
  const numbered = await queueReceiptMessage(db, newPayment.school, payment, kinds)
  return lastStatements(
    [takeReceiptNo(db, schoolId, year), storedPayment(db, payment), storedLines(db, [...lines, ...lateFees]), ...numbered],
    ([, [stored], storedRows]) => {
      if (!stored) throw new Error('A payment that was stored is not there.')
      const shareOf = new Map(shares.map((share) => [share.feeId, share]))
      const receiptLines = storedRows
        .filter(({ status }) => status !== 'LATE_FEE')
        .map(({ id: lineId, feeId, feeName, month, amount: paid, status }) => {
          const share = shareOf.get(feeId)
          const earlierTerm = share && share.fee.termId !== termId ? share.fee.termName : null
          return { id: lineId, feeId, feeName, month, amount: paid, status, earlierTerm, lateFee: share?.lateFee ?? 0 }
        })
      return { ...stored, insteadOf, lines: receiptLines }
    },
  )
}

/** The columns of a new payment without its school and number, with their types. */
const paymentColumns = {
  id: 'bigint',
  termId: 'bigint',
  studentId: 'bigint',
  collectedOn: 'date',
  createdBy: 'uuid',
  createdByName: 'text',
  amount: 'bigint',
  mode: 'text',
  state: 'text',
  chequeNo: 'text',
  txnId: 'text',
  upiRef: 'text',
  transferKind: 'text',
  cardLast4: 'text',
  bankName: 'text',
  instrumentOn: 'date',
  onlineRef: 'text',
  orderId: 'bigint',
  movedFrom: 'bigint',
  settledOn: 'date',
  settledBy: 'uuid',
  settledByName: 'text',
  receiptPrefix: 'text',
  studentName: 'text',
  sectionName: 'text',
  roll: 'text',
  registerNo: 'text',
} as const satisfies Partial<Record<keyof Payments, string>>

type NewPaymentRow = Pick<Insertable<Payments>, keyof typeof paymentColumns | 'schoolId' | 'receiptYear'>

/** Stores a payment with the number that {@link takeReceiptNo} has taken in this transaction. */
function storedPayment(db: Tx, payment: NewPaymentRow) {
  const columns = Object.keys(paymentColumns) as (keyof typeof paymentColumns)[]
  return (
    db
      .insertInto('payments')
      .columns(['schoolId', 'receiptYear', 'receiptNo', ...columns])
      // Selected from the counter, because a cluster takes no subquery among the values of an insert.
      .expression((row) =>
        row
          .selectFrom('receiptCounters as counter')
          .select([sql<number>`${payment.schoolId}::bigint`.as('schoolId'), 'counter.year', 'counter.last'])
          .select(columns.map((column) => sql`${payment[column]}::${sql.raw(paymentColumns[column])}`.as(column)))
          .where('counter.schoolId', '=', payment.schoolId)
          .where('counter.year', '=', payment.receiptYear),
      )
      .returningAll()
  )
}

function storedLines(db: Tx, lines: readonly Insertable<CollectedLines>[]) {
  return db.insertInto('collectedLines').values(lines).returning(['id', 'feeId', 'feeName', 'month', 'amount', 'status'])
}
