import { createElement as h, type ReactElement } from 'react'
import { showDay, showMoment } from '#shared/dates.ts'
import { showMoney } from '#shared/money.ts'
import { t } from '#shared/texts.ts'
import { sumExpected } from './dashboard.rules.ts'
import {
  beforeTitle,
  classTable,
  expenseTable,
  type FigureRow,
  type FigureTable,
  type MoneyContents,
  monthTable,
  monthTitle,
  topFigures,
} from './moneyTables.ts'

/** Who prints the paper, and when. */
export interface MoneyPaper extends MoneyContents {
  schoolName: string
  printedBy: string
  printedAt: Date
}

/** Returns the page of money on paper. The printer and the PDF show the same elements with {@link moneyCss}. */
export function moneySheet(paper: MoneyPaper): ReactElement {
  const { schoolName, now, before, earlierPending, expenses, printedBy, printedAt } = paper
  const earlier = before && topFigures(before)
  return h(
    'article',
    { className: 'money', 'aria-label': t`Money` },
    h(
      'header',
      null,
      h('div', null, h('strong', null, schoolName), h('span', null, t`Money of ${now.termName} on ${showDay(now.day)}`)),
      h('span', { className: 'money-by' }, t`Printed by ${printedBy}, ${showMoment(printedAt)}`),
    ),
    before && h('p', null, t`Small figures below are of ${beforeTitle(before)}.`),
    h(
      'dl',
      null,
      topFigures(now, earlierPending).map(({ label, amount }, index) =>
        h(
          'div',
          { key: label },
          h('dt', null, label),
          h('dd', null, showMoney(amount)),
          earlier?.[index] && h('dd', { className: 'money-before' }, showMoney(earlier[index].amount)),
        ),
      ),
    ),
    monthBars(paper),
    figureTable(monthTable(paper), before !== null),
    figureTable(classTable(paper), before !== null),
    expenses && figureTable(expenseTable(expenses), before !== null),
    h('p', { className: 'money-note' }, t`Collected is the money of the receipts of the term; paid is what its fees have got.`),
  )
}

const bars = { width: 700, height: 110, labels: 16 }

/** Returns the months as bars: paid, overdue and later, with a mark where the term before was. */
function monthBars({ months, before }: MoneyContents): ReactElement {
  const most = Math.max(...months.flatMap((row) => [sumExpected(row.sums), row.before.paid]), 1)
  const step = bars.width / Math.max(months.length, 1)
  const heightOf = (amount: number) => (Math.max(amount, 0) / most) * bars.height
  return h(
    'svg',
    { viewBox: `0 0 ${bars.width} ${bars.height + bars.labels}`, role: 'img', 'aria-label': t`Fees by month` },
    months.map(({ month, sums, before: earlier }, index) => {
      const [x, width] = [index * step + step * 0.15, step * 0.7]
      const [paid, overdue, pending] = [sums.paid, sums.overdue, sums.pending].map(heightOf) as [number, number, number]
      const bar = (height: number, above: number, fill: string) =>
        h('rect', { key: fill, x, width, y: bars.height - above - height, height, fill })
      return h(
        'g',
        { key: month ?? 'once' },
        bar(pending, paid, '#ddd'),
        bar(overdue, paid, '#999'),
        bar(paid, 0, '#333'),
        before &&
          h('line', {
            x1: x - 3,
            x2: x + width + 3,
            y1: bars.height - heightOf(earlier.paid),
            y2: bars.height - heightOf(earlier.paid),
            stroke: '#c60',
            strokeWidth: 2,
          }),
        h('text', { x: x + width / 2, y: bars.height + 12, textAnchor: 'middle', fontSize: 10 }, monthTitle(month)),
      )
    }),
  )
}

function figureTable({ title, what, columns, rows, sum }: FigureTable, withBefore: boolean): ReactElement {
  return h(
    'section',
    { 'aria-label': title },
    h('h2', null, title),
    h(
      'table',
      null,
      h(
        'thead',
        null,
        h(
          'tr',
          null,
          h('th', { scope: 'col' }, what),
          columns.map((column) => h('th', { key: column, scope: 'col', className: 'money-amount' }, column)),
        ),
      ),
      // The sum is no tfoot, because a printer would repeat it on every page.
      h(
        'tbody',
        null,
        [...rows, sum].map((row) => figureRow(row, row === sum, withBefore)),
      ),
    ),
  )
}

function figureRow({ key, label, now, before }: FigureRow, isSum: boolean, withBefore: boolean): ReactElement {
  return h(
    'tr',
    { key, className: isSum ? 'money-sum' : undefined },
    h('th', { scope: 'row' }, label),
    now.map((amount, index) =>
      h(
        'td',
        { key: index, className: 'money-amount' },
        showMoney(amount),
        withBefore && h('small', null, showMoney(before[index] ?? 0)),
      ),
    ),
  )
}

/** The styles of {@link moneySheet}. */
export const moneyCss = `
.money { box-sizing: border-box; width: 700px; max-width: 100%; margin: 0 auto; color: #000; font-size: 12px; line-height: 1.35; font-variant-numeric: tabular-nums; text-align: left; overflow-wrap: anywhere; }
.money header { display: flex; justify-content: space-between; gap: 16px; padding-bottom: 8px; border-bottom: 2px solid #000; }
.money header strong { display: block; font-size: 18px; font-weight: 600; }
.money-by { flex: none; max-width: 45%; text-align: right; font-size: 11px; }
.money p { margin: 8px 0 0; }
.money dl { display: grid; grid-template-columns: repeat(5, 1fr); gap: 6px 12px; margin: 10px 0; }
.money dt { color: #444; font-size: 11px; }
.money dd { margin: 0; font-weight: 600; }
.money .money-before, .money small { display: block; color: #444; font-size: 10px; font-weight: 400; }
.money svg { display: block; width: 100%; margin-top: 8px; }
.money h2 { margin: 12px 0 4px; font-size: 13px; font-weight: 600; break-after: avoid; }
.money table { width: 100%; border-collapse: collapse; }
.money th, .money td { padding: 2px 6px; border-bottom: 1px solid #bbb; text-align: left; vertical-align: top; }
.money thead th { border-bottom: 1px solid #000; }
.money tbody th { font-weight: 400; }
.money tr { break-inside: avoid; }
.money .money-amount { text-align: right; white-space: nowrap; }
.money .money-sum > * { font-weight: 600; border-top: 1px solid #000; }
.money .money-note { color: #444; font-size: 11px; }
`

/** Page format of the sheet. */
export const moneyPaperPage = 'A4 portrait; margin: 12mm'
