import { z } from 'zod'
import { type Paise, parseMoney } from '#shared/money.ts'
import { verifyHash } from './hashes.ts'

/** A bank account's name and secret at the gateway. */
export interface Merchant {
  key: string
  salt: string
}

export type GatewayStatus = 'success' | 'failure' | 'pending' | 'notFound'

/** The gateway's record of a transaction. */
export interface VerifiedTransaction {
  /**
   * Money has moved only if this is `success` and the amount is the order's. An unknown status counts as `pending`:
   * nothing is final.
   */
  status: GatewayStatus
  /** The paid amount without the gateway's additional charges; null when it is missing or not in whole paise. */
  amount: Paise | null
  /** The gateway's own transaction id, `mihpayid`; empty when it has none. */
  reference: string
  /** The bank's transaction id: for UPI the UTR. */
  bankRef: string
  /** `UPI`, `CC`, `DC`, `NB` … */
  mode: string
  userCancelled: boolean
  /** The gateway's message on a transaction that did not succeed. */
  message: string
  /** The finer state behind `status`: `captured`, `initiated`, `dropped`, `bounced`, `userCancelled` … */
  unmapped: string
  /** When the transaction started, in the gateway's format and India's time. */
  at: string
}

export interface PayuClient {
  /** The URL that the browser posts the form to. */
  readonly paymentUrl: string
  /**
   * Asks for the state of at most 50 transactions. A transaction without a usable answer is not in the map: nothing is
   * known of it, which is not `notFound`.
   *
   * @throws GatewayUnavailable when there is no usable answer within eight seconds
   */
  verify(merchant: Merchant, txnids: readonly string[]): Promise<Map<string, VerifiedTransaction>>
}

/** Error when the gateway gives no reliable answer. Nothing may be concluded from it. */
export class GatewayUnavailable extends Error {}

const maxTxnids = 50
const command = 'verify_payment'

const text = z
  .union([z.string(), z.number(), z.null()])
  .optional()
  .transform((value) => String(value ?? '').trim())

const detail = z.object({
  status: z.string().trim().min(1),
  mihpayid: text,
  bank_ref_num: text,
  amt: text,
  transaction_amount: text,
  mode: text,
  unmappedstatus: text,
  error_Message: text,
  field9: text,
  addedon: text,
})

const answer = z.object({ transaction_details: z.record(z.string(), z.unknown()) })

/**
 * Creates a client of PayU's hosted checkout at `https://test.payu.in`, `https://secure.payu.in`, or any URL with the
 * same protocol.
 */
export function payuClient(payuUrl: string, timeoutMs = 8000): PayuClient {
  const base = payuUrl.replace(/\/+$/, '')
  // The live API is on another host than the payment page.
  const apiBase = base === 'https://secure.payu.in' ? 'https://info.payu.in' : base
  return {
    paymentUrl: `${base}/_payment`,
    async verify(merchant, txnids) {
      if (txnids.length > maxTxnids) throw new RangeError(`The gateway is asked about ${maxTxnids} transactions at most.`)
      if (txnids.length === 0) return new Map()
      const details = await requestDetails(`${apiBase}/merchant/postservice?form=2`, merchant, txnids.join('|'), timeoutMs)
      const transactions = new Map<string, VerifiedTransaction>()
      for (const txnid of txnids) {
        const parsed = detail.safeParse(details.get(txnid))
        if (parsed.success) transactions.set(txnid, verified(parsed.data))
      }
      if (transactions.size === 0) throw new GatewayUnavailable('The gateway answered about none of the transactions.')
      return transactions
    },
  }
}

async function requestDetails(
  url: string,
  { key, salt }: Merchant,
  var1: string,
  timeoutMs: number,
): Promise<Map<string, unknown>> {
  let body: unknown
  try {
    const response = await fetch(url, {
      method: 'POST',
      body: new URLSearchParams({ key, command, var1, hash: verifyHash(key, command, var1, salt) }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (!response.ok) throw new Error(`The gateway answered ${response.status}.`)
    body = JSON.parse(await response.text())
  } catch (cause) {
    throw new GatewayUnavailable('The gateway does not answer.', { cause })
  }
  // The outer status only says how many were found: 0 with details is a usable "Not Found"; 1 without details says
  // nothing.
  const parsed = answer.safeParse(body)
  if (!parsed.success) throw new GatewayUnavailable('The gateway answered without saying anything of a transaction.')
  return new Map(Object.entries(parsed.data.transaction_details))
}

function verified(details: z.infer<typeof detail>): VerifiedTransaction {
  const known = (value: string) => (/^not found$/i.test(value) ? '' : value)
  const fault = /^no error$/i.test(details.error_Message) ? '' : details.error_Message
  return {
    status: gatewayStatusOf(details.status.toLowerCase()),
    amount: parseMoney(details.transaction_amount || details.amt),
    reference: known(details.mihpayid),
    bankRef: details.bank_ref_num,
    mode: details.mode,
    userCancelled: details.unmappedstatus.toLowerCase() === 'usercancelled',
    message: fault || details.field9,
    unmapped: details.unmappedstatus,
    at: details.addedon,
  }
}

function gatewayStatusOf(word: string): GatewayStatus {
  if (word === 'success' || word === 'pending') return word
  if (word === 'failure' || word === 'failed') return 'failure'
  return word === 'not found' ? 'notFound' : 'pending'
}
