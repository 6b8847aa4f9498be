import { createElement as h, type ReactElement } from 'react'
import { type Day, writeDay, writeMoment } from '#shared/dates.ts'
import type { Paise } from '#shared/money.ts'
import type { ReceiptLanguages } from '#shared/receiptLanguages.ts'
import { fact, lineTable, paperHeader, paperIn, paperMark, paperProps, type Receipt } from './receiptSheet.ts'
import type { RefundMode } from './refunds.schema.ts'

/** The contents of a refund voucher: the facts from when the money was given back, and whether it was cancelled. */
export interface Voucher
  extends Pick<Receipt, 'school' | 'termName' | 'studentName' | 'sectionName' | 'roll' | 'registerNo' | 'duplicate'> {
  id: string
  refundNumber: string
  refundedOn: Day
  createdAt: string
  createdByName: string
  lines: readonly { id: string; feeName: string; month: string | null; amount: Paise }[]
  amount: Paise
  languages: ReceiptLanguages
  /** A line for each of the languages. */
  amountInWords: string
  mode: RefundMode
  /** '' for cash. */
  reference: string
  reason: string
  /** Whether the same amounts were written off, so that the fees are not asked for again. */
  writtenOff: boolean
  cancelled: { at: string; byName: string; reason: string } | null
}

/** Returns the layout of a refund voucher, with the styles of receipts. Payer and receiver sign it. */
export function refundSheet(voucher: Voucher): ReactElement {
  const { cancelled, mode, reference } = voucher
  const paper = paperIn(voucher.languages)
  const { both, label, colon } = paper
  const number = reference && `${both(({ modes }) => modes[mode].reference ?? '')} ${reference}`
  return h(
    'article',
    paperProps(paper, { isVoid: cancelled !== null, name: `Refund ${voucher.refundNumber}` }),
    paperHeader(paper, voucher, label('refundVoucher')),
    cancelled &&
      paperMark(paper, label('cancelled'), (words) =>
        words.cancellation(cancelled.byName, writeMoment(cancelled.at), cancelled.reason),
      ),
    h(
      'dl',
      { className: 'receipt-facts' },
      fact(label('voucherNo'), h('b', null, voucher.refundNumber)),
      fact(label('date'), writeDay(voucher.refundedOn)),
      fact(label('student'), h('b', null, voucher.studentName)),
      fact(label('class'), `${voucher.sectionName} · ${label('roll')} ${voucher.roll}`),
      fact(label('registerNo'), voucher.registerNo || '–'),
      fact(label('term'), voucher.termName),
    ),
    lineTable(paper, { lines: voucher.lines.map((line) => ({ ...line, earlierTerm: null })), amount: voucher.amount }),
    h(
      'div',
      { className: 'receipt-end' },
      h('p', { className: 'receipt-words' }, voucher.amountInWords),
      h(
        'dl',
        { className: 'receipt-facts' },
        fact(label('refundMode'), [both(({ modes }) => modes[mode].name), number].filter(Boolean).join(' · ')),
        fact(label('reason'), voucher.reason),
      ),
      voucher.writtenOff && h('p', { className: 'receipt-condition' }, label('notAskedAgain')),
      h(
        'footer',
        null,
        h('span', { className: 'receipt-signature' }, label('receiverSignature')),
        h('span', { className: 'receipt-signature' }, label('payerSignature')),
      ),
      h(
        'footer',
        null,
        h(
          'span',
          null,
          label('entered') + colon + writeMoment(voucher.createdAt),
          h('br'),
          label('givenBy') + colon + voucher.createdByName,
        ),
      ),
    ),
  )
}
