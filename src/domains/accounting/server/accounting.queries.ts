import { z } from 'zod'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import { query, type QueryContext } from '#platform/command.ts'
import { addDays, type Day, schoolYearStart } from '#shared/dates.ts'
import { type Paise, sumMoney } from '#shared/money.ts'
import { nameKey } from '#shared/names.ts'
import { type PaymentMode, paymentModeNames, paymentModes } from '#shared/paymentModes.ts'
import { bookedByCategory, bookedByMode, bookedRefunds, reductionSums } from '#domains/fees/server/accounting.exports.ts'
import { bookedByExpenseCategory } from '#domains/expenses/server/expenses.exports.ts'
import { chosenNames, ledgerId, ledgerKindFacts, nameLedgers, type LedgerKind } from '../ledgers.rules.ts'
import { accountingRange } from '../accounting.schema.ts'
import { accountingActions } from './accounting.permissions.ts'
import { exportRows, openExports } from './accounting.sql.ts'
import { ledgerSources, type SchoolLedgers, toSchoolLedgers } from './ledgers.sql.ts'
import { readRow } from './readRow.ts'
import { sourceReaders } from './voucherSources.ts'
import { moneyLedger, voucherSources } from './vouchers.rules.ts'

/** An amount under a name. */
export interface NamedSum {
  name: string
  amount: Paise
}

/** How many vouchers the days have, and how many of them earlier exports have. */
export interface VoucherCounts {
  vouchers: number
  exported: number
  /** Vouchers of earlier exports that are not in the books any more. */
  toCancel: number
}

/** The last export that has vouchers of the days. */
export interface LastExport {
  createdAt: Date
  createdByName: string
}

/** What an export of the days would hold. */
export interface AccountingOverview extends VoucherCounts {
  collected: Paise
  refunded: Paise
  spent: Paise
  modes: NamedSum[]
  /** Money collected by the ledger that it lies on. */
  ledgers: NamedSum[]
  income: NamedSum[]
  expenses: NamedSum[]
  discounts: Paise
  concessions: Paise
  writeOffs: Paise
  lastExport: LastExport | null
  /** Vouchers to export or cancel on earlier days of the financial year that were exported already. */
  earlier: { start: Day; end: Day; vouchers: number } | null
  /** Who has ordered an export that is being made. */
  openBy: string | null
}

type Context = QueryContext<z.output<typeof accountingRange>>

/**
 * Returns what an export of a range of days would hold, and what earlier exports have. The sums are those of the day
 * books of these days, over all terms.
 */
export const viewAccounting = query({
  action: accountingActions.view,
  input: accountingRange,
  run: async (context): Promise<AccountingOverview> => {
    const { db, read, viewer, schoolId, input } = context
    const days = { from: input.start, to: input.end }
    const [[page], [sources]] = await read(
      db.selectNoFrom([
        jsonArrayFrom(bookedByMode(db, schoolId, viewer, days)).as('modes'),
        jsonArrayFrom(bookedByCategory(db, schoolId, viewer, days)).as('categories'),
        jsonArrayFrom(bookedByExpenseCategory(db, schoolId, input)).as('expenses'),
        jsonArrayFrom(reductionSums(db, schoolId, days)).as('reductions'),
        jsonObjectFrom(bookedRefunds(db, schoolId, viewer, days)).as('refunds'),
        jsonObjectFrom(openExports(db, schoolId).limit(1)).as('open'),
      ]),
      ledgerSources(db, schoolId),
    )
    if (!page || !sources) throw new Error('A statement without a table answers one row.')
    const { uses, chosen } = toSchoolLedgers(sources)
    const ledgers = nameLedgers(uses, chosen)
    const categoryNames = new Map(sources.feeCategories.map(({ id, name }) => [id, name]))
    const sumOf = (wanted: string) => page.reductions.find(({ status }) => status === wanted)?.amount ?? 0
    const { lastExport, ...counts } = await countVouchers(context, input)
    return {
      ...counts,
      collected: sumMoney(page.modes.map(({ collected }) => collected)),
      refunded: page.refunds?.refunded ?? 0,
      spent: sumMoney(page.expenses.map(({ spent }) => spent)),
      modes: paymentModeNames.flatMap((mode) =>
        page.modes
          .filter((sum) => sum.mode === mode)
          .map(({ collected }) => ({ name: paymentModes[mode].label, amount: collected })),
      ),
      ledgers: sumByName(
        page.categories.map(({ mode, accountId, collected }) => ({
          name: moneyLedger(ledgers, mode as PaymentMode, accountId).name,
          amount: collected,
        })),
      ),
      income: sumByName(
        page.categories.map(({ categoryId, collected }) => ({ name: categoryNames.get(categoryId) ?? '', amount: collected })),
      ),
      expenses: page.expenses.map(({ categoryName, spent }) => ({ name: categoryName, amount: spent })),
      discounts: sumOf('DISCOUNT'),
      concessions: sumOf('CONCESSION'),
      writeOffs: sumOf('WRITE_OFF'),
      lastExport,
      earlier: await earlierChanges(context),
      openBy: page.open?.createdByName ?? null,
    }
  },
})

