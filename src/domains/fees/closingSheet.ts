import { createElement as h, Fragment, type ReactElement, type ReactNode } from 'react'
import { amountInWords } from '#shared/amountInWords.ts'
import { showCount } from '#shared/counts.ts'
import { type Day, showDay, showMoment, writeDay } from '#shared/dates.ts'
import { type Paise, showMoney, subtractMoney, sumMoney } from '#shared/money.ts'
import { type PaymentMode, paymentModes } from '#shared/paymentModes.ts'
import { t } from '#shared/texts.ts'

/** Notes or coins of one value. */
interface NotesOfOneValue {
  /** In rupees. */
  denomination: number
  count: number
  amount: Paise
}

/** A receipt as the sheet lists it. */
export interface ClosingReceipt {
  paymentId: string
  receiptNumber: string
  mode: PaymentMode
  amount: Paise
  reference: string
  bankName: string
  instrumentOn: Day | null
}

/** The contents of a closing sheet and its deposit slip. Days are `YYYY-MM-DD`, moments ISO 8601. */
export interface ClosingPaper {
  school: { name: string; description: string }
  clerkName: string
  day: Day
  closedAt: string
  closedByName: string
  openingCash: Paise
  cashIn: Paise
  cashOut: Paise
  expectedCash: Paise
  countedCash: Paise
  difference: Paise
  reason: string
  notes: readonly NotesOfOneValue[]
  depositNotes: readonly NotesOfOneValue[]
  depositedCash: Paise
  carriedCash: Paise
  /** Null without a deposit, and in a school without accounts. */
  bankAccount: string | null
  modes: readonly { mode: PaymentMode; amount: Paise; receipts: number }[]
  receipts: readonly ClosingReceipt[]
  outflows: readonly { kind: OutflowKind; receiptNumber: string; collectedOn: Day; amount: Paise }[]
  depositCheques: readonly ClosingReceipt[]
  deletedSince: readonly {
    receiptNumber: string
    amount: Paise
    deletedAt: string
    deletedByName: string
    reason: string
  }[]
  reopened: { at: string; byName: string; reason: string } | null
}

/**
 * Returns the closing sheet of a clerk's day and, where cash or cheques go to the bank, the deposit slip on a page of
 * its own. The screen, the printer and the PDF show the same elements with {@link closingCss}.
 */
export function closingSheet(closing: ClosingPaper): ReactElement {
  const hasDeposit = closing.depositedCash > 0 || closing.depositCheques.length > 0
  return h(Fragment, null, sheet(closing), hasDeposit && depositSlip(closing))
}

function sheet(closing: ClosingPaper): ReactElement {
  const { clerkName, day, closedAt, closedByName, reopened, receipts, outflows, deletedSince } = closing
  const slips = receipts.filter(({ mode }) => !paymentModes[mode].inDrawer && !paymentModes[mode].clearsLater)
  const postDated = receipts.filter(({ instrumentOn }) => instrumentOn !== null && instrumentOn > day)
  return h(
    'article',
    { className: 'closing', 'aria-label': t`Closing sheet` },
    header(closing, t`Closing sheet`),
    reopened &&
      h(
        'p',
        { className: 'closing-mark' },
        t`Opened again by ${reopened.byName} on ${showMoment(reopened.at)}: ${reopened.reason}. This sheet does not count any more.`,
      ),
    facts([
      [t`Clerk`, clerkName],
      [t`Day`, showDay(day)],
      [t`Closed`, t`${showMoment(closedAt)}, by ${closedByName}`],
    ]),
    h(
      'div',
      { className: 'closing-two' },
      table(
        t`Cash in the drawer`,
        [t`What`, t`Amount`],
        [
          [t`Carried on from the day before`, closing.openingCash],
          [t`Taken in cash`, closing.cashIn],
          ...(closing.cashOut !== 0 ? ([[t`Given back or deleted`, showMoney(subtractMoney(0, closing.cashOut))]] as const) : []),
        ],
        [t`Expected`, closing.expectedCash],
      ),
      table(
        t`Notes and coins`,
        [t`Value`, t({ message: 'Number', context: 'of notes and coins' }), t`Amount`],
        closing.notes.map(noteCells),
        [t`Counted`, '', closing.countedCash],
      ),
    ),
    facts([
      [t({ message: 'Difference', context: 'of cash' }), differenceText(closing.difference)],
      ...(closing.reason ? ([[t`Reason`, closing.reason]] as const) : []),
      [t`To the bank`, showMoney(closing.depositedCash)],
      [t`Carried on`, showMoney(closing.carriedCash)],
    ]),
    table(
      t`Taken on the day, by mode`,
      [t`Mode`, t`Receipts`, t`Amount`],
      closing.modes.map(({ mode, receipts: count, amount }) => [paymentModes[mode].label, showCount(count), amount]),
      [
        t({ message: 'All', context: 'a row of sums' }),
        showCount(receipts.length),
        sumMoney(closing.modes.map(({ amount }) => amount)),
      ],
    ),
    slips.length > 0 &&
      table(
        t`Slips: card, UPI and bank transfers`,
        [t`Receipt`, t`Mode`, t`Reference`, t`Amount`],
        slips.map(({ receiptNumber, mode, reference, amount }) => [receiptNumber, paymentModes[mode].label, reference, amount]),
      ),
    postDated.length > 0 && chequeTable(t`Post-dated cheques, kept`, postDated),
    outflows.length > 0 &&
      table(
        outflowsTitle(),
        [t`What`, t`Number`, t`Date`, t`Amount`],
        outflows.map(({ kind, receiptNumber, collectedOn, amount }) => [
          outflowText(kind),
          receiptNumber,
          writeDay(collectedOn),
          amount,
        ]),
      ),
    deletedSince.length > 0 &&
      table(
        t`Receipts above that were deleted after this closing`,
        [t`Receipt`, t`Deleted by`, t`Reason`, t`Amount`],
        deletedSince.map((receipt) => [
          receipt.receiptNumber,
          `${receipt.deletedByName}, ${showMoment(receipt.deletedAt)}`,
          receipt.reason,
          receipt.amount,
        ]),
      ),
    signatures([t`Clerk`, t`Head`]),
  )
}

