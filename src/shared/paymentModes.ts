import { type Day, writeDay } from '#shared/dates.ts'
import { saidWhenRead } from '#shared/saidWhenRead.ts'
import { t } from '#shared/texts.ts'

/*
 * How money comes in. Everything that lists, checks, shows or sums payment modes reads these records. A new mode is an
 * entry here and a migration, because the constraints of `payments` name the modes too.
 */

/** The number by which a bank finds a payment. */
interface Reference {
  /** Its field in the GraphQL schema, and its column in `payments`. */
  field: 'txnId' | 'chequeNo' | 'onlineRef'
}

/** A reference that a clerk types. */
interface TypedReference extends Reference {
  field: 'txnId' | 'chequeNo'
  label: string
  maxLength: number
  /** What it must look like, and what is said where it does not. */
  rule: { pattern: RegExp; message: string }
}

/** What a clerk types beside the reference. Its field in the GraphQL schema is its column in `payments`. */
interface Detail {
  field: DetailField
  label: string
  /** Whether the payment is refused without it, with this sentence. */
  required: false | string
}

/** How a bank transfer was sent, as the bank's statement names it. */
export const transferKinds = ['NEFT', 'RTGS', 'IMPS'] as const
export type TransferKind = (typeof transferKinds)[number]

interface PaymentModeFacts {
  /** On screens. */
  label: string
  /** In the message about a receipt. */
  inMessage: string
  /** Its field in the day book's rows and its column in reports. */
  column: string
  reference: Reference | null
  /** The money is CLEARING until the bank has answered; all other money is COLLECTED from the start. */
  clearsLater: boolean
  /** The money lies in the school's drawer. */
  inDrawer: boolean
}

interface CounterModeFacts extends PaymentModeFacts {
  /** The letter of its label that chooses it in the payment dialog. */
  key: string
  reference: TypedReference | null
  /** In the order in which they are typed. */
  details: readonly Detail[]
}

export type DetailField = 'transferKind' | 'cardLast4' | 'bankName' | 'instrumentOn'

const transactionId = saidWhenRead({
  field: 'txnId',
  label: () => t`Transaction ID`,
  maxLength: 60,
  rule: {
    pattern: /./s,
    message: () => t`Transaction ID is required`,
  },
}) satisfies TypedReference

const chequeNumber = saidWhenRead({
  field: 'chequeNo',
  label: () => t`Cheque No.`,
  maxLength: 30,
  rule: {
    pattern: /^[0-9A-Za-z][0-9A-Za-z /-]{5,}$/,
    message: () => t`Cheque Number Should Be At Least 6 Digits Long!`,
  },
}) satisfies TypedReference

/** Six digits: the serial number in the line of magnetic ink. */
const draftNumber = saidWhenRead({
  field: 'chequeNo',
  label: () => t`Demand draft no.`,
  maxLength: 6,
  rule: {
    pattern: /^[0-9]{6}$/,
    message: () => t`A demand draft number has 6 digits`,
  },
}) satisfies TypedReference

/**
 * RTGS has 22 characters, NEFT 16, IMPS 12. The kind is not compared, because banks print all three in several forms.
 */
const transferReference = saidWhenRead({
  field: 'txnId',
  label: () => t`UTR or reference no.`,
  maxLength: 22,
  rule: {
    pattern: /^[0-9A-Za-z]{12,22}$/,
    message: () => t`A UTR or reference number has 12 to 22 letters and digits`,
  },
}) satisfies TypedReference

/** Six characters, as ISO 8583 has them and the slip of the card machine prints them. */
const approvalCode = saidWhenRead({
  field: 'txnId',
  label: () => t`Approval code`,
  maxLength: 6,
  rule: {
    pattern: /^[0-9A-Za-z]{6}$/,
    message: () => t`The approval code on the slip has 6 letters and digits`,
  },
}) satisfies TypedReference

const transferKind = saidWhenRead({
  field: 'transferKind',
  label: () => t`Sent by`,
  required: () => t`Choose NEFT, RTGS or IMPS`,
}) satisfies Detail

const cardLast4 = saidWhenRead({
  field: 'cardLast4',
  label: () => t`Last 4 digits of the card`,
  required: () => t`Enter the last 4 digits of the card`,
}) satisfies Detail

const draftBank = saidWhenRead({
  field: 'bankName',
  label: () => t`Bank`,
  required: () => t`The bank of the demand draft is required`,
}) satisfies Detail

