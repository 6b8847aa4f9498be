import { AxisBottom, AxisLeft } from '@visx/axis'
import { GridRows } from '@visx/grid'
import { Group } from '@visx/group'
import { scaleBand, scaleLinear } from '@visx/scale'
import { LinePath } from '@visx/shape'
import { useEffect, useRef, useState } from 'react'
import { shortMoney, showMoney, sumMoney } from '#shared/money.ts'
import { usePhone } from '#ui/kit/useMedia.ts'
import type { ChartMonth } from './feesChart.ts'
import styles from './FeesPlot.module.css'

const margin = { top: 16, right: 8, bottom: 28, left: 60 }

const legend = [
  { key: 'paid', label: 'Fees Paid' },
  { key: 'pending', label: 'Fees Pending' },
  { key: 'expected', label: 'Fees Expected' },
] as const

/** The months of a year: bars of paid fees with the pending ones above, and a line of expected fees. */
export default function FeesPlot({ months }: { months: readonly ChartMonth[] }) {
  const phone = usePhone()
  const [box, width] = useWidth()
  const [pointed, setPointed] = useState<ChartMonth | null>(null)
  const height = phone ? 240 : 300
  const [innerWidth, innerHeight] = [Math.max(0, width - margin.left - margin.right), height - margin.top - margin.bottom]
  const most = Math.max(...months.flatMap(({ paid, pending, expected }) => [sumMoney([paid, pending]), expected]), 1)
  const x = scaleBand({ domain: months.map(({ month }) => month), range: [0, innerWidth], padding: 0.35 })
  const y = scaleLinear({ domain: [0, most], range: [innerHeight, 0], nice: true })
  const middle = ({ month }: ChartMonth) => (x(month) ?? 0) + x.bandwidth() / 2
  return (
    <div ref={box} className={styles.plot}>
      <svg width={width} height={height} onPointerLeave={() => setPointed(null)}>
        <Group left={margin.left} top={margin.top}>
          <GridRows scale={y} width={innerWidth} numTicks={5} className={styles.grid} />
          <AxisLeft
            scale={y}
            numTicks={5}
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
            tickFormat={(month) => (phone ? month.slice(0, 1) : month)}
            numTicks={months.length}
            tickClassName={styles.tick}
          />
          {months.map((month) => {
            const [left, paidTop, top] = [x(month.month) ?? 0, y(month.paid), y(sumMoney([month.paid, month.pending]))]
            const gap = x.step() - x.bandwidth()
            return (
              <g key={month.month} className={pointed === month ? styles.pointed : undefined}>
                <rect x={left} y={paidTop} width={x.bandwidth()} height={innerHeight - paidTop} className={styles.paid} />
                <rect x={left} y={top} width={x.bandwidth()} height={paidTop - top} className={styles.pending} />
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
          <LinePath data={[...months]} x={middle} y={({ expected }) => y(expected)} className={styles.line} />
          {months.map((month) => (
            <circle key={month.month} cx={middle(month)} cy={y(month.expected)} r={3} className={styles.dot} />
          ))}
        </Group>
      </svg>
      <p className={styles.legend}>
        {legend.map(({ key, label }) => (
          <span key={key} className={styles[`${key}Key`]}>
            {pointed ? `${label} ${showMoney(pointed[key])}` : label}
          </span>
        ))}
        {pointed && <b className={styles.month}>{pointed.month}</b>}
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
