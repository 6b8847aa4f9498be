import { months as hindiMonths } from '#languages/hi/months.ts'
import { months as marathiMonths } from '#languages/mr/months.ts'
import type { Language } from '#shared/languages.ts'
import type { PaymentMode } from '#shared/paymentModes.ts'
import { type Month, months } from './months.ts'

/**
 * The words of a receipt. They are not in the catalogue of texts, because a page has one language (decision 0047) and a
 * receipt has the school's, or two (decision 0050). A language more does not compile without its receipt.
 */
export interface ReceiptLabels {
  feeReceipt: string
  duplicate: string
  receiptNo: string
  date: string
  student: string
  class: string
  roll: string
  registerNo: string
  term: string
  number: string
  fee: string
  month: string
  amount: string
  oneTime: string
  total: string
  paymentMode: string
  /** How money comes in, and what stands before its number: `Cheque · no. 004512`. */
  modes: Readonly<Record<PaymentMode, { name: string; reference?: string }>>
  /** The name of a fee's month. */
  monthName: (month: Month) => string
  /** What is asked less by a rule of the school. */
  concession: string
  lateFee: string
  pending: string
  /** When something was so: ` on 21/11/26 09:05 pm`. */
  asOf: (moment: string) => string
  cheque: InstrumentLabels
  draft: InstrumentLabels
  entered: string
  takenBy: string
  signature: string
  deleted: string
  /** Who deleted the payment, when and why. `refund` is null where no money went back. */
  deletion: (by: string, moment: string, refund: string | null, reason: string) => string
  /** Before the number of the receipt in whose place this one stands. */
  insteadOf: string
  refundVoucher: string
  voucherNo: string
  refundMode: string
  reason: string
  /** That the fees of a refund are not asked for again. */
  notAskedAgain: string
  givenBy: string
  payerSignature: string
  receiverSignature: string
  cancelled: string
  /** Who cancelled a refund, when and why. */
  cancellation: (by: string, moment: string, reason: string) => string
}

/** What a receipt says about the bank's answer on a cheque or demand draft. */
export interface InstrumentLabels {
  clearing: string
  failed: string
  returned: (number: string, day: string) => string
}

const english: ReceiptLabels = {
  feeReceipt: 'Fee Receipt',
  duplicate: 'DUPLICATE',
  receiptNo: 'Receipt no.',
  date: 'Date',
  student: 'Student',
  class: 'Class',
  roll: 'roll',
  registerNo: 'Register no.',
  term: 'Term',
  number: 'No.',
  fee: 'Fee',
  month: 'Month',
  amount: 'Amount',
  oneTime: 'One time',
  total: 'Total',
  paymentMode: 'Payment mode',
  modes: {
    CASH: { name: 'Cash' },
    UPI: { name: 'UPI', reference: 'ref.' },
    CHEQUE: { name: 'Cheque', reference: 'no.' },
    DD: { name: 'Demand draft', reference: 'no.' },
    BANK: { name: 'Bank transfer', reference: 'ref.' },
    CARD: { name: 'Card', reference: 'approval code' },
    ONLINE: { name: 'Online', reference: 'ref.' },
  },
  monthName: (month) => month,
  concession: 'Concession',
  lateFee: 'Late fee',
  pending: 'Still pending',
  asOf: (moment) => `on ${moment}`,
  cheque: {
    clearing: 'Subject to realisation of cheque',
    failed: 'CHEQUE FAILED',
    returned: (chequeNo, day) => `Cheque ${chequeNo} was returned by the bank on ${day}. No money was received.`,
  },
  draft: {
    clearing: 'Subject to realisation of demand draft',
    failed: 'DEMAND DRAFT FAILED',
    returned: (number, day) => `Demand draft ${number} was returned by the bank on ${day}. No money was received.`,
  },
  entered: 'Entered',
  takenBy: 'Taken by',
  signature: 'Signature',
  deleted: 'DELETED',
  deletion: (by, moment, refund, reason) =>
    `by ${by} on ${moment}${refund === null ? '' : `, refunded by ${refund}`}. Reason: ${reason}`,
  insteadOf: 'Instead of receipt',
  refundVoucher: 'Refund Voucher',
  voucherNo: 'Voucher no.',
  refundMode: 'Paid back by',
  reason: 'Reason',
  notAskedAgain: 'These fees are not asked for again.',
  givenBy: 'Given back by',
  payerSignature: 'Signature for the school',
  receiverSignature: 'Signature of the receiver',
  cancelled: 'CANCELLED',
  cancellation: (by, moment, reason) => `by ${by} on ${moment}. Reason: ${reason}`,
}

