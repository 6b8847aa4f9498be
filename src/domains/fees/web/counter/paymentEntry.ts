import { t } from '@lingui/core/macro'
import type { z } from 'zod'
import { schoolDay } from '#shared/dates.ts'
import type { Paise } from '#shared/money.ts'
import { type CounterMode, counterModeNames, counterModes, type DetailField, type TransferKind } from '#shared/paymentModes.ts'
import { noDiscountOnNonFixed, noFeesSelected, amountExceedsFees, noWriteOffOnNonFixed } from '../../account.rules.ts'
import { amountExceedsLateFees } from '../../lateFee.rules.ts'
import { collectInput, discountInput, waiveLateFeeInput, writeOffInput } from '../../payments.schema.ts'
import { totalLateFees, totalPending, totalToPay, type SelectableFee } from './feeSelection.ts'

/** The modes of the payment dialog, with the letter that chooses each. */
export const entryModes: readonly { mode: EntryMode; label: string; key: string }[] = [
  ...counterModeNames.map((mode) => ({ mode, ...counterModes[mode] })),
  { mode: 'DISCOUNT', label: t`Discount`, key: 'd' },
  { mode: 'WRITE_OFF', label: t`Write off`, key: 'w' },
  { mode: 'WAIVER', label: t`Waive late fee`, key: 'l' },
]
/** The modes without money: a discount, a due that the school gives up, and a late fee that it does not ask for. */
export type ReductionMode = 'DISCOUNT' | 'WRITE_OFF' | 'WAIVER'
export type EntryMode = CounterMode | ReductionMode

/** Tells whether a mode takes no money. */
export function isReduction(mode: EntryMode): mode is ReductionMode {
  return mode === 'DISCOUNT' || mode === 'WRITE_OFF' || mode === 'WAIVER'
}

/** Returns the reference that a mode requires, or null. */
export function entryReference(mode: EntryMode) {
  return isReduction(mode) ? null : counterModes[mode].reference
}

/** Returns what a mode asks for beside its reference. */
export function entryDetails(mode: EntryMode) {
  return isReduction(mode) ? [] : counterModes[mode].details
}

/** Returns how a bank transfer was sent, guessed by the length of its reference; '' where that says nothing. */
export function guessTransferKind(reference: string): TransferKind | '' {
  if (/^[0-9]{12}$/.test(reference)) return 'IMPS'
  return reference.length === 16 ? 'NEFT' : reference.length === 22 ? 'RTGS' : ''
}

/** The fields of the payment dialog. `amount` is the typed text until it is a valid amount. */
export interface Entry extends Record<DetailField, string> {
  mode: EntryMode
  amount: number | string
  /** The fees of a discount; other modes take the selected fees. */
  feeIds: string[]
  collectedOn: string
  chequeNo: string
  txnId: string
  /** The reference in the QR code that the parent was shown; '' where none was. */
  upiRef: string
  comment: string
}

/** A selected fee with the version that the clerk sees. */
export interface SeenFee extends SelectableFee {
  version: string
}

/** Identifies the account: one student in one term. */
export interface FeeAccountKey {
  termId: string
  studentId: string
}

type Input<Schema extends z.ZodType> = Omit<z.output<Schema>, 'key' | 'termId' | 'studentId' | 'fees'> &
  FeeAccountKey & { fees: { feeId: string; version: string }[] }

/** A checked entry, ready to be sent. The request key is added when it is sent. */
export type ValidEntry =
  | { mode: 'PAYMENT'; input: Input<typeof collectInput> }
  | { mode: 'DISCOUNT'; input: Input<typeof discountInput> }
  | { mode: 'WRITE_OFF'; input: Input<typeof writeOffInput> }
  | { mode: 'WAIVER'; input: Input<typeof waiveLateFeeInput> }

export type EntryProblems = Partial<Record<keyof Entry | 'fees', string>>

/** Returns the most that fixed fees take in a mode. A waiver is for late fees, and a discount or write-off never. */
export function entryLimit(mode: EntryMode, fees: readonly SelectableFee[]): Paise {
  if (mode === 'WAIVER') return totalLateFees(fees)
  return isReduction(mode) ? totalPending(fees) : totalToPay(fees)
}