function depositSlip(closing: ClosingPaper): ReactElement {
  const { depositNotes, depositedCash, depositCheques, bankAccount, day } = closing
  const cheques = sumMoney(depositCheques.map(({ amount }) => amount))
  const total = sumMoney([depositedCash, cheques])
  return h(
    'article',
    { className: 'closing closing-slip', 'aria-label': t`Deposit slip` },
    header(closing, t`Deposit slip`),
    facts([
      [t`Account`, bankAccount ?? '…………………………'],
      [t`Day`, showDay(day)],
      [t`Deposited for`, closing.clerkName],
    ]),
    depositedCash > 0 &&
      table(
        t`Cash`,
        [t`Value`, t({ message: 'Number', context: 'of notes and coins' }), t`Amount`],
        depositNotes.map(noteCells),
        [t`Cash`, '', depositedCash],
      ),
    depositCheques.length > 0 && chequeTable(t`Cheques and demand drafts`, depositCheques, cheques),
    facts([[t({ message: 'Total', context: 'of a deposit' }), showMoney(total)]]),
    h('p', { className: 'closing-words' }, amountInWords(total, 'en')),
    signatures([t`Deposited by`, t`Stamp of the bank`]),
  )
}

function header({ school }: ClosingPaper, title: string): ReactElement {
  return h(
    'header',
    null,
    h('div', null, h('strong', null, school.name), school.description !== '' && h('span', null, school.description)),
    h('b', null, title),
  )
}

type Cell = string | Paise

/** Returns a table whose last column holds amounts. */
function table(title: string, head: readonly string[], rows: readonly (readonly Cell[])[], sum?: readonly Cell[]): ReactElement {
  const cells = (row: readonly Cell[]) =>
    row.map((cell, index) =>
      h('td', { key: head[index], className: index === head.length - 1 ? 'closing-amount' : undefined }, showCell(cell)),
    )
  return h(
    'section',
    { 'aria-label': title },
    h('h2', null, title),
    h(
      'table',
      { 'aria-label': title },
      h(
        'thead',
        null,
        h(
          'tr',
          null,
          head.map((word, index) =>
            h('th', { key: word, scope: 'col', className: index === head.length - 1 ? 'closing-amount' : undefined }, word),
          ),
        ),
      ),
      h(
        'tbody',
        null,
        rows.map((row) => h('tr', { key: row.join('\n') }, cells(row))),
        // Not a tfoot, because a printer would repeat it on every page.
        sum && h('tr', { className: 'closing-sum' }, cells(sum)),
      ),
    ),
  )
}

