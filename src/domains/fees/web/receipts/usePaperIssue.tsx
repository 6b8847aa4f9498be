import { type ComponentType, useCallback, useRef, useState } from 'react'
import type { ReceiptLanguages } from '#shared/receiptLanguages.ts'
import { ErrorDialog } from '#ui/ErrorDialog.tsx'
import { usePdf } from '#ui/usePdf.ts'
import { failureOf, genericMessage, endsSession } from '#ui/problems.ts'
import { useRequestKeys } from '#ui/requestKey.ts'
import { showError } from '#ui/snackbars.ts'

/** Papers of one kind. Each of these must stay the same between renders. */
interface PaperKind<Paper, Choice extends object> {
  /** Name of the PDF. */
  pdf: string
  /** Returns what selects a paper. */
  choiceOf: (id: string) => Choice
  /** Issues a paper. */
  issuePaper: (input: Choice & { key: string; languages: ReceiptLanguages | undefined }) => Promise<Paper>
  /** Prints a paper as soon as it is rendered. */
  Printed: ComponentType<{ paper: Paper; onDone: () => void }>
}

/**
 * Returns functions that print papers and download PDFs. Both issue the paper, and the server decides whether it is the
 * original. Render `printed` on the page.
 * @param onIssued runs after an issue, because the next paper is a duplicate
 */
export function usePaperIssue<Paper, Choice extends object>(
  { pdf, choiceOf, issuePaper, Printed }: PaperKind<Paper, Choice>,
  onIssued: () => Promise<unknown>,
) {
  const withKey = useRequestKeys()
  const makePdf = usePdf()
  const [busy, setBusy] = useState<'print' | 'download' | null>(null)
  const running = useRef(false)
  const [notPrinted, setNotPrinted] = useState<string | null>(null)
  const [sheet, setSheet] = useState<Paper | null>(null)
  const done = useCallback(() => setSheet(null), [])

  const issue = useCallback(
    async (action: 'print' | 'download', id: string, work: (key: string) => Promise<void>): Promise<void> => {
      if (running.current) return
      running.current = true
      setBusy(action)
      try {
        await withKey(id, work)
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
    (id: string, languages?: ReceiptLanguages) =>
      void issue('print', id, async (key) => {
        // Not cached: what is printed may be the original, while the screen shows what the next print would be.
        setSheet(await issuePaper({ ...choiceOf(id), key, languages }))
      }),
    [issue, issuePaper, choiceOf],
  )
  const download = useCallback(
    (id: string, languages?: ReceiptLanguages) =>
      void issue('download', id, (key) => makePdf(pdf, { ...choiceOf(id), key, languages })),
    [issue, makePdf, pdf, choiceOf],
  )

  const printed = (
    <>
      {sheet && <Printed paper={sheet} onDone={done} />}
      <ErrorDialog message={notPrinted} onClose={() => setNotPrinted(null)} />
    </>
  )
  return { busy, print, download, printed }
}
