import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useCallback, useState } from 'react'
import { useParams } from '#ui/navigation.tsx'
import { showDay } from '#shared/dates.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { useQuery } from '#ui/data/useQuery.ts'
import { Button } from '#ui/kit/Button.tsx'
import { GlobalStyle } from '#ui/kit/GlobalStyle.tsx'
import { DownloadIcon, PrintIcon } from '#ui/kit/icons.ts'
import { later } from '#ui/kit/later.tsx'
import { LoadingState } from '#ui/LoadingState.tsx'
import { PageLayout } from '#ui/PageLayout.tsx'
import { PrintSheet } from '#ui/PrintSheet.tsx'
import { endsSession, failureOf } from '#ui/problems.ts'
import { showError } from '#ui/snackbars.ts'
import { ErrorState } from '#ui/states.tsx'
import { usePdf } from '#ui/usePdf.ts'
import { closingCss, closingPage, closingSheet } from '../../closingSheet.ts'
import { feesFailure } from '../structure/feesFailure.ts'
import { type ClosingPaperFragment, DayClosingDocument } from './cashier.graphql.ts'
import styles from './ClosingScreen.module.css'

const ReopenDay = later(() => import('./ReopenDay.tsx'))

/** /fees/closings/:id: the closing sheet and deposit slip of a day, to print, and to open the day again. */
export default function ClosingScreen() {
  const { id = '' } = useParams()
  const { schoolId } = useActiveSchool()
  const { data, error, refetch } = useQuery(DayClosingDocument, {
    variables: { schoolId, input: { id } },
    fetchPolicy: 'network-only',
  })
  const closing = data?.dayClosing
  return (
    <PageLayout
      title={t`Closing sheet`}
      context={closing && `${showDay(closing.day)} · ${closing.clerkName}`}
      action={closing && <ClosingButtons closing={closing} />}
    >
      {closing ? (
        <div className={styles.wall}>
          <GlobalStyle css={closingCss} />
          {closingSheet(closing)}
        </div>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} failure={feesFailure} />
      ) : (
        <LoadingState lines={10} />
      )}
    </PageLayout>
  )
}

function ClosingButtons({ closing }: { closing: ClosingPaperFragment }) {
  const makePdf = usePdf()
  const [isPrinting, setPrinting] = useState(false)
  const [isDownloading, setDownloading] = useState(false)
  const [isReopening, setReopening] = useState(false)
  const printed = useCallback(() => setPrinting(false), [])

  async function download() {
    setDownloading(true)
    try {
      await makePdf('closing', { id: closing.id })
    } catch (error) {
      const failure = failureOf(error)
      if (!endsSession(failure)) showError(failure.message)
    } finally {
      setDownloading(false)
    }
  }

  return (
    <>
      {closing.isLast && closing.viewerCan.reopen.allowed && (
        <Button variant="quiet" onClick={() => setReopening(true)}>
          <Trans>Open the day again</Trans>
        </Button>
      )}
      <Button variant="quiet" icon={<DownloadIcon />} loading={isDownloading} onClick={() => void download()}>
        <Trans>Download PDF</Trans>
      </Button>
      <Button variant="primary" icon={<PrintIcon />} onClick={() => setPrinting(true)}>
        <Trans>Print</Trans>
      </Button>
      {isReopening && <ReopenDay closing={closing} onClose={() => setReopening(false)} />}
      {isPrinting && (
        <PrintSheet page={closingPage} onDone={printed}>
          {closingSheet(closing)}
        </PrintSheet>
      )}
    </>
  )
}
