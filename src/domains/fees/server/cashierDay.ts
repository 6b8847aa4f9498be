import type { Db, Tx } from '#platform/database/connect.ts'
import type { Day } from '#shared/dates.ts'
import { type Paise, subtractMoney, sumMoney } from '#shared/money.ts'
import {
  fullReference,
  type PaymentMode,
  paymentModeNames,
  paymentModes,
  referenceOf,
  type TransferKind,
} from '#shared/paymentModes.ts'
import { type DrawerCash, expectedCash } from '../cashier.rules.ts'
import { formatReceiptNumber } from '../receipts.rules.ts'
import { formatRefundNumber } from '../refunds.rules.ts'
import {
  carriedOn,
  chequesCome,
  type DrawerDay,
  receiptsDeleted,
  receiptsOfDay,
  refundsCancelled,
  refundsOfDay,
} from './cashier.sql.ts'

/** A receipt as a closing lists it. It names no student, because a closing is kept for good. */
export interface DrawerReceipt {
  paymentId: number
  receiptNumber: string
  mode: PaymentMode
  amount: Paise
  /** The number of a cheque or demand draft, else all that the bank finds the money by; '' for cash. */
  reference: string
  /** The bank and date of a cheque or demand draft. */
  bankName: string
  instrumentOn: Day | null
  /** The bank has not answered on it yet. */
  clearing: boolean
}

/**
 * Cash that has gone from a drawer: given back, or of a receipt that was deleted after its day was closed. The cash of
 * a refund that was cancelled after its day was closed has come back.
 */
export interface Outflow {
  kind: 'DELETED' | 'REFUND' | 'CANCELLED'
  /** Of a deleted receipt. */
  paymentId?: number
  /** Of a refund. */
  refundId?: number
  /** The number of the receipt or voucher. */
  receiptNumber: string
  /** The day of the receipt or voucher. */
  collectedOn: Day
  /** Below zero for cash that comes back. */
  amount: Paise
}

/** What was taken by one payment mode. */
export interface ModeSum {
  mode: PaymentMode
  amount: Paise
  receipts: number
}

/** What a clerk's drawer should hold on a day, and what came beside cash. */
export interface DrawerFacts extends DrawerCash {
  expected: Paise
  receipts: DrawerReceipt[]
  outflows: Outflow[]
  /** Cheques and demand drafts for the bank: of the day, and post-dated ones of earlier days that have come due. */
  depositCheques: DrawerReceipt[]
}

type TakenRow = Awaited<ReturnType<ReturnType<typeof chequesCome>['execute']>>[number]
type DeletedRow = Awaited<ReturnType<ReturnType<typeof receiptsDeleted>['execute']>>[number]
type RefundRow = Awaited<ReturnType<ReturnType<typeof refundsOfDay>['execute']>>[number]

/** Returns the statements whose rows {@link drawerFacts} reads. */
export function drawerStatements(db: Db | Tx, drawer: DrawerDay) {
  return [
    carriedOn(db, drawer.schoolId, drawer.clerk),
    receiptsOfDay(db, drawer),
    chequesCome(db, drawer),
    receiptsDeleted(db, drawer),
    refundsOfDay(db, drawer),
    refundsCancelled(db, drawer),
  ] as const
}

interface DrawerRows {
  carried: { carriedCash: number } | undefined
  receipts: readonly TakenRow[]
  come: readonly TakenRow[]
  deleted: readonly DeletedRow[]
  refunds: readonly RefundRow[]
  cancelled: readonly RefundRow[]
}

/** Returns a day's facts from its rows. It is the one place where the cash that a drawer should hold is computed. */
export function drawerFacts(day: Day, rows: DrawerRows): DrawerFacts {
  const receipts = rows.receipts.map(toReceipt)
  const outflows = [
    ...rows.refunds.map((row): Outflow => refundOutflow(row, 'REFUND', row.amount)),
    ...rows.deleted.map(
      (row): Outflow => ({
        kind: 'DELETED',
        paymentId: row.id,
        receiptNumber: formatReceiptNumber(row),
        collectedOn: row.collectedOn,
        amount: row.amount,
      }),
    ),
    ...rows.cancelled.map((row): Outflow => refundOutflow(row, 'CANCELLED', subtractMoney(0, row.amount))),
  ]
  const cash: DrawerCash = {
    opening: rows.carried?.carriedCash ?? 0,
    cashIn: sumMoney(receipts.filter(({ mode }) => paymentModes[mode].inDrawer).map(({ amount }) => amount)),
    cashOut: sumMoney(outflows.map(({ amount }) => amount)),
  }
  const ready = receipts.filter(({ clearing, instrumentOn }) => clearing && (instrumentOn === null || instrumentOn <= day))
  return { ...cash, expected: expectedCash(cash), receipts, outflows, depositCheques: [...rows.come.map(toReceipt), ...ready] }
}

/** Reads a day's facts in a transaction that has locked the drawer. */
export async function readDrawer(db: Tx, drawer: DrawerDay): Promise<DrawerFacts> {
  const [carried, receipts, come, deleted, refunds, cancelled] = drawerStatements(db, drawer)
  return drawerFacts(drawer.day, {
    carried: await carried.executeTakeFirst(),
    receipts: await receipts.execute(),
    come: await come.execute(),
    deleted: await deleted.execute(),
    refunds: await refunds.execute(),
    cancelled: await cancelled.execute(),
  })
}

/** Returns the sums of receipts by mode, in the order of the modes; those without money are left out. */
export function sumByMode(receipts: readonly Pick<DrawerReceipt, 'mode' | 'amount'>[]): ModeSum[] {
  return paymentModeNames.flatMap((mode) => {
    const ofMode = receipts.filter((receipt) => receipt.mode === mode)
    return ofMode.length === 0 ? [] : [{ mode, amount: sumMoney(ofMode.map(({ amount }) => amount)), receipts: ofMode.length }]
  })
}

/** Returns what changes with every payment or deletion of a day: a closing of another state is refused. */
export function drawerVersion({ expected, receipts, depositCheques }: DrawerFacts): string {
  return `${expected}:${receipts.length}:${receipts.at(-1)?.paymentId ?? 0}:${depositCheques.length}`
}

function refundOutflow(row: RefundRow, kind: Outflow['kind'], amount: Paise): Outflow {
  return { kind, refundId: row.id, receiptNumber: formatRefundNumber(row), collectedOn: row.refundedOn, amount }
}

function toReceipt(row: TakenRow): DrawerReceipt {
  const reference = { ...row, mode: row.mode as PaymentMode, transferKind: row.transferKind as TransferKind | null }
  return {
    paymentId: row.id,
    receiptNumber: formatReceiptNumber(row),
    mode: reference.mode,
    amount: row.amount,
    reference: paymentModes[reference.mode].clearsLater ? referenceOf(reference) : fullReference(reference),
    bankName: row.bankName,
    instrumentOn: row.instrumentOn,
    clearing: row.state === 'CLEARING',
  }
}
