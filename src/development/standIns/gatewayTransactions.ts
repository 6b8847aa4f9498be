import { randomInt } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import { parseMoney, sumMoney } from '#shared/money.ts'
import { gatewayAmount, responseHash } from '#platform/payu/hashes.ts'

const text = (most: number) => z.string().max(most)
const some = (most: number) => text(most).min(1)
const udf = text(255).default('')
const place = z.string().refine((value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol), 'is no address')

/** The form that a browser posts to start a payment, with PayU's limits. */
export const paymentForm = z.object({
  key: some(100),
  txnid: some(25),
  amount: z.string().regex(/^\d{1,10}(\.\d{1,2})?$/),
  productinfo: some(100),
  firstname: some(60),
  email: some(50),
  phone: some(20),
  hash: some(256),
  surl: place,
  furl: place,
  udf1: udf,
  udf2: udf,
  udf3: udf,
  udf4: udf,
  udf5: udf,
})
export type PaymentForm = z.infer<typeof paymentForm>

export const outcomes = ['captured', 'failed', 'cancelled', 'pending', 'auth', 'bounced', 'autoRefund'] as const
/** The outcome of a payment; `open` until the payer presses a button. PayU calls the last three a success, too. */
export type Outcome = (typeof outcomes)[number]

const stored = z.object({
  form: paymentForm,
  state: z.enum([...outcomes, 'open', 'dropped']),
  /** The gateway's own id of the payment (mihpayid). */
  mihpayid: z.string(),
  mode: z.string(),
  bankRef: z.string(),
  /** The paid amount, such as `1023.60`. It differs from the form's amount only if the payer chose that button. */
  amount: z.string(),
  /** The additional charges of the gateway, or empty. */
  charges: z.string(),
  begun: z.number(),
  /** When an undecided payment succeeds by itself. */
  decidedAt: z.number().optional(),
})
export type Transaction = z.infer<typeof stored>

/** The transactions of the stand-in, in memory and, if given, in a file. */
export interface TransactionStore {
  /** Adds a transaction. Returns null if the merchant has used its txnid before. */
  begin(form: PaymentForm): Transaction | null
  byKey(key: string, txnid: string): Transaction | undefined
  byTxnid(txnid: string): Transaction | undefined
  byId(mihpayid: string): Transaction | undefined
  all(): readonly Transaction[]
  settle(transaction: Transaction, outcome: Outcome, how?: Partial<Pick<Transaction, 'mode' | 'amount' | 'charges'>>): void
}

/**
 * Opens the stored transactions. A payment that nobody finishes is dropped after `dropAfter`, and an undecided one
 * succeeds after `pendingFor`, both in milliseconds.
 */
export function openTransactions({
  stateFile,
  dropAfter,
  pendingFor,
}: {
  stateFile?: string
  dropAfter: number
  pendingFor: number
}): TransactionStore {
  const transactions = new Map<string, Transaction>()
  if (stateFile !== undefined && existsSync(stateFile))
    for (const one of z.array(stored).parse(JSON.parse(readFileSync(stateFile, 'utf8')))) transactions.set(one.mihpayid, one)

  function keep(): void {
    if (stateFile === undefined) return
    // Written completely before it is renamed, and private, because it contains payers' names.
    writeFileSync(`${stateFile}.draft`, JSON.stringify([...transactions.values()]), { mode: 0o600 })
    renameSync(`${stateFile}.draft`, stateFile)
  }

  /** Returns a transaction in its current state; some are settled by time. */
  function current(transaction: Transaction): Transaction {
    if (transaction.state === 'open' && Date.now() - transaction.begun >= dropAfter) transaction.state = 'dropped'
    if (transaction.state === 'pending' && Date.now() >= (transaction.decidedAt ?? Infinity)) transaction.state = 'captured'
    return transaction
  }

  function find(wanted: (transaction: Transaction) => boolean): Transaction | undefined {
    const found = [...transactions.values()].find(wanted)
    return found && current(found)
  }

  const byKey = (key: string, txnid: string) => find(({ form }) => form.key === key && form.txnid === txnid)
  return {
    begin: (form) => {
      if (byKey(form.key, form.txnid)) return null
      const transaction: Transaction = {
        form,
        state: 'open',
        mihpayid: `4039937${randomInt(1e9, 1e10)}`,
        mode: '',
        bankRef: '',
        amount: form.amount,
        charges: '',
        begun: Date.now(),
      }
      transactions.set(transaction.mihpayid, transaction)
      keep()
      return transaction
    },
    byKey,
    byTxnid: (txnid) => find(({ form }) => form.txnid === txnid),
    byId: (mihpayid) => {
      const found = transactions.get(mihpayid)
      return found && current(found)
    },
    all: () => [...transactions.values()].map(current),
    settle: (transaction, outcome, how = {}) => {
      Object.assign(transaction, how, { state: outcome })
      if (outcome === 'captured' && transaction.bankRef === '') transaction.bankRef = String(randomInt(1e11, 1e12))
      if (outcome === 'pending') transaction.decidedAt = Date.now() + pendingFor
      keep()
    },
  }
}

