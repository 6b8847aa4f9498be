import { createElement as h, Fragment, type ReactElement, type ReactNode } from 'react'
import { type Day, writeDay, writeMoment } from '#shared/dates.ts'
import { type Paise, showMoney } from '#shared/money.ts'
import { type PaymentReference, referenceOf } from '#shared/paymentModes.ts'
import type { Language } from '#shared/languages.ts'
import { languagesOf, type ReceiptLanguages } from '#shared/receiptLanguages.ts'
import type { Month } from './months.ts'
import type { PaymentState } from './payments.schema.ts'
import { type InstrumentLabels, type ReceiptLabels, receiptLabels } from './receiptLabels.ts'

/**
 * The contents of a receipt: the facts from when the money was taken, and its present state. Days are `YYYY-MM-DD`,
 * moments ISO 8601.
 */
export interface Receipt extends PaymentReference {
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
  /**
   * What was paid on each fee, without late fees. `month` null is a one-time fee; `earlierTerm` is the name of the
   * fee's term, if that is not the receipt's.
   */
  lines: readonly { id: string; feeName: string; month: string | null; amount: Paise; earlierTerm: string | null }[]
  /** The late fees in the amount; they have a line of their own. */
  lateFee: Paise
  amount: Paise
  /** The languages of its labels. */
  languages: ReceiptLanguages
  /** A line for each of the languages. */
  amountInWords: string
  state: PaymentState
  /** Day on which the bank cleared or returned the cheque or demand draft. */
  settledOn: Day | null
  deleted: { at: string; byName: string; reason: string; refundRef: string | null } | null
  /** The receipt of another student in whose place this one stands. */
  insteadOf: string | null
  /**
   * What the student still owes of the term and earlier ones at a moment, and what concessions take off in the term, by
   * kind; null when the receipt does not show it.
   */
  balance: { pending: Paise; concessions: readonly { name: string; amount: Paise }[]; at: string } | null
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
  const paper = paperIn(receipt.languages)
  const { language, both, label, colon } = paper
  return h(
    'article',
    paperProps(paper, { isVoid, name: `Receipt ${receipt.receiptNumber}` }),
    paperHeader(paper, receipt, label('feeReceipt')),
    voidMark(paper, receipt),
    h(
      'dl',
      { className: 'receipt-facts' },
      fact(label('receiptNo'), h('b', null, receipt.receiptNumber)),
      fact(label('date'), writeDay(receipt.collectedOn)),
      fact(label('student'), h('b', null, receipt.studentName)),
      fact(label('class'), `${receipt.sectionName} · ${label('roll')} ${receipt.roll}`),
      fact(label('registerNo'), receipt.registerNo || '–'),
      fact(label('term'), receipt.termName),
      receipt.insteadOf !== null && fact(label('insteadOf'), receipt.insteadOf),
    ),
    lineTable(paper, receipt),
    // Kept together on the last page when there are many lines.
    h(
      'div',
      { className: 'receipt-end' },
      h('p', { className: 'receipt-words' }, receipt.amountInWords),
      h(
        'dl',
        { className: 'receipt-facts' },
        fact(label('paymentMode'), modeText(paper, receipt)),
        ...(balance?.concessions ?? []).map(({ name, amount }) => fact(label('concession'), `${name} ${showMoney(amount)}`)),
        balance &&
          fact(
            label('pending'),
            h(
              Fragment,
              null,
              showMoney(balance.pending),
              h('small', null, ` ${receiptLabels[language].asOf(writeMoment(balance.at))}`),
            ),
          ),
      ),
      state === 'CLEARING' &&
        !deleted &&
        h(
          'p',
          { className: 'receipt-condition' },
          both((labels) => instrumentLabels(labels, receipt).clearing),
        ),
      h(
        'footer',
        null,
        h(
          'span',
          null,
          label('entered') + colon + writeMoment(receipt.createdAt),
          h('br'),
          label('takenBy') + colon + receipt.createdByName,
        ),
        h('span', { className: 'receipt-signature' }, label('signature')),
      ),
    ),
  )
}

