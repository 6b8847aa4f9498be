import { useTheme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { BarPlot } from '@mui/x-charts/BarChart'
import { ChartsAxisHighlight } from '@mui/x-charts/ChartsAxisHighlight'
import { ChartsDataProvider } from '@mui/x-charts/ChartsDataProvider'
import { ChartsGrid } from '@mui/x-charts/ChartsGrid'
import { ChartsLegend } from '@mui/x-charts/ChartsLegend'
import { ChartsSurface } from '@mui/x-charts/ChartsSurface'
import { ChartsTooltip } from '@mui/x-charts/ChartsTooltip'
import { ChartsWrapper } from '@mui/x-charts/ChartsWrapper'
import { ChartsXAxis } from '@mui/x-charts/ChartsXAxis'
import { ChartsYAxis } from '@mui/x-charts/ChartsYAxis'
import { LinePlot, MarkPlot } from '@mui/x-charts/LineChart'
import { shortMoney, showMoney } from '#shared/money.ts'
import type { ChartMonth } from './feesChart.ts'

/** The grey of pending fees, with a contrast of 3:1 on the light and the dark background. */
const pendingColor = '#8d96a0'

const formatAmount = (amount: number | null) => showMoney(amount ?? 0)

/** The months of a year: stacked bars of paid and pending fees, and a line of expected fees. */
export default function FeesPlot({ months }: { months: readonly ChartMonth[] }) {
  const theme = useTheme()
  const phone = useMediaQuery(theme.breakpoints.down('sm'))
  const palette = (theme.vars ?? theme).palette
  return (
    <ChartsDataProvider
      height={phone ? 260 : 320}
      margin={{ top: 16, right: 8, bottom: 0, left: 0 }}
      skipAnimation
      disableKeyboardNavigation
      xAxis={[
        {
          id: 'month',
          scaleType: 'band',
          data: months.map(({ month }) => month),
          categoryGapRatio: 0.35,
          ...(phone ? { valueFormatter: formatMonth } : {}),
        },
      ]}
      yAxis={[{ id: 'amount', width: 56, valueFormatter: shortMoney, min: 0 }]}
      series={[
        {
          type: 'bar',
          id: 'paid',
          label: 'Fees Paid',
          stack: 'fees',
          color: palette.success.main,
          data: months.map(({ paid }) => paid),
          valueFormatter: formatAmount,
        },
        {
          type: 'bar',
          id: 'pending',
          label: 'Fees Pending',
          stack: 'fees',
          color: pendingColor,
          data: months.map(({ pending }) => pending),
          valueFormatter: formatAmount,
        },
        {
          type: 'line',
          id: 'expected',
          label: 'Fees Expected',
          curve: 'linear',
          color: palette.text.primary,
          data: months.map(({ expected }) => expected),
          valueFormatter: formatAmount,
          showMark: true,
        },
      ]}
    >
      <ChartsWrapper legendPosition={{ vertical: 'bottom', horizontal: 'center' }} legendDirection="horizontal">
        <ChartsLegend direction="horizontal" />
        <ChartsSurface>
          <ChartsGrid horizontal />
          <BarPlot borderRadius={2} />
          <LinePlot />
          <MarkPlot />
          <ChartsAxisHighlight x="band" />
          <ChartsXAxis axisId="month" />
          <ChartsYAxis axisId="amount" />
        </ChartsSurface>
        <ChartsTooltip trigger="axis" />
      </ChartsWrapper>
    </ChartsDataProvider>
  )
}

/** Shortens the months on a phone's axis to one letter, because twelve names do not fit. */
function formatMonth(month: string, context: { location: string }): string {
  return context.location === 'tick' ? month.slice(0, 1) : month
}