const hindi: ReceiptLabels = {
  feeReceipt: 'शुल्क रसीद',
  duplicate: 'दूसरी प्रति',
  receiptNo: 'रसीद सं.',
  date: 'तारीख़',
  student: 'विद्यार्थी',
  class: 'कक्षा',
  roll: 'अनु.',
  registerNo: 'रजि. क्र.',
  term: 'सत्र',
  number: 'क्र.',
  fee: 'शुल्क',
  month: 'महीना',
  amount: 'राशि',
  oneTime: 'एकमुश्त',
  total: 'कुल',
  paymentMode: 'भुगतान का तरीक़ा',
  modes: {
    CASH: { name: 'नकद' },
    UPI: { name: 'यूपीआई', reference: 'संदर्भ' },
    CHEQUE: { name: 'चेक', reference: 'सं.' },
    DD: { name: 'डिमांड ड्राफ़्ट', reference: 'सं.' },
    BANK: { name: 'बैंक अंतरण', reference: 'संदर्भ' },
    CARD: { name: 'कार्ड', reference: 'अनुमोदन कोड' },
    ONLINE: { name: 'ऑनलाइन', reference: 'संदर्भ' },
  },
  monthName: (month) => hindiMonths[months.indexOf(month)] ?? month,
  concession: 'रियायत',
  lateFee: 'विलंब शुल्क',
  pending: 'बकाया',
  asOf: (moment) => `(${moment})`,
  cheque: {
    clearing: 'चेक भुनने पर मान्य',
    failed: 'चेक नहीं भुना',
    returned: (chequeNo, day) => `बैंक ने चेक ${chequeNo} को ${day} को लौटा दिया। कोई राशि प्राप्त नहीं हुई।`,
  },
  draft: {
    clearing: 'डिमांड ड्राफ़्ट भुनने पर मान्य',
    failed: 'डिमांड ड्राफ़्ट नहीं भुना',
    returned: (number, day) => `बैंक ने डिमांड ड्राफ़्ट ${number} को ${day} को लौटा दिया। कोई राशि प्राप्त नहीं हुई।`,
  },
  entered: 'प्रविष्टि',
  takenBy: 'प्राप्तकर्ता',
  signature: 'हस्ताक्षर',
  deleted: 'हटाई गई',
  deletion: (by, moment, refund, reason) =>
    `${by} द्वारा ${moment} को${refund === null ? '' : `; धन-वापसी ${refund}`}। कारण: ${reason}`,
  insteadOf: 'इस रसीद के बदले',
  refundVoucher: 'शुल्क वापसी वाउचर',
  voucherNo: 'वाउचर सं.',
  refundMode: 'वापसी का तरीक़ा',
  reason: 'कारण',
  notAskedAgain: 'ये शुल्क फिर से नहीं माँगे जाएँगे।',
  givenBy: 'भुगतानकर्ता',
  payerSignature: 'विद्यालय की ओर से हस्ताक्षर',
  receiverSignature: 'प्राप्तकर्ता के हस्ताक्षर',
  cancelled: 'रद्द',
  cancellation: (by, moment, reason) => `${by} द्वारा ${moment} को। कारण: ${reason}`,
}

const marathi: ReceiptLabels = {
  feeReceipt: 'शुल्क पावती',
  duplicate: 'दुय्यम प्रत',
  receiptNo: 'पावती क्र.',
  date: 'तारीख',
  student: 'विद्यार्थी',
  class: 'इयत्ता',
  roll: 'ह. क्र.',
  registerNo: 'ज. र. क्र.',
  term: 'शैक्षणिक वर्ष',
  number: 'क्र.',
  fee: 'शुल्क',
  month: 'महिना',
  amount: 'रक्कम',
  oneTime: 'एकदाच',
  total: 'एकूण',
  paymentMode: 'भरण्याची पद्धत',
  modes: {
    CASH: { name: 'रोख' },
    UPI: { name: 'यूपीआय', reference: 'संदर्भ' },
    CHEQUE: { name: 'धनादेश', reference: 'क्र.' },
    DD: { name: 'धनाकर्ष (DD)', reference: 'क्र.' },
    BANK: { name: 'बँक हस्तांतरण', reference: 'संदर्भ' },
    CARD: { name: 'कार्ड', reference: 'मंजुरी कोड' },
    ONLINE: { name: 'ऑनलाइन', reference: 'संदर्भ' },
  },
  monthName: (month) => marathiMonths[months.indexOf(month)] ?? month,
  concession: 'सूट',
  lateFee: 'विलंब शुल्क',
  pending: 'बाकी',
  asOf: (moment) => `(${moment})`,
  cheque: {
    clearing: 'धनादेश वटण्याच्या अधीन',
    failed: 'धनादेश वटला नाही',
    returned: (chequeNo, day) => `बँकेने धनादेश ${chequeNo} दि. ${day} रोजी परत केला. रक्कम मिळाली नाही.`,
  },
  draft: {
    clearing: 'धनाकर्ष (DD) वटण्याच्या अधीन',
    failed: 'धनाकर्ष (DD) वटला नाही',
    returned: (number, day) => `बँकेने धनाकर्ष (DD) ${number} दि. ${day} रोजी परत केला. रक्कम मिळाली नाही.`,
  },
  entered: 'नोंद',
  takenBy: 'स्वीकारणारे',
  signature: 'सही',
  deleted: 'हटवलेली',
  deletion: (by, moment, refund, reason) =>
    `${by} यांनी ${moment} रोजी हटवली${refund === null ? '' : `; परतावा ${refund}`}. कारण: ${reason}`,
  insteadOf: 'या पावतीऐवजी',
  refundVoucher: 'शुल्क परतावा व्हाउचर',
  voucherNo: 'व्हाउचर क्र.',
  refundMode: 'परताव्याची पद्धत',
  reason: 'कारण',
  notAskedAgain: 'हे शुल्क पुन्हा मागितले जाणार नाही.',
  givenBy: 'परत करणारे',
  payerSignature: 'शाळेच्या वतीने सही',
  receiverSignature: 'स्वीकारणाऱ्याची सही',
  cancelled: 'रद्द',
  cancellation: (by, moment, reason) => `${by} यांनी ${moment} रोजी रद्द केले. कारण: ${reason}`,
}

export const receiptLabels: Readonly<Record<Language, ReceiptLabels>> = { en: english, hi: hindi, mr: marathi }
