import BarChartIcon from '@mui/icons-material/BarChart'
import TableRowsIcon from '@mui/icons-material/TableRows'
import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import Skeleton from '@mui/material/Skeleton'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableContainer from '@mui/material/TableContainer'
import TableFooter from '@mui/material/TableFooter'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import Typography from '@mui/material/Typography'
import visuallyHidden from '@mui/utils/visuallyHidden'
import { lazy, Suspense, useEffect, useMemo, useState } from 'react'
import { showMoney } from '#shared/money.ts'
import type { SheetTable } from '#shared/sheet.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { ExportButton } from '#ui/DataTable/ExportButton.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'
import { FeesChartDocument } from './dashboard.graphql.ts'
import { type ChartMonth, chartOf, chartTotal } from './feesChart.ts'
import { usePolled } from './usePolled.ts'

// As large as everything else of the page together.
const FeesPlot = lazy(() => import('./FeesPlot.tsx'))

const title = 'Monthly Fees Collection Status'

/** What is paid, pending and expected of the fees of each month, as a chart or as a table; asked again every ten seconds. */
export function FeesChart() {
  const { schoolId, termId } = useActiveSchool()
  const { data, error, refetch } = usePolled(FeesChartDocument, { schoolId, termId })
  const [place, seen] = useSeen<HTMLDivElement>()
  const [shown, setShown] = useState<'chart' | 'table'>('chart')
  const months = useMemo(() => data && chartOf(data.feesChart), [data])
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  const oneTime = data?.feesChart.oneTime
  const nothing = months !== undefined && chartTotal(months).expected === 0 && oneTime?.expected === 0
  return (
    <Paper component="section" variant="outlined" aria-label={title} sx={{ p: 2, minWidth: 0 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center', mb: 1 }}>
        <Typography variant="h2" sx={{ flex: '1 1 auto' }}>
          {title}
        </Typography>
        {months && oneTime && !nothing && (
          <ExportButton
            size="small"
            fileName="fees-by-month"
            choices={[{ label: 'All months', tables: () => [monthsTable(months, oneTime)] }]}
          />
        )}
        {months && !nothing && (
          <ToggleButtonGroup
            exclusive
            size="small"
            value={shown}
            onChange={(_, chosen: typeof shown | null) => chosen && setShown(chosen)}
            aria-label="Show as"
          >
            <ToggleButton value="chart" aria-label="Chart">
              <BarChartIcon fontSize="small" />
            </ToggleButton>
            <ToggleButton value="table" aria-label="Table">
              <TableRowsIcon fontSize="small" />
            </ToggleButton>
          </ToggleButtonGroup>
        )}
      </Box>
      {!months ? (
        <Waiting />
      ) : nothing ? (
        <EmptyState
          text="No data found for this term"
          hint="Paid, pending and expected fees stand here once students are asked for fees."
        />
      ) : (
        <>
          {shown === 'chart' && (
            <Box aria-hidden ref={place}>
              {seen ? (
                <Suspense fallback={<Waiting />}>
                  <FeesPlot months={months} />
                </Suspense>
              ) : (
                <Waiting />
              )}
            </Box>
          )}
          {shown === 'chart' ? (
            <Box sx={visuallyHidden}>
              <Months months={months} />
            </Box>
          ) : (
            <TableContainer tabIndex={0} role="region" aria-label="Fees by month">
              <Months months={months} />
            </TableContainer>
          )}
          {oneTime && oneTime.expected > 0 && (
            <Typography variant="body2" sx={{ color: 'text.secondary', mt: 1.5 }}>
              {`One time fees: ${showMoney(oneTime.paid)} paid, ${showMoney(oneTime.pending)} pending, ${showMoney(oneTime.expected)} expected.`}
            </Typography>
          )}
        </>
      )}
    </Paper>
  )
}

/** Whether an element was near the window: on a phone a figure at the top is often all that is asked of the page. */
function useSeen<E extends Element>() {
  const [element, setElement] = useState<E | null>(null)
  const [seen, setSeen] = useState(false)
  useEffect(() => {
    if (!element || seen) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && setSeen(true), { rootMargin: '100px' })
    observer.observe(element)
    return () => observer.disconnect()
  }, [element, seen])
  return [setElement, seen] as const
}

const Waiting = () => <Skeleton variant="rounded" height={320} />

const parts = [
  { key: 'paid', label: 'Fees Paid' },
  { key: 'pending', label: 'Fees Pending' },
  { key: 'expected', label: 'Fees Expected' },
] as const

/** The same figures as they leave the product. */
function monthsTable(months: readonly ChartMonth[], oneTime: Omit<ChartMonth, 'month'>): SheetTable {
  const row = (name: string, sums: Omit<ChartMonth, 'month'>) => [name, ...parts.map(({ key }) => sums[key])]
  return {
    name: 'Fees by month',
    columns: [{ header: 'Month' }, ...parts.map(({ label }) => ({ header: label, kind: 'money' as const }))],
    rows: [
      ...months.map((month) => ({ cells: row(month.month, month) })),
      { cells: row('All months', chartTotal(months)), strong: true },
      { cells: row('One time fees', oneTime) },
    ],
  }
}

/** The same figures, for those who do not see a chart, and for those who want them to the paisa. */
function Months({ months }: { months: readonly ChartMonth[] }) {
  const total = chartTotal(months)
  return (
    <Table size="small" aria-label={title} sx={{ '& .MuiTableCell-root': { px: { xs: 0.75, sm: 2 } } }}>
      <TableHead>
        <TableRow>
          <TableCell>Month</TableCell>
          {parts.map(({ key, label }) => (
            <TableCell key={key} align="right">
              {label}
            </TableCell>
          ))}
        </TableRow>
      </TableHead>
      <TableBody>
        {months.map((month) => (
          <TableRow key={month.month}>
            <TableCell component="th" scope="row">
              {month.month}
            </TableCell>
            {parts.map(({ key }) => (
              <TableCell key={key} align="right">
                {showMoney(month[key])}
              </TableCell>
            ))}
          </TableRow>
        ))}
      </TableBody>
      <TableFooter>
        <TableRow sx={{ '& .MuiTableCell-root': { color: 'text.primary', fontWeight: 600, borderBottom: 0 } }}>
          <TableCell component="th" scope="row">
            All months
          </TableCell>
          {parts.map(({ key }) => (
            <TableCell key={key} align="right">
              {showMoney(total[key])}
            </TableCell>
          ))}
        </TableRow>
      </TableFooter>
    </Table>
  )
}
