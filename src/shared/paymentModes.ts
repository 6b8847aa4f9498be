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
}

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

/** The modes at the counter, in the order of their buttons. */
export const counterModes = saidWhenRead({
  CASH: {
    label: () => t`Cash`,
    inMessage: () => t({ message: 'cash', context: 'how money came, in a sentence' }),
    column: 'cash',
    key: 'c',
    reference: null,
    clearsLater: false,
    inDrawer: true,
  },
  UPI: {
    label: 'UPI',
    inMessage: 'UPI',
    column: 'upi',
    key: 'u',
    reference: transactionId,
    clearsLater: false,
    inDrawer: false,
  },
  CHEQUE: {
    label: () => t`Cheque`,
    inMessage: () => t`cheque, once it has cleared`,
    column: 'cheque',
    key: 'h',
    reference: chequeNumber,
    clearsLater: true,
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

/** Returns the reference that a payment's mode asks for; '' where it asks for none. */
export function referenceOf(payment: { mode: PaymentMode; txnId: string; chequeNo: string; onlineRef: string | null }): string {
  const { reference } = paymentModes[payment.mode]
  return (reference && payment[reference.field]) ?? ''
}
