import { type Paise, writeRupees } from '#shared/money.ts'

/** Where a school is paid by UPI. */
export interface UpiPayee {
  /** Such as school@sbi. */
  address: string
  /** The name that the parent's app shows. */
  name: string
}

/** What the reference of a code looks like. Apps take 4 to 35 letters and digits as `tr`. */
export const upiReferencePattern = /^[0-9A-Z]{4,35}$/

/** Letters and digits that are not taken for one another. */
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Makes the reference of one payment: twelve characters of five bits, so that no two are alike. */
export function newUpiReference(): string {
  return `FEE${Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => letters[byte % letters.length]).join('')}`
}

/** The longest note that apps show. */
const maxNoteLength = 50

/**
 * Returns the address in the QR code of a payment: `upi://pay?pa=school@sbi&pn=…&am=1234.50&cu=INR&tn=…&tr=…` (NPCI's
 * linking specification 1.6). Spaces are %20, because apps show a plus as a plus.
 */
export function upiPaymentAddress(
  payee: UpiPayee,
  { amount, note, reference }: { amount: Paise; note: string; reference: string },
): string {
  const shortNote = Array.from(note).slice(0, maxNoteLength).join('')
  const values = { pn: payee.name, am: writeRupees(amount), cu: 'INR', tn: shortNote, tr: reference }
  const query = Object.entries(values).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  // The rule of an address leaves nothing to escape in it, and some apps do not read %40.
  return `upi://pay?${[`pa=${payee.address}`, ...query].join('&')}`
}
