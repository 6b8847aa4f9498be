import { t } from '@lingui/core/macro'
import { lazy, Suspense, useMemo, useState } from 'react'
import { schoolDay } from '#shared/dates.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { BarChartIcon, TableRowsIcon } from '#ui/kit/icons.ts'
import { Skeleton } from '#ui/kit/Skeleton.tsx'
import { Toggle, ToggleGroup } from '#ui/kit/ToggleGroup.tsx'
import { sumExpected } from '../../dashboard.rules.ts'
import { beforeTitle, monthTable } from '../../moneyTables.ts'
import { monthOf, toChartMonths } from '../feesChart.ts'
import { FigureGrid } from './FigureGrid.tsx'
import { figureAddress } from './moneyAddresses.ts'
import { figureKeys } from './figureKeys.ts'
import type { MoneyQuery } from './money.graphql.ts'

// Loaded lazily, because it is as large as the rest of the page.
const FeesPlot = lazy(() => import('../FeesPlot.tsx'))

type Page = MoneyQuery['money']

/** The fees of the term by month, as a chart with what was paid in the term before, and as a table. */
export function FeesByMonth({ page }: { page: Page }) {
  const { term } = useActiveSchool()
  const [view, setView] = useState<'both' | 'table'>('both')
  const { before } = page
  const table = useMemo(() => monthTable(page), [page])
  const keys = page.months.map(({ month }) => month ?? 'once')
  const chart = useMemo(
    () => ({
      months: toChartMonths({
        months: page.months.flatMap(({ month, sums }) =>
          month === null ? [] : [{ month, sums: { ...sums, expected: sumExpected(sums) } }],
        ),
      }),
      paidBefore: new Map(page.months.flatMap((row) => (row.month === null ? [] : [[row.month, row.before.paid] as const]))),
    }),
    [page],
  )
  return (
    <FigureGrid
      table={table}
      fileName="fees-by-month"
      before={before}
      addressOf={(row, column) => {
        const [month, figure] = [keys[row], figureKeys[column]]
        return figure && figureAddress(figure, month === undefined ? {} : { month })
      }}
      action={
        <ToggleGroup value={view} onChange={(chosen: typeof view) => setView(chosen)} aria-label={t`Show as`}>
          <Toggle value="both" aria-label={t`Chart and table`}>
            <BarChartIcon size={18} />
          </Toggle>
          <Toggle value="table" aria-label={t`Table`}>
            <TableRowsIcon size={18} />
          </Toggle>
        </ToggleGroup>
      }
    >
      {view === 'both' && (
        <div aria-hidden>
          <Suspense fallback={<Skeleton height={260} />}>
            <FeesPlot
              months={chart.months}
              now={term?.current ? monthOf(schoolDay(new Date())) : null}
              before={before ? { label: t`Paid, ${beforeTitle(before)}`, paid: chart.paidBefore } : undefined}
            />
          </Suspense>
        </div>
      )}
    </FigureGrid>
  )
}
