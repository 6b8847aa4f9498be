import { showDay } from '#shared/dates.ts'
import { sumMoney } from '#shared/money.ts'
import { paymentModes } from '#shared/paymentModes.ts'
import type { SheetTable } from '#shared/sheet.ts'
import { t } from '#shared/texts.ts'
import {
  type ReductionRow,
  sumByLedger,
  sumByMode,
  type Voucher,
  type VoucherHead,
  type VoucherType,
  voucherTypes,
} from './vouchers.rules.ts'

/** What the spreadsheet of an export shows. */
export interface WorkbookData {
  schoolName: string
  start: string
  end: string
  vouchers: readonly Voucher[]
  cancelled: readonly VoucherHead[]
  /** Discounts, concessions and write-offs that are in no voucher. */
  memo: readonly ReductionRow[]
}

const typeLabels: Readonly<Record<VoucherType, () => string>> = {
  Receipt: () => t({ message: 'Receipt', context: 'a voucher' }),
  Payment: () => t({ message: 'Payment', context: 'a voucher' }),
  Journal: () => t({ message: 'Journal', context: 'a voucher' }),
}

/** Returns the sheets of an export: sums by ledger, by payment mode, the vouchers, what is cancelled, and the memo. */
export function accountingWorkbook(data: WorkbookData): SheetTable[] {
  const above = [[data.schoolName], [`${showDay(data.start)} – ${showDay(data.end)}`], []]
  return [
    { ...ledgerSheet(data.vouchers), above },
    { ...modeSheet(data.vouchers), above },
    { ...voucherSheet(data.vouchers), above },
    ...(data.cancelled.length > 0 ? [{ ...cancelledSheet(data.cancelled), above }] : []),
    ...(data.memo.length > 0 ? [{ ...memoSheet(data.memo), above }] : []),
  ]
}

function ledgerSheet(vouchers: readonly Voucher[]): SheetTable {
  const sums = sumByLedger(vouchers)
  const total = (side: 'debit' | 'credit') => sumMoney(sums.map((sum) => sum[side]))
  return {
    name: t`Ledgers`,
    columns: [
      { header: t`Ledger` },
      { header: t({ message: 'Group', context: 'of ledgers' }) },
      { header: t({ message: 'Debit', context: 'bookkeeping' }), kind: 'money' },
      { header: t({ message: 'Credit', context: 'bookkeeping' }), kind: 'money' },
    ],
    rows: [
      ...sums.map(({ name, group, debit, credit }) => ({ cells: [name, group, debit, credit] })),
      { cells: [t`Total`, '', total('debit'), total('credit')], strong: true },
    ],
  }
}

function modeSheet(vouchers: readonly Voucher[]): SheetTable {
  const modes = sumByMode(vouchers)
  return {
    name: t`Receipts by mode`,
    columns: [
      { header: t`Payment Mode` },
      { header: t`Receipts`, kind: 'number' },
      { header: t({ message: 'Collected', context: 'an amount' }), kind: 'money' },
    ],
    rows: [
      ...modes.map(({ mode, receipts, collected }) => ({ cells: [paymentModes[mode].label, receipts, collected] })),
      {
        cells: [t`Total`, modes.reduce((sum, { receipts }) => sum + receipts, 0), sumMoney(modes.map((sum) => sum.collected))],
        strong: true,
      },
    ],
  }
}

function voucherSheet(vouchers: readonly Voucher[]): SheetTable {
  return {
    name: t`Vouchers`,
    columns: [
      { header: t`Date`, kind: 'day' },
      { header: t({ message: 'Voucher', context: 'the kind of one' }) },
      { header: t`Number` },
      { header: t`Ledger` },
      { header: t({ message: 'Debit', context: 'bookkeeping' }), kind: 'money' },
      { header: t({ message: 'Credit', context: 'bookkeeping' }), kind: 'money' },
      { header: t`Narration` },
    ],
    rows: vouchers.flatMap(({ day, source, number, narration, entries }) =>
      entries.map(({ ledger, amount }) => ({
        cells: [
          day,
          typeLabels[voucherTypes[source]](),
          number,
          ledger.name,
          amount > 0 ? amount : null,
          amount < 0 ? -amount : null,
          narration,
        ],
      })),
    ),
  }
}

/** For Tally's report of the import: what it did not cancel is cancelled there by hand. */
function cancelledSheet(cancelled: readonly VoucherHead[]): SheetTable {
  return {
    name: t`Cancelled vouchers`,
    columns: [
      { header: t`Date`, kind: 'day' },
      { header: t({ message: 'Voucher', context: 'the kind of one' }) },
      { header: t`Number` },
      { header: t`Narration` },
    ],
    rows: cancelled.map(({ day, source, number, narration }) => ({
      cells: [day, typeLabels[voucherTypes[source]](), number, narration],
    })),
  }
}

function memoSheet(memo: readonly ReductionRow[]): SheetTable {
  const labels = { DISCOUNT: t`Discount`, CONCESSION: t`Concession`, WRITE_OFF: t`Write-off` }
  return {
    name: t`Memo`,
    columns: [
      { header: t`Date`, kind: 'day' },
      { header: t({ message: 'Kind', context: 'discount, concession or write-off' }) },
      { header: t`Student` },
      { header: t`Fee` },
      { header: t`Amount`, kind: 'money' },
      { header: t`Comment` },
    ],
    rows: [
      ...memo.map((row) => ({
        cells: [row.collectedOn, labels[row.status], row.studentName, row.feeName, row.amount, row.comment],
      })),
      { cells: [t`Total`, '', '', '', sumMoney(memo.map(({ amount }) => amount)), ''], strong: true },
    ],
    below: [[], [t`Nothing was paid for these, and they are in no voucher.`]],
  }
}
