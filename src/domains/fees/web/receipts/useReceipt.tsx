import { t } from '@lingui/core/macro'
import { useQuery } from '#ui/data/useQuery.ts'
import { type ReactNode, useCallback, useRef, useState } from 'react'
import type { ReceiptLanguages } from '#shared/receiptLanguages.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { ErrorDialog } from '#ui/ErrorDialog.tsx'
import { LoadingState } from '#ui/LoadingState.tsx'
import { usePdf } from '#ui/usePdf.ts'
import { failureOf, genericMessage, endsSession } from '#ui/problems.ts'
import { useRequestKeys } from '#ui/requestKey.ts'
import { showError } from '#ui/snackbars.ts'
import { ErrorState } from '#ui/states.tsx'
import { useCommand } from '#ui/useCommand.ts'
import { useSendCommand } from '#ui/useSendCommand.ts'
import { PrintedReceipts, ReceiptPaper } from './ReceiptPaper.tsx'
import { IssueReceiptDocument, ReceiptDocument, type ReceiptPaperFragment, SendReceiptDocument } from './receipts.graphql.ts'

export interface ShownReceipt {
  /** undefined while it loads. */
  receipt: ReceiptPaperFragment | undefined
  /** The receipt on screen, its loading or error state, and the print output. */
  paper: ReactNode
  /** Prints the receipt. Printing and downloading both issue it, and the server decides whether it is the original. */
  print: () => void
  download: () => void
  /** Sends the receipt to the family by message. */
  send: () => void
  sending: boolean
  /** The languages of the paper; the school's until the reader asks for others. */
  languages: ReceiptLanguages | undefined
  setLanguages: (languages: ReceiptLanguages) => void
  /** The action in progress. */
  busy: 'print' | 'download' | null
}

/** Loads a receipt to show, print and download. */
export function useReceipt(paymentId: string): ShownReceipt {
  const { schoolId } = useActiveSchool()
  const [languages, setLanguages] = useState<ReceiptLanguages>()
  const { data, previousData, error, refetch } = useQuery(ReceiptDocument, {
    variables: { schoolId, input: { paymentId, languages } },
    fetchPolicy: 'network-only',
  })
  const { print, download, busy, printed } = useReceiptIssue(refetch)
  const [send, sending] = useCommand(SendReceiptDocument, {
    success: ({ sendReceipt: { by, to } }) => t`The receipt is on its way to ${to} by ${by}.`,
  })
  const receipt = (data ?? (error ? undefined : previousData))?.receipt
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
    print: () => print(paymentId, languages),
    download: () => download(paymentId, languages),
    send: () => void send((key) => ({ schoolId, input: { key, id: paymentId } })),
    sending,
    languages: languages ?? receipt?.languages,
    setLanguages,
    busy,
  }
}

/**
 * Returns functions that print receipts and download PDFs. Render `printed` on the page.
 * @param onIssued runs after an issue, because the next paper is a duplicate
 */
export function useReceiptIssue(onIssued: () => Promise<unknown> = doNothing) {
  const { schoolId } = useActiveSchool()
  const sendCommand = useSendCommand()
  const withKey = useRequestKeys()
  const makePdf = usePdf()
  const [busy, setBusy] = useState<ShownReceipt['busy']>(null)
  const running = useRef(false)
  const [notPrinted, setNotPrinted] = useState<string | null>(null)
  const [sheet, setSheet] = useState<ReceiptPaperFragment | null>(null)
  const done = useCallback(() => setSheet(null), [])

  const issue = useCallback(
    async (action: 'print' | 'download', paymentId: string, work: (key: string) => Promise<void>): Promise<void> => {
      if (running.current) return
      running.current = true
      setBusy(action)
      try {
        await withKey(paymentId, work)
      } catch (error) {
        const failure = failureOf(error)
        // A failed print must be noticed, because the next paper may be a duplicate.
        if (endsSession(failure)) return
        if (action === 'download') showError(failure.message)
        else setNotPrinted(genericMessage(failure))
      } finally {
        running.current = false
        setBusy(null)
      }
      await onIssued().catch(() => undefined)
    },
    [withKey, onIssued],
  )

  const print = useCallback(
    (paymentId: string, languages?: ReceiptLanguages) =>
      void issue('print', paymentId, async (key) => {
        // Not cached: the printed receipt may be the original, while the screen shows what the next print would be.
        const variables = { schoolId, input: { key, paymentId, languages } }
        const data = await sendCommand(IssueReceiptDocument, variables, { changesNothing: true })
        setSheet(data.issueReceipt)
      }),
    [issue, sendCommand, schoolId],
  )
  const download = useCallback(
    (paymentId: string, languages?: ReceiptLanguages) =>
      void issue('download', paymentId, (key) => makePdf('receipt', { key, paymentId, languages })),
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

const doNothing = () => Promise.resolve()