/** Returns the amount with which a mode opens: all that it can take. A discount opens empty. */
export function prefilledAmount(mode: EntryMode, fees: readonly SelectableFee[]): Paise | '' {
  return mode === 'DISCOUNT' ? '' : entryLimit(mode, fees) || ''
}

/** Returns the initial entry: cash, today, and all that is to pay. Without fixed fees the amount is empty. */
export function newEntry(fees: readonly SelectableFee[]): Entry {
  const nothing = {
    chequeNo: '',
    txnId: '',
    transferKind: '',
    cardLast4: '',
    bankName: '',
    instrumentOn: '',
    upiRef: '',
    comment: '',
  }
  return { mode: 'CASH', amount: prefilledAmount('CASH', fees), feeIds: [], collectedOn: schoolDay(new Date()), ...nothing }
}

/** Returns the fees that an entry is for: a discount is given on fees of its own, so that none gets one by mistake. */
export function feesOfEntry<Fee extends SeenFee>(
  { mode, feeIds }: Pick<Entry, 'mode' | 'feeIds'>,
  { selected, discountable }: { selected: readonly Fee[]; discountable: readonly Fee[] },
): readonly Fee[] {
  return mode === 'DISCOUNT' ? discountable.filter((fee) => feeIds.includes(fee.feeId)) : selected
}

/** Returns why a mode cannot be used for the selected fees, whatever is typed; null when it can. */
export function selectionProblem(mode: EntryMode, fees: readonly SelectableFee[]): string | null {
  if (fees.length === 0) return noFeesSelected()
  if (mode === 'WAIVER') return totalLateFees(fees) > 0 ? null : t`These fees have no late fee`
  if (!isReduction(mode) || fees.every((fee) => fee.fixedAmount)) return null
  return mode === 'DISCOUNT' ? noDiscountOnNonFixed() : noWriteOffOnNonFixed()
}

/**
 * Validates an entry with the server's schemas and against what is pending, so that most errors show before anything is
 * sent.
 */
export function validateEntry(
  accountKey: FeeAccountKey,
  fees: readonly SeenFee[],
  entry: Entry,
): { ready: ValidEntry } | { problems: EntryProblems } {
  const { mode, amount, collectedOn, comment } = entry
  const reference = entryReference(mode)
  const fields = [
    ...(reference ? [reference.field] : []),
    ...entryDetails(mode).map(({ field }) => field),
    ...(mode === 'UPI' ? (['upiRef'] as const) : []),
  ]
  const problem = selectionProblem(mode, fees)
  if (problem !== null) return { problems: { fees: problem } }
  const seen = fees.map(({ feeId, version }) => ({ feeId, version }))
  const base = { ...accountKey, fees: seen, amount, key: placeholderKey }
  const given = isReduction(mode)
    ? { ...base, comment }
    : {
        ...base,
        mode,
        collectedOn,
        ...Object.fromEntries(fields.flatMap((field) => (entry[field] ? [[field, entry[field]]] : []))),
      }
  const schema = isReduction(mode) ? reductionInputs[mode] : collectInput
  const parsed = schema.safeParse(given)
  if (!parsed.success) return { problems: firstMessagePerField(parsed.error.issues) }
  const { key: _key, ...input } = { ...parsed.data, ...accountKey, fees: seen }
  if (input.amount > entryLimit(mode, fees) && (mode === 'WAIVER' || fees.every((fee) => fee.fixedAmount)))
    return { problems: { amount: mode === 'WAIVER' ? amountExceedsLateFees() : amountExceedsFees() } }
  if ('mode' in input) return { ready: { mode: 'PAYMENT', input } }
  return { ready: { mode: isReduction(mode) ? mode : 'DISCOUNT', input } }
}

const reductionInputs = { DISCOUNT: discountInput, WRITE_OFF: writeOffInput, WAIVER: waiveLateFeeInput } as const

/** A placeholder for the request key during validation. */
const placeholderKey = '00000000-0000-4000-8000-000000000000'

function firstMessagePerField(issues: readonly { path: PropertyKey[]; message: string }[]): EntryProblems {
  const problems: Partial<Record<string, string>> = {}
  for (const { path, message } of issues) problems[String(path[0] ?? 'fees')] ??= message
  return problems
}