const words = {
  open: { status: 'pending', unmapped: 'initiated', code: 'E000', message: 'NO ERROR', field9: 'The payer has not decided yet' },
  pending: { status: 'pending', unmapped: 'pending', code: 'E000', message: 'NO ERROR', field9: 'Waiting for the bank' },
  captured: {
    status: 'success',
    unmapped: 'captured',
    code: 'E000',
    message: 'No Error',
    field9: 'Transaction Completed Successfully',
  },
  failed: {
    status: 'failure',
    unmapped: 'failed',
    code: 'E500',
    message: 'Bank failed to authenticate the customer',
    field9: 'Declined',
  },
  cancelled: {
    status: 'failure',
    unmapped: 'userCancelled',
    code: 'E1605',
    message: 'Cancelled by user',
    field9: 'Cancelled by user',
  },
  auth: { status: 'success', unmapped: 'auth', code: 'E000', message: 'No Error', field9: 'Authorized, not captured' },
  bounced: { status: 'success', unmapped: 'bounced', code: 'E000', message: 'No Error', field9: 'Bounced' },
  autoRefund: { status: 'success', unmapped: 'autoRefund', code: 'E000', message: 'No Error', field9: 'Refunded by the gateway' },
  dropped: { status: 'failure', unmapped: 'dropped', code: 'E1206', message: 'The payer left the page', field9: 'Dropped' },
} as const

/** Returns the signed fields of a callback for the current state of a transaction. */
export function callbackFields(transaction: Transaction, salt: string): Record<string, string> {
  const { form, amount, charges, mode, bankRef, mihpayid } = transaction
  const { surl: _surl, furl: _furl, ...given } = form
  const { status, unmapped, code, message, field9 } = words[transaction.state]
  const fields: Record<string, string> = {
    ...given,
    amount,
    mihpayid,
    mode,
    status,
    unmappedstatus: unmapped,
    bank_ref_num: bankRef,
    bankcode: mode,
    field9,
    error: code,
    error_Message: message,
    PG_TYPE: `${mode}-PG`,
    payment_source: 'payu',
    addedon: india(transaction.begun),
    discount: '0.00',
    net_amount_debit: status === 'success' ? debited(transaction) : '0',
    cardCategory: 'domestic',
    lastname: '',
    address1: '',
    address2: '',
    city: '',
    state: '',
    country: '',
    zipcode: '',
    udf6: '',
    udf7: '',
    udf8: '',
    udf9: '',
    udf10: '',
    ...(charges === '' ? {} : { additionalCharges: charges }),
  }
  return { ...fields, hash: responseHash(fields, salt) }
}

/** Returns the API's answer for the current state of a transaction. */
export function verifyDetail(transaction: Transaction): Record<string, string | null> {
  const { form, amount, charges, mode, bankRef, mihpayid } = transaction
  const { status, unmapped, code, message, field9 } = words[transaction.state]
  return {
    mihpayid,
    request_id: '',
    bank_ref_num: bankRef,
    amt: debited(transaction),
    transaction_amount: amount,
    txnid: form.txnid,
    additional_charges: charges === '' ? '0.00' : charges,
    productinfo: form.productinfo,
    firstname: form.firstname,
    bankcode: mode,
    udf1: form.udf1,
    udf2: form.udf2,
    udf3: form.udf3,
    udf4: form.udf4,
    udf5: form.udf5,
    field9,
    error_code: code,
    error_Message: message,
    addedon: india(transaction.begun),
    payment_source: 'payu',
    card_type: null,
    net_amount_debit: status === 'success' ? debited(transaction) : '0',
    disc: '0.00',
    mode,
    PG_TYPE: `${mode}-PG`,
    card_no: '',
    name_on_card: null,
    status,
    unmappedstatus: unmapped,
    Merchant_UTR: null,
    Settled_At: null,
  }
}

/** Returns the amount debited from the payer. */
function debited({ amount, charges }: Transaction): string {
  return gatewayAmount(sumMoney([parseMoney(amount) ?? 0, parseMoney(charges || '0') ?? 0]))
}

/** Returns a time such as `2026-11-21 15:30:00`, in India's time zone. */
function india(time: number): string {
  return new Date(time + 19_800_000).toISOString().slice(0, 19).replace('T', ' ')
}
