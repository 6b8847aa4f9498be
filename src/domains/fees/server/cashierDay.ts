import type { Db, Tx } from '#platform/database/connect.ts'
import type { Day } from '#shared/dates.ts'
import { type Paise, sumMoney } from '#shared/money.ts'
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
import { carriedOn, chequesCome, type DrawerDay, outflowsOfDay, receiptsOfDay } from './cashier.sql.ts'

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

/** Cash that has gone from a drawer. */
export interface Outflow {
  paymentId: number
  receiptNumber: string
  collectedOn: Day
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
type OutflowRow = Awaited<ReturnType<ReturnType<typeof outflowsOfDay>['execute']>>[number]

/** Returns the statements whose rows {@link drawerFacts} reads. */
export function drawerStatements(db: Db | Tx, drawer: DrawerDay) {
  return [
    carriedOn(db, drawer.schoolId, drawer.clerk),
    receiptsOfDay(db, drawer),
    outflowsOfDay(db, drawer),
    chequesCome(db, drawer),
  ] as const
}

interface DrawerRows {
  carried: { carriedCash: number } | undefined
  receipts: readonly TakenRow[]
  outflows: readonly OutflowRow[]
  come: readonly TakenRow[]
}

/** Returns a day's facts from its rows. It is the one place where the cash that a drawer should hold is computed. */
export function drawerFacts(day: Day, rows: DrawerRows): DrawerFacts {
  const receipts = rows.receipts.map(toReceipt)
  const outflows = rows.outflows.map((row) => ({
    paymentId: row.id,
    receiptNumber: formatReceiptNumber(row),
    collectedOn: row.collectedOn,
    amount: row.amount,
  }))
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
  const [carried, receipts, outflows, come] = drawerStatements(db, drawer)
  return drawerFacts(drawer.day, {
    carried: await carried.executeTakeFirst(),
    receipts: await receipts.execute(),
    outflows: await outflows.execute(),
    come: await come.execute(),
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