const draftDate = saidWhenRead({
  field: 'instrumentOn',
  label: () => t`Date on the demand draft`,
  required: () => t`The date on the demand draft is required`,
}) satisfies Detail

// Not required: cheques were taken without them before, and a clerk in a queue still may.
const chequeBank = saidWhenRead({
  field: 'bankName',
  label: () => t`Bank (optional)`,
  required: false,
}) satisfies Detail

const chequeDate = saidWhenRead({
  field: 'instrumentOn',
  label: () => t`Date on the cheque (optional)`,
  required: false,
}) satisfies Detail

/** The modes at the counter, in the order of their buttons. */
export const counterModes = saidWhenRead({
  CASH: {
    label: () => t`Cash`,
    inMessage: () => t({ message: 'cash', context: 'how money came, in a sentence' }),
    column: 'cash',
    key: 'c',
    reference: null,
    details: [],
    clearsLater: false,
    inDrawer: true,
  },
  UPI: {
    label: 'UPI',
    inMessage: 'UPI',
    column: 'upi',
    key: 'u',
    reference: transactionId,
    details: [],
    clearsLater: false,
    inDrawer: false,
  },
  CHEQUE: {
    label: () => t`Cheque`,
    inMessage: () => t`cheque, once it has cleared`,
    column: 'cheque',
    key: 'h',
    reference: chequeNumber,
    details: [chequeBank, chequeDate],
    clearsLater: true,
    inDrawer: false,
  },
  DD: {
    label: () => t`Demand draft`,
    inMessage: () => t`demand draft, once it has cleared`,
    column: 'draft',
    key: 'f',
    reference: draftNumber,
    details: [draftBank, draftDate],
    clearsLater: true,
    inDrawer: false,
  },
  BANK: {
    label: () => t`Bank transfer`,
    inMessage: () => t({ message: 'bank transfer', context: 'how money came, in a sentence' }),
    column: 'bank',
    key: 'b',
    reference: transferReference,
    details: [transferKind],
    clearsLater: false,
    inDrawer: false,
  },
  CARD: {
    label: () => t({ message: 'Card', context: 'a payment mode' }),
    inMessage: () => t({ message: 'card', context: 'how money came, in a sentence' }),
    column: 'card',
    key: 'r',
    reference: approvalCode,
    details: [cardLast4],
    clearsLater: false,
    inDrawer: false,
  },
}) satisfies Record<string, CounterModeFacts>

/** All modes, in the order of columns. ONLINE comes from the gateway alone. */
export const paymentModes = {
  ...counterModes,
  ONLINE: saidWhenRead({
    label: () => t`Online`,
    inMessage: () => t({ message: 'online', context: 'how money came, in a sentence' }),
    column: 'online',
    reference: { field: 'onlineRef' },
    clearsLater: false,
    inDrawer: false,
  }),
} as const satisfies Record<string, PaymentModeFacts>

export type CounterMode = keyof typeof counterModes
export type PaymentMode = keyof typeof paymentModes

export const counterModeNames = Object.keys(counterModes) as CounterMode[]
export const paymentModeNames = Object.keys(paymentModes) as PaymentMode[]

/** How a payment is found at the bank, as `payments` stores it. */
export interface PaymentReference {
  mode: PaymentMode
  txnId: string
  chequeNo: string
  onlineRef: string | null
  transferKind: TransferKind | null
  cardLast4: string | null
  bankName: string
  instrumentOn: Day | null
}

/** Returns the reference that a payment's mode asks for; '' where it asks for none. */
export function referenceOf(payment: Pick<PaymentReference, 'mode' | 'txnId' | 'chequeNo' | 'onlineRef'>): string {
  const { reference } = paymentModes[payment.mode]
  return (reference && payment[reference.field]) ?? ''
}

/**
 * Returns the reference with all that was typed beside it, for lists: `NEFT SBIN526329874512`, `XX4321 0A81C2`,
 * `004512, Bank of Maharashtra, 20/11/2026`; '' where there is none. It is the same in all languages.
 */
export function fullReference(payment: PaymentReference): string {
  const { transferKind, cardLast4, bankName, instrumentOn } = payment
  const number = [transferKind, cardLast4 && `XX${cardLast4}`, referenceOf(payment)].filter(Boolean).join(' ')
  return [number, bankName, writeDay(instrumentOn)].filter(Boolean).join(', ')
}
