import { useDataClient } from '#ui/data/DataProvider.tsx'
import { useEffect, useRef, useState } from 'react'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { isDay } from '#shared/dates.ts'
import { failureOf, genericMessage } from '#ui/problems.ts'
import type { PreviewKind } from '../../payments.schema.ts'
import { PaymentPreviewDocument, type PaymentPreviewQuery } from './collectFees.graphql.ts'
import type { FeeAccountKey, SeenFee } from './paymentEntry.ts'

export type PaymentPreview = PaymentPreviewQuery['paymentPreview']

export interface PreviewOptions {
  accountKey: FeeAccountKey
  fees: readonly SeenFee[]
  /** Amount to split; null when there is none. */
  amount: number | null
  kind: PreviewKind
  /** The day of a payment, for its late fees. */
  collectedOn: string
  txnId: string
  /** Called when somebody else changed the fees. */
  onConflict: (message: string) => void
}

export interface PreviewState {
  preview: PaymentPreview | null
  /** Why the server would refuse it; its message. */
  refused: string | null
}

/** Milliseconds without typing before the server is queried again. */
const debounceMs = 150

const noPreview: PreviewState = { preview: null, refused: null }

/** An answer with the kind of amount that it is about: a payment's split is none of a waiver. */
type Answer = PreviewState & { kind: PreviewKind }

/**
 * Returns how the server would split an amount. The previous split of its kind stays until the next arrives; outdated
 * requests are aborted.
 */
export function usePaymentPreview({
  accountKey,
  fees,
  amount,
  kind,
  collectedOn,
  txnId,
  onConflict,
}: PreviewOptions): PreviewState {
  const client = useDataClient()
  const { schoolId } = useActiveSchool()
  const [state, setState] = useState<Answer>({ ...noPreview, kind })
  // Only the request decides when to query again; refs keep the other values out of the effect's dependencies.
  const isFirst = useRef(true)
  const latestOnConflict = useRef(onConflict)
  useEffect(() => {
    latestOnConflict.current = onConflict
  })
  const request = JSON.stringify({
    ...accountKey,
    amount,
    kind,
    ...(kind === 'PAYMENT' && isDay(collectedOn) ? { collectedOn } : {}),
    ...(txnId === '' ? {} : { txnId }),
    fees: fees.map(({ feeId, version }) => ({ feeId, version })),
  })
  useEffect(() => {
    const input = JSON.parse(request) as FeeAccountKey & { amount: number | null; kind: PreviewKind; fees: SeenFee[] }
    const { amount: toSplit } = input
    if (toSplit === null || input.fees.length === 0) {
      setState({ ...noPreview, kind: input.kind })
      return
    }
    const abort = new AbortController()
    const timer = setTimeout(
      () => {
        isFirst.current = false
        const variables = { schoolId, input: { ...input, amount: toSplit } }
        client
          .request(PaymentPreviewDocument, variables, { signal: abort.signal })
          .then(({ paymentPreview }) => {
            if (!abort.signal.aborted) setState({ preview: paymentPreview, refused: null, kind: input.kind })
          })
          .catch((error: unknown) => {
            if (abort.signal.aborted) return
            const failure = failureOf(error)
            setState({ preview: null, refused: failure.code === 'CONFLICT' ? null : genericMessage(failure), kind: input.kind })
            if (failure.code === 'CONFLICT') latestOnConflict.current(failure.message)
          })
      },
      isFirst.current ? 0 : debounceMs,
    )
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [client, schoolId, request])
  return state.kind === kind ? state : noPreview
}