function chequeTable(title: string, cheques: readonly ClosingReceipt[], sum?: Paise): ReactElement {
  return table(
    title,
    [t`Number`, t`Bank`, t`Date`, t`Receipt`, t`Amount`],
    cheques.map(({ reference, bankName, instrumentOn, receiptNumber, amount }) => [
      reference,
      bankName,
      writeDay(instrumentOn),
      receiptNumber,
      amount,
    ]),
    sum === undefined ? undefined : [t({ message: 'All', context: 'a row of sums' }), '', '', showCount(cheques.length), sum],
  )
}

function noteCells({ denomination, count, amount }: NotesOfOneValue): Cell[] {
  return [`₹${denomination}`, showCount(count), amount]
}

const showCell = (cell: Cell) => (typeof cell === 'number' ? showMoney(cell) : cell)

type OutflowKind = 'DELETED' | 'REFUND' | 'CANCELLED'

/** The title of the cash that has gone from a drawer. */
export const outflowsTitle = () => t`Given back, or deleted after the closing`

/** Returns why cash has gone from a drawer, or come back. */
export function outflowText(kind: OutflowKind): string {
  return { DELETED: t`Receipt deleted`, REFUND: t`Given back`, CANCELLED: t`Refund cancelled` }[kind]
}

/** Returns a difference in words: `₹50.00 missing`. */
export function differenceText(difference: Paise): string {
  if (difference === 0) return t({ message: 'none', context: 'a difference of cash' })
  const amount = showMoney(Math.abs(difference))
  return difference < 0 ? t`${amount} missing` : t`${amount} too much`
}

function facts(rows: readonly (readonly [string, ReactNode])[]): ReactElement {
  return h(
    'dl',
    null,
    rows.map(([term, value]) => h('div', { key: term }, h('dt', null, term), h('dd', null, value))),
  )
}

function signatures(words: readonly string[]): ReactElement {
  return h(
    'footer',
    null,
    words.map((word) => h('span', { key: word }, word)),
  )
}

/** The styles of {@link closingSheet} on screen and on paper: 700 px wide where there is room. */
export const closingCss = `
.closing { box-sizing: border-box; width: 700px; max-width: 100%; margin: 0 auto; padding: 20px clamp(14px, 3.4%, 24px); background: #fff; color: #000; color-scheme: light; font-size: 14px; line-height: 1.4; font-variant-numeric: tabular-nums; text-align: left; overflow-wrap: anywhere; }
.closing + .closing { margin-top: 24px; }
.closing header { display: flex; align-items: center; justify-content: space-between; gap: 16px; padding-bottom: 10px; border-bottom: 2px solid #000; }
.closing header strong { display: block; font-size: 20px; font-weight: 600; line-height: 1.25; }
.closing header span { display: block; white-space: pre-line; font-size: 12px; }
.closing header b { flex: none; font-size: 15px; font-weight: 600; }
.closing-mark { margin: 12px 0 0; padding: 6px 12px; border: 2px solid #000; font-size: 13px; }
.closing dl { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 220px), 1fr)); column-gap: 24px; row-gap: 3px; margin: 12px 0 0; }
.closing dl > div { display: flex; gap: 8px; min-width: 0; }
.closing dt { flex: none; width: 92px; color: #444; font-size: 12px; line-height: 20px; }
.closing dd { flex: 1; min-width: 0; margin: 0; font-weight: 600; }
.closing h2 { margin: 14px 0 4px; font-size: 13px; font-weight: 600; break-after: avoid; }
.closing-two { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 280px), 1fr)); column-gap: 24px; }
.closing table { width: 100%; border-collapse: collapse; }
.closing th, .closing td { padding: 3px 8px; border: 1px solid #777; text-align: left; vertical-align: top; font-size: 13px; }
.closing th { font-weight: 600; overflow-wrap: normal; }
.closing tr { break-inside: avoid; }
.closing .closing-amount { width: 1%; text-align: right; white-space: nowrap; }
.closing-sum td { font-weight: 600; }
.closing-words { margin: 8px 0 0; font-weight: 600; }
.closing footer { display: flex; justify-content: space-between; gap: 24px; margin-top: 48px; font-size: 12px; break-inside: avoid; }
.closing footer span { flex: 0 1 160px; min-width: 0; padding-top: 4px; border-top: 1px solid #000; text-align: center; }
@media print {
  .closing { padding: 0; }
  .closing + .closing { margin-top: 0; }
  .closing-slip { break-before: page; }
}
`

/** Page format of the sheet. */
export const closingPage = 'A4 portrait; margin: 12mm'
