import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '#ui/data/useQuery.ts'
import { lazy, Suspense, useCallback, useState } from 'react'
import { useSearchParams } from '#ui/navigation.tsx'
import { addDays, type Day, isDay, schoolDay, showDay, showWeekday } from '#shared/dates.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { ExportButton } from '#ui/DataTable/ExportButton.tsx'
import { LoadingState } from '#ui/LoadingState.tsx'
import { PageLayout } from '#ui/PageLayout.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'
import { DayBookDocument } from './daybook.graphql.ts'
import { DayBookPage } from './DayBookPage.tsx'
import { type Book, exportTables } from './dayBookTables.ts'
import { Row } from '#ui/kit/Row.tsx'
import { Button } from '#ui/kit/Button.tsx'
import { IconButton } from '#ui/kit/IconButton.tsx'
import { ChevronLeftIcon, ChevronRightIcon, PrintIcon } from '#ui/kit/icons.ts'
import { Tooltip } from '#ui/kit/Tooltip.tsx'
import { DayField } from '#ui/kit/DayField.tsx'
import styles from './DayBookScreen.module.css'

// Loaded to print.
const DayBookSheet = lazy(() => import('./DayBookSheet.tsx'))

/** /daybook: one page per day; the day is in the address. */
export default function DayBookScreen() {
  const { schoolId, termId, term } = useActiveSchool()
  const [address, setAddress] = useSearchParams()
  const today = schoolDay(new Date())
  const dayInAddress = address.get('day') ?? ''
  const day = isDay(dayInAddress) && dayInAddress <= today ? dayInAddress : today
  const open = (next: Day) => setAddress(next === today ? {} : { day: next })
  const { data, previousData, error, refetch } = useQuery(DayBookDocument, {
    variables: { schoolId, input: { termId, day } },
    skip: !term,
  })
  // The previous page stays, dimmed, while the next one loads.
  const book = data?.dayBook ?? (error ? undefined : previousData?.dayBook)
  return (
    <PageLayout
      title={t`Day Book`}
      context={[showWeekday(day), showDay(day), term?.name].filter(Boolean).join(' · ')}
      action={
        <>
          <DayChoice day={day} today={today} onDay={open} />
          {data && (
            <ExportButton
              fileName={`day-book-of-${day}`}
              choices={[{ label: t`The day`, tables: () => exportTables(data.dayBook) }]}
            />
          )}
          <PrintButton book={data?.dayBook} />
        </>
      }
    >
      {!term ? (
        <EmptyState text={t`This school has no term yet`} />
      ) : book ? (
        <div className={data ? undefined : styles.before} aria-busy={!data}>
          <DayBookPage book={book} />
        </div>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingState lines={8} />
      )}
    </PageLayout>
  )
}

/** Buttons for the previous day, the next day and today, and a picker for any past day. */
function DayChoice({ day, today, onDay }: { day: Day; today: Day; onDay: (day: Day) => void }) {
  return (
    <Row gap={1} align="center">
      <Tooltip text={t`Previous day`}>
        <IconButton aria-label={t`Previous day`} onClick={() => onDay(addDays(day, -1))}>
          <ChevronLeftIcon />
        </IconButton>
      </Tooltip>
      <DayField label={t`Day`} day={day} max={today} onDay={onDay} />
      <Tooltip text={t`Next day`}>
        <IconButton aria-label={t`Next day`} disabled={day >= today} onClick={() => onDay(addDays(day, 1))}>
          <ChevronRightIcon />
        </IconButton>
      </Tooltip>
      <Button variant="quiet" disabled={day === today} onClick={() => onDay(today)}>
        <Trans>Today</Trans>
      </Button>
    </Row>
  )
}

function PrintButton({ book }: { book: Book | undefined }) {
  const [printing, setPrinting] = useState(false)
  const done = useCallback(() => setPrinting(false), [])
  return (
    <>
      <Button icon={<PrintIcon />} disabled={!book} onClick={() => setPrinting(true)}>
        <Trans>Print</Trans>
      </Button>
      {printing && book && (
        <Suspense>
          <DayBookSheet book={book} onDone={done} />
        </Suspense>
      )}
    </>
  )
}
