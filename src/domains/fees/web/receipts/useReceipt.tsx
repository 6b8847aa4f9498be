import { t } from '@lingui/core/macro'
import { useQuery } from '#ui/data/useQuery.ts'
import { type ReactNode, useCallback, useState } from 'react'
import type { ReceiptLanguages } from '#shared/receiptLanguages.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { LoadingState } from '#ui/LoadingState.tsx'
import { ErrorState } from '#ui/states.tsx'
import { useCommand } from '#ui/useCommand.ts'
import { useSendCommand } from '#ui/useSendCommand.ts'
import { PrintedReceipts, ReceiptPaper } from './ReceiptPaper.tsx'
import {
  IssueReceiptDocument,
  type IssueReceiptMutationVariables,
  ReceiptDocument,
  type ReceiptPaperFragment,
  SendReceiptDocument,
} from './receipts.graphql.ts'
import { usePaperIssue } from './usePaperIssue.tsx'

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
  const issuePaper = useCallback(
    async (input: IssueReceiptMutationVariables['input']) =>
      (await sendCommand(IssueReceiptDocument, { schoolId, input }, { changesNothing: true })).issueReceipt,
    [sendCommand, schoolId],
  )
  return usePaperIssue({ pdf: 'receipt', choiceOf, issuePaper, Printed: PrintedReceipt }, onIssued)
}

const choiceOf = (paymentId: string) => ({ paymentId })

function PrintedReceipt({ paper, onDone }: { paper: ReceiptPaperFragment; onDone: () => void }) {
  return <PrintedReceipts receipts={[paper]} onDone={onDone} />
}

const doNothing = () => Promise.resolve()
