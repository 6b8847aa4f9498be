import { createElement as h, Fragment, type ReactElement, type ReactNode } from 'react'
import { type Day, writeDay, writeMoment } from '#shared/dates.ts'
import { type Paise, showMoney } from '#shared/money.ts'
import { type PaymentMode, paymentModes, referenceOf } from '#shared/paymentModes.ts'
import type { PaymentState } from './payments.schema.ts'

/**
 * The contents of a receipt: the facts from when the money was taken, and its present state. Days are `YYYY-MM-DD`,
 * moments ISO 8601.
 */
export interface Receipt {
  id: string
  receiptNumber: string
  school: { name: string; description: string; logoUrl: string | null }
  termName: string
  collectedOn: Day
  createdAt: string
  createdByName: string
  studentName: string
  sectionName: string
  roll: string
  registerNo: string
  /** `month` null is a one-time fee. */
  lines: readonly { id: string; feeName: string; month: string | null; amount: Paise }[]
  amount: Paise
  amountInWords: string
  mode: PaymentMode
  chequeNo: string
  txnId: string
  onlineRef: string | null
  state: PaymentState
  /** Day on which the bank cleared or returned the cheque. */
  settledOn: Day | null
  deleted: { at: string; byName: string; reason: string; refundRef: string | null } | null
  /** What the student still owes in the term at a moment; null when the receipt does not show it. */
  balance: { pending: Paise; at: string } | null
  /** Whether to mark the paper DUPLICATE: the original was issued before, or the receipt is void. */
  duplicate: boolean
}

/**
 * Returns the layout of a receipt. The screen, the printer and the PDF show the same elements with {@link receiptCss}.
 * It is paper: black on white in the dark theme too, and readable without colours.
 */
export function receiptSheet(receipt: Receipt): ReactElement {
  const { deleted, state, balance } = receipt
  const isVoid = deleted !== null || state === 'FAILED'
  return h(
    'article',
    { className: `receipt${isVoid ? ' receipt-void' : ''}`, 'aria-label': `Receipt ${receipt.receiptNumber}` },
    header(receipt),
    voidMark(receipt),
    h(
      'dl',
      { className: 'receipt-facts' },
      fact('Receipt no.', h('b', null, receipt.receiptNumber)),
      fact('Date', writeDay(receipt.collectedOn)),
      fact('Student', h('b', null, receipt.studentName)),
      fact('Class', `${receipt.sectionName} · roll ${receipt.roll}`),
      fact('Register no.', receipt.registerNo || '–'),
      fact('Term', receipt.termName),
    ),
    lineTable(receipt),
    // Kept together on the last page when there are many lines.
    h(
      'div',
      { className: 'receipt-end' },
      h('p', { className: 'receipt-words' }, receipt.amountInWords),
      h(
        'dl',
        { className: 'receipt-facts' },
        fact('Payment mode', modeText(receipt)),
        balance &&
          fact(
            'Still pending',
            h(Fragment, null, showMoney(balance.pending), h('small', null, ` on ${writeMoment(balance.at)}`)),
          ),
      ),
      state === 'CLEARING' && !deleted && h('p', { className: 'receipt-condition' }, 'Subject to realisation of cheque'),
      h(
        'footer',
        null,
        h('span', null, `Entered ${writeMoment(receipt.createdAt)}`, h('br'), `Taken by ${receipt.createdByName}`),
        h('span', { className: 'receipt-signature' }, 'Signature'),
      ),
    ),
  )
}

function header({ school, duplicate }: Receipt): ReactElement {
  return h(
    'header',
    null,
    school.logoUrl !== null && h('img', { src: school.logoUrl, alt: '' }),
    h(
      'div',
      { className: 'receipt-school' },
      h('strong', null, school.name),
      school.description !== '' && h('span', null, school.description),
    ),
    h('div', { className: 'receipt-kind' }, h('span', null, 'Fee Receipt'), duplicate && h('b', null, 'DUPLICATE')),
  )
}

/** Returns the notice that a receipt is void, so that nobody can overlook it. */
function voidMark({ deleted, state, settledOn, chequeNo }: Receipt): ReactNode {
  if (deleted) {
    const refund = deleted.refundRef ? `, refunded by ${deleted.refundRef}` : ''
    const how = `by ${deleted.byName} on ${writeMoment(deleted.at)}${refund}. Reason: ${deleted.reason}`
    return h('p', { className: 'receipt-mark' }, h('b', null, 'DELETED'), ` ${how}`)
  }
  if (state !== 'FAILED') return null
  const how = `Cheque ${chequeNo} was returned by the bank on ${writeDay(settledOn)}. No money was received.`
  return h('p', { className: 'receipt-mark' }, h('b', null, 'CHEQUE FAILED'), ` ${how}`)
}