/** Counts the vouchers of a range over all sources. */
export async function countVouchers(
  { db, read, viewer, schoolId }: Pick<Context, 'db' | 'read' | 'viewer' | 'schoolId'>,
  { start, end }: { start: Day; end: Day },
): Promise<VoucherCounts & { lastExport: LastExport | null }> {
  const reading = { db, schoolId, viewer, start, end }
  const readers = voucherSources.map((source) => sourceReaders[source])
  const [booked, deleted] = await Promise.all([
    Promise.all(readers.map((reader) => readRow(read(reader.bookedCounts(reading))))),
    Promise.all(readers.map((reader) => readRow(read(reader.deletedCounts(reading))))),
  ])
  const lastId = Math.max(0, ...booked.map((row) => row.lastExport ?? 0))
  const [[lastExport = null]] = lastId === 0 ? [[]] : await read(exportRows(db, schoolId).where('made.id', '=', lastId))
  return {
    vouchers: booked.reduce((sum, row) => sum + row.vouchers, 0),
    exported: booked.reduce((sum, row) => sum + row.exported, 0),
    toCancel: deleted.reduce((sum, row) => sum + row.toCancel, 0),
    lastExport,
  }
}

/**
 * Counts what has changed on the days of the financial year before the range, from the first day that an export has on:
 * a cheque that cleared late, a payment that was entered for an earlier day or deleted.
 */
async function earlierChanges(context: Context): Promise<AccountingOverview['earlier']> {
  const { db, read, schoolId, input } = context
  const [yearStart, end] = [schoolYearStart(input.start), addDays(input.start, -1)]
  const [exports] = await read(
    exportRows(db, schoolId)
      .where('job.state', '=', 'DONE')
      .where('made.lastDay', '>=', yearStart)
      .where('made.firstDay', '<=', end),
  )
  if (exports.length === 0) return null
  const first = exports.map(({ firstDay }) => firstDay).reduce((a, b) => (a < b ? a : b))
  const last = exports.map(({ lastDay }) => lastDay).reduce((a, b) => (a > b ? a : b))
  const days = { start: first > yearStart ? first : yearStart, end: last < end ? last : end }
  const { vouchers, exported, toCancel } = await countVouchers(context, days)
  const changed = vouchers - exported + toCancel
  return changed === 0 ? null : { ...days, vouchers: changed }
}

function sumByName(sums: readonly NamedSum[]): NamedSum[] {
  return [...Map.groupBy(sums, ({ name }) => name)]
    .map(([name, group]) => ({ name, amount: sumMoney(group.map(({ amount }) => amount)) }))
    .sort((a, b) => a.name.localeCompare(b.name, 'en'))
}

/** The longest list of exports. */
const maxListed = 200

/** Lists the exports of the school, the last first. */
export const listAccountingExports = query({
  action: accountingActions.view,
  input: z.object({}),
  run: async ({ db, read, schoolId }) => {
    const [rows] = await read(exportRows(db, schoolId).limit(maxListed))
    return rows
  },
})

/** A ledger on the screen. */
export interface LedgerRow {
  kind: LedgerKind
  key: string
  /** The bank account, category or mode; '' for a kind with one ledger. */
  label: string
  /** The chosen name; '' for the default. */
  name: string
  /** The name without a chosen one; '' when there is no ledger then. */
  defaultName: string
}

/** Lists the ledgers of everything that is booked. Fee categories of one name, of several terms, are one row. */
export const listAccountingLedgers = query({
  action: accountingActions.view,
  input: z.object({}),
  run: async ({ db, read, schoolId }): Promise<LedgerRow[]> => {
    const sources = await readRow(read(ledgerSources(db, schoolId)))
    return toLedgerRows(toSchoolLedgers(sources))
  },
})

/** Returns the rows of the screen. A deleted category is shown while it has a name of its own. */
export function toLedgerRows({ uses, chosen }: SchoolLedgers): LedgerRow[] {
  const names = chosenNames(uses, chosen)
  const defaults = nameLedgers(uses, [])
  const shown = uses.filter(({ kind, key, deleted }) => !deleted || names.has(ledgerId(kind, key)))
  const rows = [...Map.groupBy(shown, ledgerRowKey).values()].flatMap((group) => group.at(-1) ?? [])
  return rows.map(({ kind, key, defaultName }) => ({
    kind,
    key,
    label: kind === 'MODE' ? paymentModes[key as PaymentMode].label : kind in singleLedgers ? '' : defaultName,
    name: names.get(ledgerId(kind, key)) ?? '',
    defaultName: ledgerKindFacts[kind].optional ? '' : (defaults.get(ledgerId(kind, key))?.name ?? ''),
  }))
}

const singleLedgers: Partial<Record<LedgerKind, true>> = {
  CASH: true,
  BANK: true,
  DISCOUNT: true,
  CONCESSION: true,
  WRITE_OFF: true,
}

/** Returns a key that the uses of one row share. */
export function ledgerRowKey({ kind, key, defaultName }: { kind: LedgerKind; key: string; defaultName: string }): string {
  return kind === 'FEES' ? ledgerId(kind, nameKey(defaultName)) : ledgerId(kind, key)
}
