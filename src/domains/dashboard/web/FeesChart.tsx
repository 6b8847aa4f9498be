import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { lazy, Suspense, useEffect, useMemo, useState } from 'react'
import { schoolDay } from '#shared/dates.ts'
import { showMoney } from '#shared/money.ts'
import type { SheetTable } from '#shared/sheet.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { ExportButton } from '#ui/DataTable/ExportButton.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'
import { FeesChartDocument } from './dashboard.graphql.ts'
import { type ChartMonth, monthLabel, monthOf, toChartMonths, sumMonths } from './feesChart.ts'
import { usePolledQuery } from './usePolledQuery.ts'
import styles from './FeesChart.module.css'
import { Heading, Text } from '#ui/kit/Text.tsx'
import { Skeleton } from '#ui/kit/Skeleton.tsx'
import { BarChartIcon, TableRowsIcon } from '#ui/kit/icons.ts'
import { Cell, HeadCell, Table, TableScroll } from '#ui/kit/Table.tsx'
import { Toggle, ToggleGroup } from '#ui/kit/ToggleGroup.tsx'
import { HeardText } from '#ui/kit/HeardText.tsx'

// Loaded lazily, because it is as large as the rest of the page.
const FeesPlot = lazy(() => import('./FeesPlot.tsx'))

const chartTitle = t`Monthly Fees Collection Status`

/** Fees paid, pending, overdue and expected by month, as a chart or a table. Polled every ten seconds. */
export function FeesChart() {
  const { schoolId, termId, term } = useActiveSchool()
  const { data, error, refetch } = usePolledQuery(FeesChartDocument, { schoolId, termId })
  const [chartRef, isNear] = useNearWindow<HTMLDivElement>()
  const [view, setView] = useState<'chart' | 'table'>('chart')
  const months = useMemo(() => data && toChartMonths(data.feesChart), [data])
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  const oneTime = data?.feesChart.oneTime
  const isEmpty = months !== undefined && sumMonths(months).expected === 0 && oneTime?.expected === 0
  return (
    <section aria-label={chartTitle} className={styles.section}>
      <div className={styles.row}>
        <Heading level={2} className={styles.text}>
          {chartTitle}
        </Heading>
        {months && oneTime && !isEmpty && (
          <ExportButton
            size="small"
            fileName="fees-by-month"
            choices={[{ label: t`All months`, tables: () => [exportTable(months, oneTime)] }]}
          />
        )}
        {months && !isEmpty && (
          <ToggleGroup value={view} onChange={(chosen: typeof view) => setView(chosen)} aria-label={t`Show as`}>
            <Toggle value="chart" aria-label={t`Chart`}>
              <BarChartIcon size={18} />
            </Toggle>
            <Toggle value="table" aria-label={t`Table`}>
              <TableRowsIcon size={18} />
            </Toggle>
          </ToggleGroup>
        )}
      </div>
      {!months ? (
        <ChartSkeleton />
      ) : isEmpty ? (
        <EmptyState
          text={t`No data found for this term`}
          hint={t`Paid, pending and expected fees are shown here once students have fees.`}
        />
      ) : (
        <>
          {view === 'chart' && (
            <div aria-hidden ref={chartRef}>
              {isNear ? (
                <Suspense fallback={<ChartSkeleton />}>
                  <FeesPlot months={months} now={term?.current ? monthOf(schoolDay(new Date())) : null} />
                </Suspense>
              ) : (
                <ChartSkeleton />
              )}
            </div>
          )}
          {view === 'chart' ? (
            <HeardText as="div">
              <MonthsTable months={months} />
            </HeardText>
          ) : (
            <TableScroll tabIndex={0} role="region" aria-label={t`Fees by month`}>
              <MonthsTable months={months} />
            </TableScroll>
          )}
          {oneTime && oneTime.expected > 0 && (
            <Text size="small" className={styles.hint}>
              {t`One time fees: ${showMoney(oneTime.paid)} paid, ${showMoney(oneTime.pending)} pending, ${showMoney(oneTime.expected)} expected.`}
            </Text>
          )}
        </>
      )}
    </section>
  )
}

/**
 * Returns a ref callback, and whether its element has been near the visible part of the page. The chart loads only
 * then, because on a phone people often read only the top of the page.
 */
function useNearWindow<E extends Element>() {
  const [element, setElement] = useState<E | null>(null)
  const [isNear, setIsNear] = useState(false)
  useEffect(() => {
    if (!element || isNear) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && setIsNear(true), { rootMargin: '100px' })
    observer.observe(element)
    return () => observer.disconnect()
  }, [element, isNear])
  return [setElement, isNear] as const
}

const ChartSkeleton = () => <Skeleton height={260} />

const amountColumns = [
  { key: 'paid', label: t`Fees Paid` },
  { key: 'pending', label: t`Fees Pending` },
  { key: 'overdue', label: t`Overdue` },
  { key: 'expected', label: t`Fees Expected` },
] as const

/** Returns the figures as a table for the export. */
function exportTable(months: readonly ChartMonth[], oneTime: Omit<ChartMonth, 'month'>): SheetTable {
  const row = (name: string, sums: Omit<ChartMonth, 'month'>) => [name, ...amountColumns.map(({ key }) => sums[key])]
  return {
    name: t`Fees by month`,
    columns: [{ header: t`Month` }, ...amountColumns.map(({ label }) => ({ header: label, kind: 'money' as const }))],
    rows: [
      ...months.map((month) => ({ cells: row(monthLabel(month.month), month) })),
      { cells: row(t`All months`, sumMonths(months)), strong: true },
      { cells: row(t`One time fees`, oneTime) },
    ],
  }
}

/** The figures as a table: for screen readers, and for amounts to the paisa. */
function MonthsTable({ months }: { months: readonly ChartMonth[] }) {
  const total = sumMonths(months)
  return (
    <Table aria-label={chartTitle} className={styles.table}>
      <thead>
        <tr>
          <HeadCell>
            <Trans>Month</Trans>
          </HeadCell>
          {amountColumns.map(({ key, label }) => (
            <HeadCell key={key} end>
              {label}
            </HeadCell>
          ))}
        </tr>
      </thead>
      <tbody>
        {months.map((month) => (
          <tr key={month.month}>
            <Cell as="th" scope="row">
              {monthLabel(month.month)}
            </Cell>
            {amountColumns.map(({ key }) => (
              <Cell key={key} end>
                {showMoney(month[key])}
              </Cell>
            ))}
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr className={styles.tableRow}>
          <Cell as="th" scope="row">
            <Trans>All months</Trans>
          </Cell>
          {amountColumns.map(({ key }) => (
            <Cell key={key} end>
              {showMoney(total[key])}
            </Cell>
          ))}
        </tr>
      </tfoot>
    </Table>
  )
}
