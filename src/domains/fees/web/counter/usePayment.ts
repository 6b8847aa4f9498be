import { useState } from 'react'
import { type FieldErrors, type UseFormReturn, useForm } from 'react-hook-form'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { setFieldErrors } from '#ui/forms/useCommandForm.ts'
import { failureOf } from '#ui/problems.ts'
import { isDefiniteAnswer, useRequestKey } from '#ui/requestKey.ts'
import { useSendCommand } from '#ui/useSendCommand.ts'
import {
  CollectPaymentDocument,
  type CounterChangeFragment,
  GiveDiscountDocument,
  WaiveLateFeeDocument,
  WriteOffDocument,
} from './collectFees.graphql.ts'
import {
  type Entry,
  type FeeAccountKey,
  type EntryMode,
  type EntryProblems,
  feesOfEntry,
  newEntry,
  type ValidEntry,
  validateEntry,
  type SeenFee,
} from './paymentEntry.ts'

/** Milliseconds without an answer after which the result counts as unknown, and the clerk is told so. */
const answerTimeoutMs = 20_000

export interface PaymentOptions {
  accountKey: FeeAccountKey
  /** The selected fees with their present balances. */
  fees: readonly SeenFee[]
  /** The fees among which those of a discount are chosen. */
  discountable: readonly SeenFee[]
  /** Reloads the account after somebody else changed it. */
  reload: () => Promise<unknown>
  onStored: (change: CounterChangeFragment, entry: ValidEntry) => void
}

export interface PaymentControl {
  form: UseFormReturn<Entry>
  /** Validates the entry and opens the confirmation. */
  submit: () => void
  /** The entry to be confirmed; null when no confirmation is open. */
  confirming: ValidEntry | null
  cancelConfirmation: () => void
  /** Stores the confirmed entry, or repeats one with an unknown result. Stored once; never rejects. */
  store: () => Promise<void>
  storing: boolean
  /** Whether the connection broke before the server answered. Then the entry can only be sent again or looked up. */
  unknown: boolean
  /** An error that belongs to no field. */
  refusal: string | null
  /** Shows a conflict and reloads the account. */
  onConflict: (message: string) => void
}

/**
 * Takes one payment, gives one discount, or writes one due off: typed, validated, confirmed, stored once. On any
 * failure the typed entry stays.
 */
export function usePayment({ accountKey, fees, discountable, reload, onStored }: PaymentOptions): PaymentControl {
  const sendCommand = useSendCommand()
  const { schoolId } = useActiveSchool()
  const withKey = useRequestKey()
  const [confirming, setConfirming] = useState<ValidEntry | null>(null)
  const [sent, setSent] = useState<ValidEntry | null>(null)
  const [storing, setStoring] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const check = (entry: Entry) => validateEntry(accountKey, feesOfEntry(entry, { selected: fees, discountable }), entry)
  const form = useForm<Entry>({
    defaultValues: newEntry(fees),
    mode: 'onTouched',
    resolver: (entry) => {
      const checked = check(entry)
      return 'ready' in checked
        ? { values: entry, errors: {} }
        : { values: {}, errors: fieldErrors(entry.mode, checked.problems) }
    },
  })

  async function send({ mode, input }: ValidEntry): Promise<CounterChangeFragment> {
    const signal = AbortSignal.timeout(answerTimeoutMs)
    return withKey(async (key) => {
      switch (mode) {
        case 'PAYMENT':
          return (await sendCommand(CollectPaymentDocument, { schoolId, input: { ...input, key } }, { signal })).collectPayment
        case 'DISCOUNT':
          return (await sendCommand(GiveDiscountDocument, { schoolId, input: { ...input, key } }, { signal })).giveDiscount
        case 'WRITE_OFF':
          return (await sendCommand(WriteOffDocument, { schoolId, input: { ...input, key } }, { signal })).writeOff
        case 'WAIVER':
          return (await sendCommand(WaiveLateFeeDocument, { schoolId, input: { ...input, key } }, { signal })).waiveLateFee
      }
    })
  }

  function onConflict(message: string) {
    setRefusal(message)
    reload().catch(() => undefined)
  }

  async function store() {
    const entry = sent ?? confirming
    if (!entry || storing) return
    setStoring(true)
    setRefusal(null)
    try {
      onStored(await send(entry), entry)
    } catch (error) {
      const failure = failureOf(error)
      setConfirming(null)
      setSent(isDefiniteAnswer(failure) ? null : entry)
      if (failure.code === 'CONFLICT') onConflict(failure.message)
      else if (isDefiniteAnswer(failure)) setRefusal(setFieldErrors(form, failure))
    } finally {
      setStoring(false)
    }
  }

  return {
    form,
    submit: () =>
      void form.handleSubmit((entry) => {
        const checked = check(entry)
        if ('ready' in checked && !storing && !sent) setConfirming(checked.ready)
      })(),
    confirming,
    cancelConfirmation: () => setConfirming(null),
    store,
    storing,
    unknown: sent !== null,
    refusal,
    onConflict,
  }
}

/**
 * A discount has a field for its fees. Otherwise the dialog shows a problem of the selection itself; here it only
 * blocks the form.
 */
function fieldErrors(mode: EntryMode, { fees, ...fields }: EntryProblems): FieldErrors<Entry> {
  const field = mode === 'DISCOUNT' ? 'feeIds' : 'mode'
  const named = Object.entries(fees === undefined ? fields : { ...fields, [field]: fees })
  return Object.fromEntries(named.map(([name, message]) => [name, { type: 'schema', message }]))
}
