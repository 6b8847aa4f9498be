import type { z } from 'zod'
import { schoolDay } from '#shared/dates.ts'
import { type CounterMode, counterModeNames, counterModes } from '#shared/paymentModes.ts'
import { noDiscountOnNonFixed, noFeesSelected, amountExceedsFees } from '../../account.rules.ts'
import { collectInput, discountInput } from '../../payments.schema.ts'
import { totalPending, type SelectableFee } from './feeSelection.ts'

/** What the counter can do with selected fees; the letter is its key in the payment dialog. */
export const entryModes: readonly { mode: EntryMode; label: string; key: string }[] = [
  ...counterModeNames.map((mode) => ({ mode, ...counterModes[mode] })),
  { mode: 'DISCOUNT', label: 'Discount', key: 'd' },
]
export type EntryMode = CounterMode | 'DISCOUNT'

/** The reference that a mode asks for; null where it asks for none. */
export function entryReference(mode: EntryMode) {
  return mode === 'DISCOUNT' ? null : counterModes[mode].reference
}

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
export interface FeeAccountKey {
  termId: string
  studentId: string
}

type Input<Schema extends z.ZodType> = Omit<z.output<Schema>, 'key' | 'termId' | 'studentId' | 'fees'> &
  FeeAccountKey & { fees: { feeId: string; version: string }[] }

/** What is sent, but for the key, which is made when it is sent. */
export type ValidEntry =
  | { discount: false; input: Input<typeof collectInput> }
  | { discount: true; input: Input<typeof discountInput> }

export type EntryProblems = Partial<Record<keyof Entry | 'fees', string>>

/** An empty entry for fees that have this much pending; of what is not fixed the clerk says how much. */
export function newEntry(fees: readonly SelectableFee[]): Entry {
  const pending = totalPending(fees)
  const nothing = { chequeNo: '', txnId: '', comment: '' }
  return { mode: 'CASH', amount: pending > 0 ? pending : '', collectedOn: schoolDay(new Date()), ...nothing }
}

/** What stands against the selection itself, whatever is typed; null for nothing. */
export function selectionProblem(mode: EntryMode, fees: readonly SelectableFee[]): string | null {
  if (fees.length === 0) return noFeesSelected
  return mode === 'DISCOUNT' && fees.some((fee) => !fee.fixedAmount) ? noDiscountOnNonFixed : null
}

/**
 * Checks an entry by the schemas the server parses with, and by what is pending on the fees as they were seen: what the server
 * would refuse anyway is said at once.
 */
export function validateEntry(
  of: FeeAccountKey,
  fees: readonly SeenFee[],
  entry: Entry,
): { ready: ValidEntry } | { problems: EntryProblems } {
  const { mode, amount, collectedOn, comment } = entry
  const reference = entryReference(mode)
  const refused = selectionProblem(mode, fees)
  if (refused !== null) return { problems: { fees: refused } }
  const seen = fees.map(({ feeId, version }) => ({ feeId, version }))
  const base = { ...of, fees: seen, amount, key: placeholderKey }
  const given =
    mode === 'DISCOUNT'
      ? { ...base, comment }
      : { ...base, mode, collectedOn, ...(reference ? { [reference.field]: entry[reference.field] } : {}) }
  const parsed = mode === 'DISCOUNT' ? discountInput.safeParse(given) : collectInput.safeParse(given)
  if (!parsed.success) return { problems: firstMessagePerField(parsed.error.issues) }
  const { key: _key, ...input } = { ...parsed.data, ...of, fees: seen }
  if (input.amount > totalPending(fees) && fees.every((fee) => fee.fixedAmount))
    return { problems: { amount: amountExceedsFees } }
  return { ready: 'mode' in input ? { discount: false, input } : { discount: true, input } }
}

/** Stands for the key while an entry is checked. */
const placeholderKey = '00000000-0000-4000-8000-000000000000'

function firstMessagePerField(issues: readonly { path: PropertyKey[]; message: string }[]): EntryProblems {
  const problems: Partial<Record<string, string>> = {}
  for (const { path, message } of issues) problems[String(path[0] ?? 'fees')] ??= message
  return problems
}
