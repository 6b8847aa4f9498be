import { AxisBottom, AxisLeft } from '@visx/axis'
import { GridRows } from '@visx/grid'
import { Group } from '@visx/group'
import { scaleLog } from '@visx/scale'
import { createElement as element, type ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'

/** What a work costs at a size, and how much it shows. */
export interface Point {
  work: string
  size: number
  /** Milliseconds. */
  cost: number
  /** Characters of the answer. */
  shown: number
}

/** The works while one thing grows. */
export interface GrowthAxis {
  title: string
  sizes: readonly number[]
  works: readonly { name: string; points: readonly Point[] }[]
}

/** Returns the power of the size by which a figure grows, by least squares of the logarithms. */
export function exponentOf(points: readonly Point[], figure: 'cost' | 'shown'): number {
  const x = points.map(({ size }) => Math.log(size))
  const y = points.map((point) => Math.log(point[figure]))
  const mean = (all: readonly number[]) => all.reduce((sum, one) => sum + one, 0) / all.length
  const [meanX, meanY] = [mean(x), mean(y)]
  const over = x.reduce((sum, one, nth) => sum + (one - meanX) * ((y[nth] ?? 0) - meanY), 0)
  return over / x.reduce((sum, one) => sum + (one - meanX) ** 2, 0)
}

const width = 780
const height = 400
const margin = { top: 62, right: 268, bottom: 34, left: 44 }
const inner = { width: width - margin.left - margin.right, height: height - margin.top - margin.bottom }
const labelHeight = 15
const letterWidth = 6.5

/** The works by what they are about. The colour only helps to follow a line, because each line has its name. */
const kinds: readonly { name: string; works: RegExp }[] = [
  { name: 'a list', works: /first page|search/ },
  { name: 'one student or section', works: /one student|open|fees$/ },
  { name: 'saved', works: /save|payment/ },
  { name: 'whole school', works: /whole school/ },
]

/** The chart brings its own ground, because the page around an image may be light while the system is dark. */
const style = `
  svg { font: 12px system-ui, sans-serif }
  .ground { fill: #fcfcfb } text { fill: #52514e } .title { font-size: 14px; font-weight: 600; fill: #0b0b0b } .name { fill: #0b0b0b }
  .line { fill: none; stroke-width: 2 } .dot { stroke: #fcfcfb; stroke-width: 2 } .guide { stroke: #898781; stroke-dasharray: 3 4 }
  .grid line, .axis line { stroke: #e1e0d9 } .leader { fill: none; stroke: #c3c2b7 }
  .kind0 { --kind: #2a78d6 } .kind1 { --kind: #1baf7a } .kind2 { --kind: #eda100 } .kind3 { --kind: #4a3aa7 }
  .line { stroke: var(--kind) } .dot, .key { fill: var(--kind) }
  @media (prefers-color-scheme: dark) {
    .ground { fill: #1a1a19 } text { fill: #c3c2b7 } .title, .name { fill: #fff } .dot { stroke: #1a1a19 }
    .grid line, .axis line { stroke: #2c2c2a } .leader { stroke: #52514e }
    .kind0 { --kind: #3987e5 } .kind1 { --kind: #199e70 } .kind2 { --kind: #c98500 } .kind3 { --kind: #9085e9 }
  }`

/** Returns a chart of an axis as an SVG file: size and cost on logarithmic axes, a line for each work. */
export function growthPlot({ title, sizes, works }: GrowthAxis): string {
  const ticks = ticksAround(works.flatMap(({ points }) => points.map(({ cost }) => cost)))
  const domain: [number, number] = [ticks[0] ?? 1, ticks.at(-1) ?? 1]
  const x = scaleLog({ domain: [sizes[0] ?? 1, sizes.at(-1) ?? 1], range: [0, inner.width] })
  const y = scaleLog({ domain, range: [inner.height, 0] })
  const at = ({ size, cost }: Pick<Point, 'size' | 'cost'>) => `${rounded(x(size))} ${rounded(y(cost))}`
  const lines = works.map(({ name, points }) => ({
    name,
    kind: kinds.findIndex(({ works: of }) => of.test(name)),
    points,
    endsAt: y(points.at(-1)?.cost ?? 1),
  }))
  const labels = spread(lines.map(({ endsAt }) => endsAt))
  const number = (value: unknown) => Number(value).toLocaleString('en')
  const plot = element(
    'svg',
    { xmlns: 'http://www.w3.org/2000/svg', viewBox: `0 0 ${width} ${height}`, width, height, role: 'img', 'aria-label': title },
    element('style', null, style),
    element('rect', { className: 'ground', width, height, rx: 8 }),
    element('text', { className: 'title', x: 14, y: 24 }, `${title}: p50 in milliseconds, one client`),
    ...legend(),
    element(
      Group,
      { left: margin.left, top: margin.top },
      element(GridRows, { scale: y, width: inner.width, tickValues: ticks, className: 'grid' }),
      element('line', { className: 'guide', ...guide(x, y, sizes, domain) }),
      element(AxisLeft, {
        scale: y,
        tickValues: ticks,
        tickFormat: number,
        hideAxisLine: true,
        hideTicks: true,
        tickLabelProps: {},
      }),
      element(AxisBottom, {
        scale: x,
        top: inner.height,
        tickValues: [...sizes],
        tickFormat: number,
        axisClassName: 'axis',
        tickLabelProps: { textAnchor: 'middle' },
      }),
      ...lines.map(({ name, kind, points, endsAt }, nth) =>
        element(
          'g',
          { key: name, className: `kind${kind}` },
          element('path', { className: 'line', d: `M${points.map(at).join(' L')}` }),
          ...points.map((point) =>
            element('circle', {
              key: point.size,
              className: 'dot',
              cx: rounded(x(point.size)),
              cy: rounded(y(point.cost)),
              r: 4,
            }),
          ),
          element('path', {
            className: 'leader',
            d: `M${inner.width + 6} ${rounded(endsAt)} L${inner.width + 20} ${rounded(labels[nth] ?? 0)}`,
          }),
          element('text', { className: 'name', x: inner.width + 24, y: rounded((labels[nth] ?? 0) + 4) }, name),
        ),
      ),
    ),
  )
  return `${renderToStaticMarkup(plot)}\n`
}

function legend(): ReactElement[] {
  let left = margin.left
  return [...kinds.map(({ name }) => name), 'as much as the size'].map((name, nth) => {
    const isGuide = nth === kinds.length
    const key = isGuide
      ? element('line', { className: 'guide', x1: 0, x2: 16, y1: -4, y2: -4 })
      : element('rect', { className: 'key', width: 10, height: 10, y: -9, rx: 2 })
    const at = left
    left += 44 + letterWidth * name.length
    return element(
      'g',
      { key: name, className: `kind${nth}`, transform: `translate(${at} 47)` },
      key,
      element('text', { x: isGuide ? 21 : 15 }, name),
    )
  })
}

/** Returns the ends of a line of what grows as the size does, from the lower left corner as far as there is room. */
function guide(
  x: (size: number) => number,
  y: (cost: number) => number,
  sizes: readonly number[],
  [least, most]: [number, number],
) {
  const first = sizes[0] ?? 1
  const times = Math.min((sizes.at(-1) ?? 1) / first, most / least)
  return { x1: x(first), y1: y(least), x2: rounded(x(first * times)), y2: rounded(y(least * times)) }
}

/** The round numbers of a logarithmic axis: 1, 2 and 5 times a power of ten. */
const roundNumbers = [-2, -1, 0, 1, 2, 3, 4].flatMap((power) => [1, 2, 5].map((digit) => digit * 10 ** power))

/** Returns the round numbers around values, from the next one below to the next one above. */
function ticksAround(values: readonly number[]): number[] {
  const least = Math.max(...roundNumbers.filter((one) => one <= Math.min(...values)))
  const most = Math.min(...roundNumbers.filter((one) => one >= Math.max(...values)))
  return roundNumbers.filter((one) => one >= least && one <= most)
}

/** Returns places for labels near where their lines end, without one over the other. */
function spread(ends: readonly number[]): number[] {
  const order = ends.map((_, nth) => nth).sort((a, b) => (ends[a] ?? 0) - (ends[b] ?? 0))
  const places = [...ends]
  let free = Number.NEGATIVE_INFINITY
  for (const nth of order) {
    places[nth] = Math.max(places[nth] ?? 0, free)
    free = places[nth] + labelHeight
  }
  free = inner.height
  for (const nth of order.toReversed()) {
    places[nth] = Math.min(places[nth] ?? 0, free)
    free = places[nth] - labelHeight
  }
  return places
}

const rounded = (value: number) => Math.round(10 * value) / 10