function lineTable({ lines: all, amount }: Receipt): ReactElement {
  return h(
    'table',
    null,
    h(
      'thead',
      null,
      h(
        'tr',
        null,
        h('th', { scope: 'col' }, 'No.'),
        h('th', { scope: 'col' }, 'Fee'),
        h('th', { scope: 'col' }, 'Month'),
        h('th', { scope: 'col', className: 'receipt-amount' }, 'Amount'),
      ),
    ),
    h(
      'tbody',
      null,
      all.map((line, index) =>
        h(
          'tr',
          { key: line.id },
          h('td', null, index + 1),
          h('td', null, line.feeName),
          h('td', null, line.month ?? 'One time'),
          h('td', { className: 'receipt-amount' }, showMoney(line.amount)),
        ),
      ),
      // Not a tfoot, because a printer would repeat it on every page.
      h(
        'tr',
        { className: 'receipt-total' },
        h('th', { scope: 'row', colSpan: 3 }, 'Total'),
        h('td', { className: 'receipt-amount' }, showMoney(amount)),
      ),
    ),
  )
}

function modeText(receipt: Receipt): ReactNode {
  const { onPaper, reference } = paymentModes[receipt.mode]
  const number = referenceOf(receipt)
  return reference && number !== '' ? `${onPaper} · ${reference.prefix} ${number}` : onPaper
}

function fact(term: string, value: ReactNode): ReactElement {
  return h('div', null, h('dt', null, term), h('dd', null, value))
}

/** The styles of {@link receiptSheet} on screen and on paper: 700 px wide where there is room. */
export const receiptCss = `
.receipt { box-sizing: border-box; width: 700px; max-width: 100%; margin: 0 auto; padding: 20px clamp(14px, 3.4%, 24px); background: #fff; color: #000; color-scheme: light; font-size: 14px; line-height: 1.4; font-variant-numeric: tabular-nums; text-align: left; overflow-wrap: anywhere; }
.receipt header { display: flex; align-items: center; gap: 16px; padding-bottom: 10px; border-bottom: 2px solid #000; }
.receipt header img { width: 60px; height: 60px; object-fit: contain; flex: none; }
.receipt-school { flex: 1; min-width: 0; }
.receipt-school strong { display: block; font-size: 20px; font-weight: 600; line-height: 1.25; }
.receipt-school span { display: block; white-space: pre-line; font-size: 12px; }
.receipt-kind { flex: none; text-align: right; font-weight: 600; }
.receipt-kind span { display: block; font-size: 15px; }
.receipt-kind b { display: inline-block; margin-top: 4px; padding: 1px 8px; border: 1.5px solid #000; font-size: 12px; font-weight: 600; letter-spacing: 0.06em; }
.receipt-mark { margin: 12px 0 0; padding: 6px 12px; border: 2px solid #000; font-size: 13px; }
.receipt-mark b { font-size: 16px; font-weight: 600; letter-spacing: 0.08em; }
.receipt-facts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 220px), 1fr)); column-gap: 24px; row-gap: 3px; margin: 12px 0 0; }
.receipt-facts > div { display: flex; gap: 8px; min-width: 0; }
.receipt-facts dt { flex: none; width: 92px; color: #444; font-size: 12px; line-height: 20px; }
.receipt-facts dd { flex: 1; min-width: 0; margin: 0; }
.receipt b { font-weight: 600; }
.receipt small { font-size: 12px; }
.receipt table { width: 100%; margin-top: 12px; border-collapse: collapse; }
.receipt th, .receipt td { padding: 4px 8px; border: 1px solid #777; text-align: left; vertical-align: top; font-size: 14px; line-height: 1.4; }
.receipt th { font-weight: 600; }
.receipt tr { break-inside: avoid; }
.receipt th:not(:nth-child(2)), .receipt td:not(:nth-child(2)) { width: 1%; white-space: nowrap; }
.receipt tr > .receipt-amount { width: 1%; text-align: right; white-space: nowrap; }
.receipt .receipt-total th { text-align: right; }
.receipt .receipt-total td { font-weight: 600; }
.receipt-void td.receipt-amount { text-decoration: line-through; }
.receipt-words { margin: 8px 0 0; font-weight: 600; }
.receipt-condition { margin: 8px 0 0; font-style: italic; }
.receipt footer { display: flex; align-items: flex-end; justify-content: space-between; gap: 24px; margin-top: 14px; font-size: 12px; }
.receipt-signature { flex: none; min-width: 180px; margin-top: 36px; padding-top: 4px; border-top: 1px solid #000; text-align: center; }
.receipt-end { break-inside: avoid; }
@media print {
  .receipt { padding: 0; break-inside: avoid; }
  .receipt:not(:last-child) { margin-bottom: 7mm; padding-bottom: 7mm; border-bottom: 1px dashed #777; }
}
`

/** Page format of the PDF: two short receipts fit on an A4 page. */
export const receiptPdfPage = 'A4 portrait; margin: 10mm'

/** Page format for the printer: its own paper, A4 or A5. */
export const receiptPrintPage = 'auto; margin: 10mm'
