import { t } from '@lingui/core/macro'
import { AxisBottom, AxisRight } from '@visx/axis'
import { GridRows } from '@visx/grid'
import { Group } from '@visx/group'
import { scaleBand, scaleLinear } from '@visx/scale'
import { useEffect, useRef, useState } from 'react'
import { type Paise, shortMoney, showMoney, sumMoney } from '#shared/money.ts'
import { classes } from '#ui/kit/classes.ts'
import { usePhone } from '#ui/kit/useMedia.ts'
import { type ChartMonth, monthLabel } from './feesChart.ts'
import styles from './FeesPlot.module.css'

const margin = { top: 18, bottom: 26, left: 0 }
/** Of a letter of the axis at most, in pixels. */
const letterWidth = 8
/** About how many amounts the axis has. */
const ticks = 3

/** Bars lower than this have no room for a label. */
const labelHeight = 20

const legend = [
  { key: 'paid', label: t`Fees Paid` },
  { key: 'overdue', label: t`Overdue` },
  { key: 'pending', label: t`Fees Pending` },
  { key: 'expected', label: t`Fees Expected` },
] as const

interface FeesPlotProps {
  months: readonly ChartMonth[]
  /** The month that it is, such as NOV; null for another term. */
  now: string | null
  /** What was paid by month in the term before, with its name. */
  before?: { label: string; paid: ReadonlyMap<string, Paise> } | undefined
}

/**
 * The months of a year: bars of paid fees with the overdue and the other pending ones above, and a mark at the expected
 * fees. Another mark is at what was paid in the term before.
 */
export default function FeesPlot({ months, now, before }: FeesPlotProps) {
  const phone = usePhone()
  const [box, width] = useWidth()
  const [pointed, setPointed] = useState<ChartMonth | null>(null)
  const height = phone ? 220 : 260
  const innerHeight = height - margin.top - margin.bottom
  const most = Math.max(
    ...months.flatMap(({ paid, pending, expected }) => [sumMoney([paid, pending]), expected]),
    ...(before?.paid.values() ?? []),
    1,
  )
  const y = scaleLinear({ domain: [0, most], range: [innerHeight, 0], nice: true })
  // The amounts of the axis: ₹10 L, ₹10 लाख.
  const right = 12 + letterWidth * Math.max(...y.ticks(ticks).map((amount) => shortMoney(amount).length))
  const innerWidth = Math.max(0, width - margin.left - right)
  const x = scaleBand({ domain: months.map(({ month }) => month), range: [0, innerWidth], padding: 0.35 })
  return (
    <div ref={box} className={styles.plot}>
      <svg width={width} height={height} onPointerLeave={() => setPointed(null)}>
        <Group left={margin.left} top={margin.top}>
          <GridRows scale={y} width={innerWidth} numTicks={ticks} className={styles.grid} />
          <AxisRight
            scale={y}
            left={innerWidth}
            numTicks={ticks}
            hideAxisLine
            hideTicks
            tickFormat={(amount) => shortMoney(Number(amount))}
            tickClassName={styles.tick}
          />
          <AxisBottom
            scale={x}
            top={innerHeight}
            hideTicks
            axisClassName={styles.axis}
            // Twelve names do not fit on a phone.
            tickFormat={(month) => (phone ? monthLabel(month).slice(0, 1) : monthLabel(month))}
            numTicks={months.length}
            tickClassName={styles.tick}
          />
          {months.map((month) => {
            const [left, paidTop, top] = [x(month.month) ?? 0, y(month.paid), y(sumMoney([month.paid, month.pending]))]
            const gap = x.step() - x.bandwidth()
            const [barWidth, middle] = [x.bandwidth(), left + x.bandwidth() / 2]
            const isNow = month.month === now
            return (
              <g key={month.month} className={classes(pointed === month && styles.pointed, isNow && styles.now)}>
                <rect x={left} y={top} width={barWidth} height={innerHeight - top} rx={3} className={styles.pending} />
                <rect
                  x={left}
                  y={y(sumMoney([month.paid, month.overdue]))}
                  width={barWidth}
                  height={paidTop - y(sumMoney([month.paid, month.overdue]))}
                  className={styles.overdue}
                />
                <rect x={left} y={paidTop} width={barWidth} height={innerHeight - paidTop} className={styles.paid} />
                <line x1={left} x2={left + barWidth} y1={y(month.expected)} y2={y(month.expected)} className={styles.expected} />
                {before && (
                  <line
                    x1={left - gap / 4}
                    x2={left + barWidth + gap / 4}
                    y1={y(before.paid.get(month.month) ?? 0)}
                    y2={y(before.paid.get(month.month) ?? 0)}
                    className={styles.before}
                  />
                )}
                {/* In a phone's narrow bars there is room for the month that counts. */}
                {month.paid > 0 && (!phone || isNow) && (
                  <text
                    x={middle}
                    y={!phone && innerHeight - paidTop >= labelHeight ? paidTop + 14 : paidTop - 5}
                    className={classes(styles.label, !phone && innerHeight - paidTop >= labelHeight && styles.inside)}
                  >
                    {shortMoney(month.paid).replace('₹', '')}
                  </text>
                )}
                {/* All of a month's height answers the pointer, also above a short bar. */}
                <rect
                  x={left - gap / 2}
                  width={x.step()}
                  height={innerHeight}
                  className={styles.catch}
                  onPointerEnter={() => setPointed(month)}
                  onPointerDown={() => setPointed(month)}
                />
              </g>
            )
          })}
        </Group>
      </svg>
      <p className={styles.legend}>
        {legend.map(({ key, label }) => (
          <span key={key} className={styles[`${key}Key`]}>
            {pointed ? `${label} ${showMoney(pointed[key])}` : label}
          </span>
        ))}
        {before && (
          <span className={styles.beforeKey}>
            {pointed ? `${before.label} ${showMoney(before.paid.get(pointed.month) ?? 0)}` : before.label}
          </span>
        )}
        {pointed && <b className={styles.month}>{monthLabel(pointed.month)}</b>}
      </p>
    </div>
  )
}

/** The width of an element, now and after every change. */
function useWidth() {
  const element = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  useEffect(() => {
    if (!element.current) return
    const observer = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width ?? 0))
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [])
  return [element, width] as const
}