type LabelName = { [Name in keyof ReceiptLabels]: ReceiptLabels[Name] extends string ? Name : never }[keyof ReceiptLabels]

/** The words of a paper's languages. */
export interface Paper {
  language: Language
  all: readonly ReceiptLabels[]
  /** Returns words in all languages of the paper: `पावती क्र. / Receipt no.` */
  both: (wordsOf: (labels: ReceiptLabels) => string) => string
  label: (name: LabelName) => string
  /** What stands between a label and its value in one line. */
  colon: string
}

/** Returns the words of a paper in these languages. */
export function paperIn(languages: ReceiptLanguages): Paper {
  const [language, ...others] = languagesOf(languages)
  const all = [language, ...others].map((name) => receiptLabels[name])
  const both: Paper['both'] = (wordsOf) => [...new Set(all.map(wordsOf))].join(' / ')
  return { language, all, both, label: (name) => both((labels) => labels[name]), colon: language === 'en' ? ' ' : ': ' }
}

/** Returns the properties of a paper's element. A void paper has its amounts struck through. */
export function paperProps({ language, all }: Paper, { isVoid, name }: { isVoid: boolean; name: string }) {
  return {
    className: `receipt${isVoid ? ' receipt-void' : ''}${all.length > 1 ? ' receipt-two' : ''}`,
    lang: language,
    'aria-label': name,
  }
}

/** Returns the head of a paper: the school, what paper it is, and whether it is a duplicate. */
export function paperHeader(
  { label }: Paper,
  { school, duplicate }: Pick<Receipt, 'school' | 'duplicate'>,
  title: string,
): ReactElement {
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
    h('div', { className: 'receipt-kind' }, h('span', null, title), duplicate && h('b', null, label('duplicate'))),
  )
}

/** Returns the notice that a receipt is void, so that nobody can overlook it. */
function voidMark(paper: Paper, receipt: Receipt): ReactNode {
  const { both, label } = paper
  const { deleted, state, settledOn, chequeNo } = receipt
  if (deleted) {
    const moment = writeMoment(deleted.at)
    return paperMark(paper, label('deleted'), (words) =>
      words.deletion(deleted.byName, moment, deleted.refundRef, deleted.reason),
    )
  }
  if (state !== 'FAILED') return null
  return paperMark(
    paper,
    both((labels) => instrumentLabels(labels, receipt).failed),
    (labels) => instrumentLabels(labels, receipt).returned(chequeNo, writeDay(settledOn)),
  )
}

/** Returns a notice in a frame, in all languages of the paper. */
export function paperMark({ all }: Paper, title: string, sentenceOf: (words: ReceiptLabels) => string): ReactElement {
  return h('p', { className: 'receipt-mark' }, h('b', null, title), ` ${all.map(sentenceOf).join('\n')}`)
}

/** Returns the table of fees with their total. A fee whose late fee alone was paid has no row. */
export function lineTable(
  { both, label }: Paper,
  { lines, lateFee = 0, amount }: Pick<Receipt, 'lines' | 'amount'> & { lateFee?: Paise },
): ReactElement {
  const ofFees = lines.filter((line) => line.amount > 0)
  const heading = (name: LabelName, className?: string) => h('th', { scope: 'col', className }, label(name))
  return h(
    'table',
    null,
    h('thead', null, h('tr', null, heading('number'), heading('fee'), heading('month'), heading('amount', 'receipt-amount'))),
    h(
      'tbody',
      null,
      ofFees.map((line, index) =>
        h(
          'tr',
          { key: line.id },
          h('td', null, index + 1),
          h('td', null, line.feeName, line.earlierTerm !== null && h('small', null, ` ${label('term')} ${line.earlierTerm}`)),
          h(
            'td',
            null,
            both(({ oneTime, monthName }) => (line.month === null ? oneTime : monthName(line.month as Month))),
          ),
          h('td', { className: 'receipt-amount' }, showMoney(line.amount)),
        ),
      ),
      lateFee > 0 &&
        h(
          'tr',
          null,
          h('td', null, ofFees.length + 1),
          h('td', { colSpan: 2 }, label('lateFee')),
          h('td', { className: 'receipt-amount' }, showMoney(lateFee)),
        ),
      // Not a tfoot, because a printer would repeat it on every page.
      h(
        'tr',
        { className: 'receipt-total' },
        h('th', { scope: 'row', colSpan: 3 }, label('total')),
        h('td', { className: 'receipt-amount' }, showMoney(amount)),
      ),
    ),
  )
}

