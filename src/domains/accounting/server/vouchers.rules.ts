import type { Day } from '#shared/dates.ts'
import { type Paise, subtractMoney, sumMoney } from '#shared/money.ts'
import {
  fullReference,
  type PaymentMode,
  paymentModeNames,
  type PaymentReference,
  paymentModes,
  referenceOf,
} from '#shared/paymentModes.ts'
import {
  formatReceiptNumber,
  formatRefundNumber,
  type ReceiptNumber,
  type RefundNumber,
} from '#domains/fees/server/collected.exports.ts'
import type { ReductionStatus } from '#domains/fees/server/accounting.exports.ts'
import { type Ledger, type LedgerKind, ledgerId } from '../ledgers.rules.ts'

/** What vouchers are made from: payments; expenses; discounts, concessions and write-offs; money given back. */
export const voucherSources = ['RECEIPT', 'EXPENSE', 'REDUCTION', 'REFUND'] as const
export type VoucherSource = (typeof voucherSources)[number]

/** Tally's voucher types, under their English names. */
export type VoucherType = 'Receipt' | 'Payment' | 'Journal'

export const voucherTypes: Readonly<Record<VoucherSource, VoucherType>> = {
  RECEIPT: 'Receipt',
  EXPENSE: 'Payment',
  REDUCTION: 'Journal',
  REFUND: 'Payment',
}

/** How money came to a bank account, for the bank's reconciliation. */
export interface BankAllocation {
  mode: PaymentMode
  reference: string
  transferKind: string | null
  /** The date on a cheque or demand draft. */
  instrumentOn: Day | null
  /** The bank of a cheque or demand draft. */
  bankName: string
  /** The day on which the bank cleared a cheque or demand draft. */
  clearedOn: Day | null
  /** Who paid. */
  party: string
}

export interface Entry {
  ledger: Ledger
  /** Debit, or credit with a minus sign. */
  amount: Paise
  bank: BankAllocation | null
}

/** What identifies a voucher in Shala and for people. */
export interface VoucherHead {
  source: VoucherSource
  /** Id of the payment, expense, line or refund. */
  id: number
  day: Day
  number: string
  narration: string
}

/** A voucher. Its entries sum to zero. */
export interface Voucher extends VoucherHead {
  /** How the money of a receipt came. */
  mode: PaymentMode | null
  entries: readonly Entry[]
}

/** Ledgers by {@link ledgerId}. */
export type Ledgers = ReadonlyMap<string, Ledger>

/** A payment in the books, with its lines summed by fee category and bank account. */
export interface ReceiptRow extends ReceiptNumber, PaymentReference {
  id: number
  collectedOn: Day
  settledOn: Day | null
  amount: Paise
  studentName: string
  sectionName: string
  registerNo: string
  parts: readonly { categoryId: number; accountId: number | null; amount: Paise }[]
}

export interface ExpenseRow {
  id: number
  paidOn: Day
  categoryId: number
  amount: Paise
  comment: string
}

/** A discount, concession or write-off. */
export interface ReductionRow {
  id: number
  status: ReductionStatus
  collectedOn: Day
  categoryId: number
  amount: Paise
  studentName: string
  feeName: string
  comment: string
}

/** A refund in the books, with its lines summed by fee category. Amounts are what was given back, above zero. */
export interface RefundRow extends RefundNumber {
  id: number
  refundedOn: Day
  mode: PaymentMode
  reference: string
  reason: string
  studentName: string
  sectionName: string
  parts: readonly { categoryId: number; accountId: number | null; amount: Paise }[]
}

