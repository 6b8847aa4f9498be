import { useApolloClient } from '@apollo/client/react'
import PrintIcon from '@mui/icons-material/Print'
import Button from '@mui/material/Button'
import { startTransition, useCallback, useState } from 'react'
import { useActiveSchool } from '../../../../ui/activeSchool.ts'
import { ErrorDialog } from '../../../../ui/ErrorDialog.tsx'
import { failureOf, genericText, isSignedOut } from '../../../../ui/problems.ts'
import type { FeeEntriesQueryVariables } from './entries.graphql.ts'
import { PrintedReceipts } from '../receipts/ReceiptPaper.tsx'
import { type ReceiptPaperFragment, ReceiptsDocument } from '../receipts/receipts.graphql.ts'

/** Printing all entries waits so long before it prints (specification, section 9). */
const printDelay = 1000

/** Prints the receipts of all entries that are listed, on all pages: copies, so that no original is used up. */
export function PrintAll({ view, count }: { view: FeeEntriesQueryVariables['input']; count: number }) {
  const { schoolId } = useActiveSchool()
  const client = useApolloClient()
  const [running, setRunning] = useState(false)
  const [failed, setFailed] = useState<string | null>(null)
  const [sheets, setSheets] = useState<readonly ReceiptPaperFragment[] | null>(null)
  const done = useCallback(() => {
    setSheets(null)
    setRunning(false)
  }, [])

  async function print() {
    setRunning(true)
    try {
      const { data } = await client.query({
        query: ReceiptsDocument,
        variables: { schoolId, input: view },
        fetchPolicy: 'no-cache',
      })
      // Hundreds of receipts are laid out between other work, so that the page stays alive.
      startTransition(() => setSheets(data?.receipts ?? []))
    } catch (error) {
      setRunning(false)
      const failure = failureOf(error)
      if (!isSignedOut(failure)) setFailed(genericText(failure))
    }
  }

  return (
    <>
      <Button
        variant="outlined"
        startIcon={<PrintIcon />}
        loading={running}
        loadingPosition="start"
        disabled={count === 0}
        onClick={() => void print()}
      >
        Print all
      </Button>
      {sheets && <PrintedReceipts receipts={sheets} wait={printDelay} onDone={done} />}
      <ErrorDialog message={failed} onClose={() => setFailed(null)} />
    </>
  )
}