/** Returns the words about the bank's answer, on a demand draft or else on a cheque. */
function instrumentLabels(labels: ReceiptLabels, { mode }: Receipt): InstrumentLabels {
  return mode === 'DD' ? labels.draft : labels.cheque
}

/** Returns how the money came, and all that the bank finds it by: `Cheque · no. 004512 · Bank of India, 20/11/2026`. */
function modeText({ both }: Paper, receipt: Receipt): string {
  const { mode, transferKind, cardLast4, bankName, instrumentOn } = receipt
  const number = referenceOf(receipt)
  return [
    both(({ modes }) => modes[mode].name),
    transferKind,
    cardLast4 && `XX${cardLast4}`,
    number && `${both(({ modes }) => modes[mode].reference ?? '')} ${number}`,
    [bankName, writeDay(instrumentOn)].filter(Boolean).join(', '),
  ]
    .filter(Boolean)
    .join(' · ')
}

/** Returns a term with its value. */
export function fact(term: string, value: ReactNode): ReactElement {
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
.receipt-mark { margin: 12px 0 0; padding: 6px 12px; border: 2px solid #000; font-size: 13px; white-space: pre-line; }
.receipt-mark b { font-size: 16px; font-weight: 600; letter-spacing: 0.08em; }
/* The line above Devanagari's letters must not break. */
.receipt:not(:lang(en)) b { letter-spacing: 0; }
.receipt-facts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 220px), 1fr)); column-gap: 24px; row-gap: 3px; margin: 12px 0 0; }
.receipt-facts > div { display: flex; gap: 8px; min-width: 0; }
.receipt-facts dt { flex: none; width: 92px; color: #444; font-size: 12px; line-height: 20px; }
.receipt-two dt { width: 132px; }
.receipt-two small { white-space: nowrap; }
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
.receipt-words { margin: 8px 0 0; font-weight: 600; white-space: pre-line; }
.receipt-condition { margin: 8px 0 0; font-style: italic; }
.receipt footer { display: flex; align-items: flex-end; justify-content: space-between; gap: 24px; margin-top: 14px; font-size: 12px; }
.receipt-signature { flex: none; min-width: 180px; margin-top: 36px; padding-top: 4px; border-top: 1px solid #000; text-align: center; }
.receipt-end { break-inside: avoid; }
/* Four headings in two languages are wider than a phone. */
@media (max-width: 479px) {
  .receipt-two th:not(:nth-child(2)), .receipt-two td:not(:nth-child(2)), .receipt-two tr > .receipt-amount { white-space: normal; overflow-wrap: normal; }
}
@media print {
  .receipt { padding: 0; break-inside: avoid; }
  .receipt:not(:last-child) { margin-bottom: 7mm; padding-bottom: 7mm; border-bottom: 1px dashed #777; }
}
`

/** Page format of the PDF: two short receipts fit on an A4 page. */
export const receiptPdfPage = 'A4 portrait; margin: 10mm'

/** Page format for the printer: its own paper, A4 or A5. */
export const receiptPrintPage = 'auto; margin: 10mm'
