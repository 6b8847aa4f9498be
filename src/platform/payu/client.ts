import { z } from 'zod'
import { type Paise, parseMoney } from '#shared/money.ts'
import { verifyHash } from './hashes.ts'

/** One bank account's name and secret at the gateway. */
export interface Merchant {
  key: string
  salt: string
}

export type GatewayStatus = 'success' | 'failure' | 'pending' | 'notFound'

/** What the gateway says of a transaction. */
export interface Verified {
  /** Money has moved only if this is `success` and the amount is the order's. A word we do not know is `pending`: nothing is final. */
  status: GatewayStatus
  /** What was paid for, without the gateway's additional charges; null when it does not say, or not in whole paise. */
  amount: Paise | null
  /** The gateway's own number of the transaction, `mihpayid`; empty when it has none. */
  reference: string
  /** The bank's number of it: for UPI the UTR. */
  bankRef: string
  /** `UPI`, `CC`, `DC`, `NB` … */
  mode: string
  userCancelled: boolean
  /** The gateway's own words on a transaction that did not succeed. */
  message: string
  /** The finer state behind `status`: `captured`, `initiated`, `dropped`, `bounced`, `userCancelled` … */
  unmapped: string
  /** When the transaction began, as the gateway writes it, in the time of India. */
  at: string
}

export interface PayuClient {
  /** Where the browser posts the form. */
  readonly paymentUrl: string
  /**
   * Asks what became of transactions, 50 at most in one call. One that the answer says nothing usable about is not in the map:
   * nothing is known of it, which is not `notFound`.
   * @throws GatewayUnavailable when there is no usable answer within eight seconds
   */
  verify(merchant: Merchant, txnids: readonly string[]): Promise<Map<string, Verified>>
}

/** The gateway did not answer, or not with anything that can be relied on. Nothing may be concluded from it. */
export class GatewayUnavailable extends Error {}

const most = 50
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

/** A client of PayU's hosted checkout at `https://test.payu.in`, `https://secure.payu.in`, or any address of the same protocol. */
export function payuClient(payuUrl: string, patience = 8000): PayuClient {
  const base = payuUrl.replace(/\/+$/, '')
  // Live, the questions go to another host than the payers.
  const asked = base === 'https://secure.payu.in' ? 'https://info.payu.in' : base
  return {
    paymentUrl: `${base}/_payment`,
    async verify(merchant, txnids) {
      if (txnids.length > most) throw new RangeError(`The gateway is asked about ${most} transactions at most.`)
      if (txnids.length === 0) return new Map()
      const details = await ask(`${asked}/merchant/postservice?form=2`, merchant, txnids.join('|'), patience)
      const found = new Map<string, Verified>()
      for (const txnid of txnids) {
        const parsed = detail.safeParse(details.get(txnid))
        if (parsed.success) found.set(txnid, verified(parsed.data))
      }
      if (found.size === 0) throw new GatewayUnavailable('The gateway answered about none of the transactions.')
      return found
    },
  }
}

async function ask(url: string, { key, salt }: Merchant, var1: string, patience: number): Promise<Map<string, unknown>> {
  let body: unknown
  try {
    const response = await fetch(url, {
      method: 'POST',
      body: new URLSearchParams({ key, command, var1, hash: verifyHash(key, command, var1, salt) }),
      redirect: 'error',
      signal: AbortSignal.timeout(patience),
    })
    if (!response.ok) throw new Error(`The gateway answered ${response.status}.`)
    body = JSON.parse(await response.text())
  } catch (cause) {
    throw new GatewayUnavailable('The gateway does not answer.', { cause })
  }
  // The outer status says only how many were found: 0 with details is a usable "Not Found", 1 without details says nothing.
  const parsed = answer.safeParse(body)
  if (!parsed.success) throw new GatewayUnavailable('The gateway answered without saying anything of a transaction.')
  return new Map(Object.entries(parsed.data.transaction_details))
}

function verified(said: z.infer<typeof detail>): Verified {
  const known = (value: string) => (/^not found$/i.test(value) ? '' : value)
  const fault = /^no error$/i.test(said.error_Message) ? '' : said.error_Message
  return {
    status: statusOf(said.status.toLowerCase()),
    amount: parseMoney(said.transaction_amount || said.amt),
    reference: known(said.mihpayid),
    bankRef: said.bank_ref_num,
    mode: said.mode,
    userCancelled: said.unmappedstatus.toLowerCase() === 'usercancelled',
    message: fault || said.field9,
    unmapped: said.unmappedstatus,
    at: said.addedon,
  }
}

function statusOf(word: string): GatewayStatus {
  if (word === 'success' || word === 'pending') return word
  if (word === 'failure' || word === 'failed') return 'failure'
  return word === 'not found' ? 'notFound' : 'pending'
}
