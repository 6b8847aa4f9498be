import { Trans } from '@lingui/react/macro'
import { useDataClient } from '#ui/data/DataProvider.tsx'
import { startTransition, useCallback, useRef, useState } from 'react'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { ErrorDialog } from '#ui/ErrorDialog.tsx'
import { failureOf, genericMessage, endsSession } from '#ui/problems.ts'
import { maxReceiptsPerPart } from '../../receipts.schema.ts'
import { PrintedReceipts } from '../receipts/ReceiptPaper.tsx'
import { type ReceiptPaperFragment, ReceiptsDocument } from '../receipts/receipts.graphql.ts'
import type { FeeEntriesQueryVariables } from './entries.graphql.ts'
import { PrintProgress } from './PrintProgress.tsx'
import { splitIntoParts } from './printParts.ts'
import { Button } from '#ui/kit/Button.tsx'
import { PrintIcon } from '#ui/kit/icons.ts'

/** Milliseconds before printing all entries starts (specification, section 9). */
const printDelay = 1000

export interface PrintAllProps {
  view: FeeEntriesQueryVariables['input']
  count: number
  /** The latest payment of the list. */
  lastId: string | null
}

/**
 * Prints the receipts of all listed entries, on all pages, as copies, so that no original is used up. More than a
 * browser lays out at once are printed in parts.
 */
export function PrintAll({ view, count, lastId }: PrintAllProps) {
  const { schoolId } = useActiveSchool()
  const client = useDataClient()
  const [running, setRunning] = useState(false)
  const [failed, setFailed] = useState<string | null>(null)
  const [sheets, setSheets] = useState<readonly ReceiptPaperFragment[] | null>(null)
  // The list when printing started: payments taken meanwhile are in none of its parts.
  const [job, setJob] = useState<PrintJob | null>(null)
  const lastPrinted = useRef<string | undefined>(undefined)

  const parts = job === null ? [] : splitIntoParts(job.count, maxReceiptsPerPart)
  const done = useCallback(() => {
    setSheets(null)
    setRunning(false)
    setJob((before) => before && { ...before, printed: before.printed + 1 })
  }, [])

  async function print({ view: listed, lastId: upToId }: PrintJob) {
    setRunning(true)
    const { termId, from, to, mode, state, clerk, sectionId, search } = listed
    try {
      const data = await client.request(ReceiptsDocument, {
        schoolId,
        input: {
          termId,
          from,
          to,
          mode,
          state,
          clerk,
          sectionId,
          search,
          upToId,
          afterId: lastPrinted.current,
          pageSize: maxReceiptsPerPart,
        },
      })
      const receipts = data?.receipts ?? []
      lastPrinted.current = receipts.at(-1)?.id ?? lastPrinted.current
      // Hundreds of receipts are rendered as a transition, so that the page stays responsive.
      startTransition(() => setSheets(receipts))
    } catch (error) {
      setRunning(false)
      const failure = failureOf(error)
      if (!endsSession(failure)) setFailed(genericMessage(failure))
    }
  }

  function start() {
    const next = { view, count, lastId, printed: 0 }
    lastPrinted.current = undefined
    setJob(next)
    void print(next)
  }

  return (
    <>
      <Button icon={<PrintIcon />} loading={running} disabled={count === 0} onClick={start}>
        <Trans>Print all</Trans>
      </Button>
      {job !== null && parts.length > 1 && job.printed < parts.length && (
        <PrintProgress
          parts={parts}
          printed={job.printed}
          running={running}
          onNext={() => void print(job)}
          onStop={() => setJob(null)}
        />
      )}
      {sheets && <PrintedReceipts receipts={sheets} wait={printDelay} onDone={done} />}
      <ErrorDialog message={failed} onClose={() => setFailed(null)} />
    </>
  )
}

interface PrintJob extends PrintAllProps {
  /** Number of parts whose print dialog was closed. */
  printed: number
}
