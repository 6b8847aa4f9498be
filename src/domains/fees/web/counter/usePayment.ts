import { useApolloClient } from '@apollo/client/react'
import { useState } from 'react'
import { type FieldErrors, type UseFormReturn, useForm } from 'react-hook-form'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { putOnFields } from '#ui/forms/useCommandForm.ts'
import { failureOf } from '#ui/problems.ts'
import { answersForGood, useRequestKey } from '#ui/requestKey.ts'
import { CollectPaymentDocument, type CounterChangeFragment, GiveDiscountDocument } from './collectFees.graphql.ts'
import {
  type Entry,
  type EntryOf,
  type EntryProblems,
  newEntry,
  type ReadyEntry,
  readyEntry,
  type SeenFee,
} from './paymentEntry.ts'

/** After this long without an answer nobody knows whether it was stored, and the clerk is told so. */
const patience = 20_000

export interface PaymentOptions {
  of: EntryOf
  /** The selected fees as they are now. */
  fees: readonly SeenFee[]
  /** The account has changed behind the clerk: reads it anew. */
  reload: () => Promise<unknown>
  onStored: (change: CounterChangeFragment, entry: ReadyEntry) => void
}

export interface PaymentControl {
  form: UseFormReturn<Entry>
  /** Checks what was typed, and then asks whether to continue: `asked` is that question. */
  submit: () => void
  asked: ReadyEntry | null
  takeBack: () => void
  /** Stores what was asked about, or what nobody knows about, once; never rejects. */
  store: () => Promise<void>
  storing: boolean
  /** True when the connection broke before the server answered: nothing may change but by trying again, or by looking. */
  unknown: boolean
  /** What was refused and stands on no field. */
  refusal: string | null
  /** Somebody else was at this account: says so, and reads it anew. */
  onConflict: (message: string) => void
}

/** Takes one payment, or gives one discount: typed, checked, asked about, stored once. Whatever goes wrong, what was typed stays. */
export function usePayment({ of, fees, reload, onStored }: PaymentOptions): PaymentControl {
  const client = useApolloClient()
  const { schoolId } = useActiveSchool()
  const withKey = useRequestKey()
  const [asked, setAsked] = useState<ReadyEntry | null>(null)
  const [sent, setSent] = useState<ReadyEntry | null>(null)
  const [storing, setStoring] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const form = useForm<Entry>({
    defaultValues: newEntry(fees),
    mode: 'onTouched',
    resolver: (entry) => {
      const checked = readyEntry(of, fees, entry)
      return 'ready' in checked ? { values: entry, errors: {} } : { values: {}, errors: fieldErrors(checked.problems) }
    },
  })

  async function send({ discount, input }: ReadyEntry): Promise<CounterChangeFragment> {
    const context = { fetchOptions: { signal: AbortSignal.timeout(patience) } }
    return withKey(async (key) => {
      if (discount) {
        const variables = { schoolId, input: { ...input, key } }
        const { data } = await client.mutate({ mutation: GiveDiscountDocument, variables, context })
        if (data) return data.giveDiscount
      } else {
        const variables = { schoolId, input: { ...input, key } }
        const { data } = await client.mutate({ mutation: CollectPaymentDocument, variables, context })
        if (data) return data.collectPayment
      }
      throw new TypeError('The answer was empty')
    })
  }

  function onConflict(message: string) {
    setRefusal(message)
    reload().catch(() => undefined)
  }

  async function store() {
    const entry = sent ?? asked
    if (!entry || storing) return
    setStoring(true)
    setRefusal(null)
    try {
      onStored(await send(entry), entry)
    } catch (error) {
      const failure = failureOf(error)
      setAsked(null)
      setSent(answersForGood(failure) ? null : entry)
      if (failure.code === 'CONFLICT') onConflict(failure.message)
      else if (answersForGood(failure)) setRefusal(putOnFields(form, failure))
    } finally {
      setStoring(false)
    }
  }

  return {
    form,
    submit: () =>
      void form.handleSubmit((entry) => {
        const checked = readyEntry(of, fees, entry)
        if ('ready' in checked && !storing && !sent) setAsked(checked.ready)
      })(),
    asked,
    takeBack: () => setAsked(null),
    store,
    storing,
    unknown: sent !== null,
    refusal,
    onConflict,
  }
}

/** What stands against the selection is shown by the dialog itself; here it keeps the form from being sent. */
function fieldErrors({ fees, ...fields }: EntryProblems): FieldErrors<Entry> {
  const named = Object.entries(fees === undefined ? fields : { ...fields, mode: fees })
  return Object.fromEntries(named.map(([name, message]) => [name, { type: 'schema', message }]))
}
