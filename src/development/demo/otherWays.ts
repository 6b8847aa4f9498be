import type { Day } from '#shared/dates.ts'
import type { PaymentReference } from '#shared/paymentModes.ts'

/** A payment of the demo, as it is stored. */
type DemoRow = { mode: string; chequeNo: string; txnId: string; collectedOn: Day } & Pick<
  PaymentReference,
  'transferKind' | 'cardLast4' | 'bankName' | 'instrumentOn'
>

const banks = ['State Bank of India', 'Bank of Maharashtra', 'HDFC Bank', 'Saraswat Bank']

/**
 * Makes a twelfth of the money by UPI bank transfers and a twelfth cards, and some of the cheques demand drafts, so
 * that the demo has every mode. Nothing is drawn by chance for it, so that the rest of the demo stays as it was.
 */
export function payInOtherWays(rows: readonly DemoRow[]): void {
  const upi = rows.filter(({ mode }) => mode === 'UPI')
  for (const [index, row] of upi.entries()) {
    if (index % 12 === 3) Object.assign(row, { mode: 'BANK', txnId: `SBIN${row.txnId}`, transferKind: 'NEFT' })
    if (index % 12 === 9)
      Object.assign(row, { mode: 'CARD', txnId: row.txnId.slice(-6), cardLast4: String(1000 + ((index * 7919) % 9000)) })
  }
  const cheques = rows.filter(({ mode }) => mode === 'CHEQUE')
  for (const [index, row] of cheques.entries())
    Object.assign(row, {
      // The first cheque of a day stays one.
      mode: index % 3 === 0 && cheques[index - 1]?.collectedOn === row.collectedOn ? 'DD' : 'CHEQUE',
      bankName: banks[index % banks.length],
      instrumentOn: row.collectedOn,
    })
}
