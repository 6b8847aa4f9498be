import { useApolloClient, useQuery } from '@apollo/client/react'
import { type ReactNode, useCallback, useRef, useState } from 'react'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { ErrorDialog } from '#ui/ErrorDialog.tsx'
import { LoadingState } from '#ui/LoadingState.tsx'
import { usePdf } from '#ui/pdf.ts'
import { failureOf, genericText, isSignedOut } from '#ui/problems.ts'
import { useRequestKeys } from '#ui/requestKey.ts'
import { sayError } from '#ui/snackbars.tsx'
import { ErrorState } from '#ui/states.tsx'
import { PrintedReceipts, ReceiptPaper } from './ReceiptPaper.tsx'
import { IssueReceiptDocument, ReceiptDocument, type ReceiptPaperFragment } from './receipts.graphql.ts'

export interface ShownReceipt {
  /** undefined while it loads. */
  receipt: ReceiptPaperFragment | undefined
  /** The paper on screen, or why it is not there, with what prints it. */
  paper: ReactNode
  /** Both give the receipt out: the server says whether it is the original. */
  print: () => void
  download: () => void
  /** What runs now. */
  busy: 'print' | 'download' | null
}

/** A receipt to look at, to print and to download. */
export function useReceipt(paymentId: string): ShownReceipt {
  const { schoolId } = useActiveSchool()
  const { data, error, refetch } = useQuery(ReceiptDocument, {
    variables: { schoolId, input: { paymentId } },
    fetchPolicy: 'network-only',
  })
  const { print, download, busy, printed } = useReceiptIssue(refetch)
  const receipt = data?.receipt
  return {
    receipt,
    paper: (
      <>
        {receipt ? (
          <ReceiptPaper receipt={receipt} />
        ) : error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <LoadingState lines={10} />
        )}
        {printed}
      </>
    ),
    print: () => print(paymentId),
    download: () => download(paymentId),
    busy,
  }
}

/**
 * Prints receipts and makes PDFs of them; `printed` must be on the page.
 * @param onIssued runs when one was given out: the next paper is a duplicate
 */
export function useReceiptIssue(onIssued: () => Promise<unknown> = nothing) {
  const { schoolId } = useActiveSchool()
  const client = useApolloClient()
  const withKey = useRequestKeys()
  const makePdf = usePdf()
  const [busy, setBusy] = useState<ShownReceipt['busy']>(null)
  const running = useRef(false)
  const [notPrinted, setNotPrinted] = useState<string | null>(null)
  const [sheet, setSheet] = useState<ReceiptPaperFragment | null>(null)
  const done = useCallback(() => setSheet(null), [])

  const issue = useCallback(
    async (what: 'print' | 'download', paymentId: string, work: (key: string) => Promise<void>): Promise<void> => {
      if (running.current) return
      running.current = true
      setBusy(what)
      try {
        await withKey(paymentId, work)
      } catch (error) {
        const failure = failureOf(error)
        // A paper that does not come out must not be missed: the next one may be a duplicate.
        if (isSignedOut(failure)) return
        if (what === 'download') sayError(failure.message)
        else setNotPrinted(genericText(failure))
      } finally {
        running.current = false
        setBusy(null)
      }
      await onIssued().catch(() => undefined)
    },
    [withKey, onIssued],
  )

  const print = useCallback(
    (paymentId: string) =>
      void issue('print', paymentId, async (key) => {
        const { data } = await client.mutate({
          mutation: IssueReceiptDocument,
          variables: { schoolId, input: { key, paymentId } },
          // What was printed may be the original; what is shown is what the next print would be.
          fetchPolicy: 'no-cache',
        })
        if (data) setSheet(data.issueReceipt)
      }),
    [issue, client, schoolId],
  )
  const download = useCallback(
    (paymentId: string) => void issue('download', paymentId, (key) => makePdf('receipt', { key, paymentId })),
    [issue, makePdf],
  )

  const printed = (
    <>
      {sheet && <PrintedReceipts receipts={[sheet]} onDone={done} />}
      <ErrorDialog message={notPrinted} onClose={() => setNotPrinted(null)} />
    </>
  )
  return { busy, print, download, printed }
}

const nothing = () => Promise.resolve()