/** Debits cash, a ledger of the payment mode or the bank accounts, and credits the fee categories. */
export function receiptVoucher(row: ReceiptRow, ledgers: Ledgers): Voucher {
  const bank: BankAllocation = {
    mode: row.mode,
    reference: referenceOf(row),
    transferKind: row.transferKind,
    instrumentOn: row.instrumentOn,
    bankName: row.bankName,
    clearedOn: row.settledOn,
    party: row.studentName,
  }
  const received = row.parts.map(({ accountId, amount }) => {
    const ledger = moneyLedger(ledgers, row.mode, accountId)
    return { ledger, amount, bank: paymentModes[row.mode].inDrawer ? null : bank }
  })
  const income = row.parts.map(({ categoryId, amount }) => ({
    ledger: ledgerOf(ledgers, 'FEES', String(categoryId)),
    amount: subtractMoney(0, amount),
    bank: null,
  }))
  return {
    source: 'RECEIPT',
    id: row.id,
    day: row.collectedOn,
    number: formatReceiptNumber(row),
    narration: sentence([row.studentName, row.sectionName, row.registerNo, modeNames[row.mode], fullReference(row)]),
    mode: row.mode,
    entries: mergeEntries([...received, ...income]),
  }
}

/** A payment that was deleted. */
export interface DeletedReceiptRow extends ReceiptNumber {
  id: number
  collectedOn: Day
  studentName: string
  deleteReason: string | null
}

export function deletedReceipt(row: DeletedReceiptRow): VoucherHead {
  const narration = sentence([row.studentName, row.deleteReason ?? ''])
  return { source: 'RECEIPT', id: row.id, day: row.collectedOn, number: formatReceiptNumber(row), narration }
}

/** Debits the expense category and credits cash: an expense is paid from the drawer. */
export function expenseVoucher(row: ExpenseRow, ledgers: Ledgers): Voucher {
  return {
    ...expenseHead(row),
    mode: null,
    entries: [
      { ledger: ledgerOf(ledgers, 'EXPENSES', String(row.categoryId)), amount: row.amount, bank: null },
      { ledger: ledgerOf(ledgers, 'CASH'), amount: subtractMoney(0, row.amount), bank: null },
    ],
  }
}

export function expenseHead({ id, paidOn, comment }: Pick<ExpenseRow, 'id' | 'paidOn' | 'comment'>): VoucherHead {
  return { source: 'EXPENSE', id, day: paidOn, number: `EXP-${id}`, narration: comment }
}

/** Debits the ledger of the reduction's kind and credits the fee category. */
export function reductionVoucher(row: ReductionRow, ledgers: Ledgers): Voucher {
  return {
    source: 'REDUCTION',
    id: row.id,
    day: row.collectedOn,
    number: `RED-${row.id}`,
    narration: sentence([row.studentName, row.feeName, row.comment]),
    mode: null,
    entries: [
      { ledger: ledgerOf(ledgers, row.status), amount: row.amount, bank: null },
      { ledger: ledgerOf(ledgers, 'FEES', String(row.categoryId)), amount: subtractMoney(0, row.amount), bank: null },
    ],
  }
}

/** A deleted discount, concession or write-off. */
export interface DeletedReductionRow {
  id: number
  collectedOn: Day
  feeName: string
  deleteReason: string | null
}

export function deletedReduction({ id, collectedOn, feeName, deleteReason }: DeletedReductionRow): VoucherHead {
  return { source: 'REDUCTION', id, day: collectedOn, number: `RED-${id}`, narration: sentence([feeName, deleteReason ?? '']) }
}

/** Debits the fee categories and credits cash, a ledger of the mode or the bank accounts. */
export function refundVoucher(row: RefundRow, ledgers: Ledgers): Voucher {
  const bank: BankAllocation = {
    mode: row.mode,
    reference: row.reference,
    transferKind: null,
    instrumentOn: null,
    bankName: '',
    clearedOn: null,
    party: row.studentName,
  }
  const given = row.parts.map(({ categoryId, amount }) => ({
    ledger: ledgerOf(ledgers, 'FEES', String(categoryId)),
    amount,
    bank: null,
  }))
  const paid = row.parts.map(({ accountId, amount }) => ({
    ledger: moneyLedger(ledgers, row.mode, accountId),
    amount: subtractMoney(0, amount),
    bank: paymentModes[row.mode].inDrawer ? null : bank,
  }))
  return {
    source: 'REFUND',
    id: row.id,
    day: row.refundedOn,
    number: formatRefundNumber(row),
    narration: sentence([row.studentName, row.sectionName, modeNames[row.mode], row.reference, row.reason]),
    mode: null,
    entries: mergeEntries([...given, ...paid]),
  }
}

