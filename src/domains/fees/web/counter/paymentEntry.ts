import type { z } from 'zod'
import { schoolDay } from '#shared/dates.ts'
import { noDiscountOnNonFixed, noFeesSelected, tooMuch } from '../../account.rules.ts'
import { collectInput, discountInput } from '../../payments.schema.ts'
import { pendingOf, type SelectableFee } from './feeSelection.ts'

/** What the counter can do with selected fees; the letter is its key in the payment dialog. */
export const entryModes = [
  { mode: 'CASH', label: 'Cash', key: 'c' },
  { mode: 'UPI', label: 'UPI', key: 'u' },
  { mode: 'CHEQUE', label: 'Cheque', key: 'h' },
  { mode: 'DISCOUNT', label: 'Discount', key: 'd' },
] as const
export type EntryMode = (typeof entryModes)[number]['mode']

/** The fields of the payment dialog; `amount` is the typed text as long as it is no amount. */
export interface Entry {
  mode: EntryMode
  amount: number | string
  collectedOn: string
  chequeNo: string
  txnId: string
  comment: string
}

/** A selected fee as the clerk sees it. */
export interface SeenFee extends SelectableFee {
  version: string
}

/** Whose fees are paid. */
export interface EntryOf {
  termId: string
  studentId: string
}

type Input<Schema extends z.ZodType> = Omit<z.output<Schema>, 'key' | 'termId' | 'studentId' | 'fees'> &
  EntryOf & { fees: { feeId: string; version: string }[] }

/** What is sent, but for the key, which is made when it is sent. */
export type ReadyEntry =
  | { discount: false; input: Input<typeof collectInput> }
  | { discount: true; input: Input<typeof discountInput> }

export type EntryProblems = Partial<Record<keyof Entry | 'fees', string>>

/** An empty entry for fees that have this much pending; of what is not fixed the clerk says how much. */
export function newEntry(fees: readonly SelectableFee[]): Entry {
  const pending = pendingOf(fees)
  const nothing = { chequeNo: '', txnId: '', comment: '' }
  return { mode: 'CASH', amount: pending > 0 ? pending : '', collectedOn: schoolDay(new Date()), ...nothing }
}

/** What stands against the selection itself, whatever is typed; null for nothing. */
export function refusedSelection(mode: EntryMode, fees: readonly SelectableFee[]): string | null {
  if (fees.length === 0) return noFeesSelected
  return mode === 'DISCOUNT' && fees.some((fee) => !fee.fixedAmount) ? noDiscountOnNonFixed : null
}

/**
 * Checks an entry by the schemas the server parses with, and by what is pending on the fees as they were seen: what the server
 * would refuse anyway is said at once.
 */
export function readyEntry(
  of: EntryOf,
  fees: readonly SeenFee[],
  entry: Entry,
): { ready: ReadyEntry } | { problems: EntryProblems } {
  const { mode, amount, collectedOn, chequeNo, txnId, comment } = entry
  const refused = refusedSelection(mode, fees)
  if (refused !== null) return { problems: { fees: refused } }
  const seen = fees.map(({ feeId, version }) => ({ feeId, version }))
  const base = { ...of, fees: seen, amount, key: anyKey }
  const given =
    mode === 'DISCOUNT'
      ? { ...base, comment }
      : { ...base, mode, collectedOn, ...(mode === 'CHEQUE' ? { chequeNo } : {}), ...(mode === 'UPI' ? { txnId } : {}) }
  const parsed = mode === 'DISCOUNT' ? discountInput.safeParse(given) : collectInput.safeParse(given)
  if (!parsed.success) return { problems: firstOfEach(parsed.error.issues) }
  const { key: _key, ...input } = { ...parsed.data, ...of, fees: seen }
  if (input.amount > pendingOf(fees) && fees.every((fee) => fee.fixedAmount)) return { problems: { amount: tooMuch } }
  return { ready: 'mode' in input ? { discount: false, input } : { discount: true, input } }
}

/** Stands for the key while an entry is checked. */
const anyKey = '00000000-0000-4000-8000-000000000000'

function firstOfEach(issues: readonly { path: PropertyKey[]; message: string }[]): EntryProblems {
  const problems: Partial<Record<string, string>> = {}
  for (const { path, message } of issues) problems[String(path[0] ?? 'fees')] ??= message
  return problems
}
