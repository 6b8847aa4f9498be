import { useApolloClient } from '@apollo/client/react'
import { useEffect, useRef, useState } from 'react'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { failureOf, genericText } from '#ui/problems.ts'
import { PaymentPreviewDocument, type PaymentPreviewQuery } from './collectFees.graphql.ts'
import type { EntryOf, SeenFee } from './paymentEntry.ts'

export type PaymentPreview = PaymentPreviewQuery['paymentPreview']

export interface PreviewOf {
  of: EntryOf
  fees: readonly SeenFee[]
  /** null while there is nothing to split. */
  amount: number | null
  discount: boolean
  txnId: string
  /** The fees are not as they were seen: somebody else was here. */
  onConflict: (message: string) => void
}

export interface PreviewState {
  preview: PaymentPreview | null
  /** Why the server would refuse it, in its words. */
  refused: string | null
}

/** Typing pauses this long before the server is asked again. */
const pause = 150

const nothing: PreviewState = { preview: null, refused: null }

/** How the server would split an amount. The split before stays until the next is there; overtaken requests are aborted. */
export function usePaymentPreview({ of, fees, amount, discount, txnId, onConflict }: PreviewOf): PreviewState {
  const client = useApolloClient()
  const { schoolId } = useActiveSchool()
  const [state, setState] = useState(nothing)
  // What was asked decides when to ask again; that it is the first time, and who is told of a conflict, does not.
  const first = useRef(true)
  const tellConflict = useRef(onConflict)
  useEffect(() => {
    tellConflict.current = onConflict
  })
  const asked = JSON.stringify({
    ...of,
    amount,
    discount,
    ...(txnId === '' ? {} : { txnId }),
    fees: fees.map(({ feeId, version }) => ({ feeId, version })),
  })
  useEffect(() => {
    const input = JSON.parse(asked) as EntryOf & { amount: number | null; discount: boolean; fees: SeenFee[] }
    const { amount: split } = input
    if (split === null || input.fees.length === 0) {
      setState(nothing)
      return
    }
    const request = new AbortController()
    const timer = setTimeout(
      () => {
        first.current = false
        client
          .query({
            query: PaymentPreviewDocument,
            variables: { schoolId, input: { ...input, amount: split } },
            fetchPolicy: 'no-cache',
            context: { queryDeduplication: false, fetchOptions: { signal: request.signal } },
          })
          .then(({ data }) => {
            if (!request.signal.aborted) setState({ preview: data?.paymentPreview ?? null, refused: null })
          })
          .catch((error: unknown) => {
            if (request.signal.aborted) return
            const failure = failureOf(error)
            setState({ preview: null, refused: failure.code === 'CONFLICT' ? null : genericText(failure) })
            if (failure.code === 'CONFLICT') tellConflict.current(failure.message)
          })
      },
      first.current ? 0 : pause,
    )
    return () => {
      clearTimeout(timer)
      request.abort()
    }
  }, [client, schoolId, asked])
  return state
}