/** A refund that was cancelled. */
export interface CancelledRefundRow extends RefundNumber {
  id: number
  refundedOn: Day
  studentName: string
  cancelReason: string | null
}

export function cancelledRefund(row: CancelledRefundRow): VoucherHead {
  const narration = sentence([row.studentName, row.cancelReason ?? ''])
  return { source: 'REFUND', id: row.id, day: row.refundedOn, number: formatRefundNumber(row), narration }
}

/** Payment modes in narrations, which are the same in all languages. */
const modeNames: Readonly<Record<PaymentMode, string>> = {
  CASH: 'Cash',
  UPI: 'UPI',
  CHEQUE: 'Cheque',
  DD: 'Demand draft',
  BANK: 'Bank transfer',
  CARD: 'Card',
  ONLINE: 'Online',
}

/** Returns the ledger on which money lies: cash, the ledger of its mode, its bank account, or the bank. */
export function moneyLedger(ledgers: Ledgers, mode: PaymentMode, accountId: number | null): Ledger {
  if (paymentModes[mode].inDrawer) return ledgerOf(ledgers, 'CASH')
  const ofMode = ledgers.get(ledgerId('MODE', mode))
  if (ofMode) return ofMode
  return accountId === null ? ledgerOf(ledgers, 'BANK') : ledgerOf(ledgers, 'ACCOUNT', String(accountId))
}

function ledgerOf(ledgers: Ledgers, kind: LedgerKind, key = ''): Ledger {
  const ledger = ledgers.get(ledgerId(kind, key))
  if (!ledger) throw new Error(`There is no ledger for ${ledgerId(kind, key)}.`)
  return ledger
}

/** Sums the entries of each ledger. */
function mergeEntries(entries: readonly Entry[]): Entry[] {
  return [...Map.groupBy(entries, ({ ledger }) => ledger.name).values()].flatMap((group) => {
    const amount = sumMoney(group.map((entry) => entry.amount))
    return group[0] && amount !== 0 ? [{ ...group[0], amount }] : []
  })
}

function sentence(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(', ')
}

/** The sums of a ledger over vouchers. */
export interface LedgerSums extends Ledger {
  debit: Paise
  credit: Paise
}

/** Sums vouchers by ledger, in the order of groups and names. Debits and credits have the same sum. */
export function sumByLedger(vouchers: readonly Voucher[]): LedgerSums[] {
  const entries = vouchers.flatMap((voucher) => voucher.entries)
  return [...Map.groupBy(entries, ({ ledger }) => ledger.name).values()]
    .flatMap((group) => {
      const [first] = group
      if (!first) return []
      const debit = sumMoney(group.map(({ amount }) => Math.max(amount, 0)))
      const credit = sumMoney(group.map(({ amount }) => Math.max(-amount, 0)))
      return [{ ...first.ledger, debit, credit }]
    })
    .sort((a, b) => a.group.localeCompare(b.group, 'en') || a.name.localeCompare(b.name, 'en'))
}

/** Returns the amount of a voucher: the sum of its debits. */
export function voucherAmount({ entries }: Pick<Voucher, 'entries'>): Paise {
  return sumMoney(entries.map(({ amount }) => Math.max(amount, 0)))
}

/** The sum of a payment mode. */
export interface ModeSum {
  mode: PaymentMode
  receipts: number
  collected: Paise
}

/** Sums receipts by payment mode, in the order of modes. */
export function sumByMode(vouchers: readonly Voucher[]): ModeSum[] {
  const groups = Map.groupBy(vouchers, ({ mode }) => mode)
  return paymentModeNames.flatMap((mode) => {
    const receipts = groups.get(mode) ?? []
    return receipts.length === 0 ? [] : [{ mode, receipts: receipts.length, collected: sumMoney(receipts.map(voucherAmount)) }]
  })
}
