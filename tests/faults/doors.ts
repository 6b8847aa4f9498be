import { randomBytes, randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { responseHash } from '#platform/payu/hashes.ts'
import type { GatewayStandIn } from '#development/standIns/gateway.ts'
import type { Merchant } from '#platform/payu/client.ts'
import type { MortalServer } from './mortalServer.ts'
import type { PayingFamilies } from './payingFamilies.ts'
import type { Delivery, Forgery } from './plan.ts'
import type { Chance } from './random.ts'

/** Genuine and forged callbacks to the server, and its responses. */
export interface Doors {
  /** Sends a callback; it is lost when the server is down at that time. */
  send(fields: Record<string, string>, delivery: Delivery): void
  /** Waits until all have arrived or are lost. */
  arrived(): Promise<void>
  /** Number of callbacks that arrived, and that were lost. */
  counts: { arrived: number; lost: number }
  /** Wrong responses: a server error, or a false success. */
  problems: string[]
}

const retryAfter = 1500

export function callbackDoors(server: MortalServer, gateway: GatewayStandIn): Doors {
  const underWay = new Set<Promise<void>>()
  const counts = { arrived: 0, lost: 0 }
  const problems: string[] = []

  async function post(fields: Record<string, string>, to: Delivery['to']): Promise<Response | null> {
    const json = to === 'json'
    return fetch(`${server.url}/onlinefees/${to === 'return' ? 'verifyPayment' : 'webhook'}`, {
      method: 'POST',
      redirect: 'manual',
      headers: {
        'content-type': json ? 'application/json' : 'application/x-www-form-urlencoded',
        // A different address each time, because requests per address are limited.
        'x-forwarded-for': `10.9.${randomInt(256)}.${randomInt(1, 255)}`,
      },
      body: json ? JSON.stringify(fields) : new URLSearchParams(fields),
    }).catch(() => null)
  }

  async function deliver(fields: Record<string, string>, { to, after }: Delivery): Promise<void> {
    await sleep(after)
    let response = await post(fields, to)
    // A gateway retries, a browser does not.
    if (!response && to !== 'return') response = await sleep(retryAfter).then(() => post(fields, to))
    const answer = await response?.text().catch(() => null)
    if (!response || typeof answer !== 'string') {
      counts.lost += 1
      return
    }
    counts.arrived += 1
    const expected = to === 'return' ? 303 : 200
    if (response.status !== expected)
      problems.push(`A callback of ${fields.txnid} (${to}) was answered ${response.status}: ${answer.slice(0, 200)}`)
    const result = new URL(response.headers.get('location') ?? '/', server.url).searchParams.get('result')
    if (
      result === 'success' &&
      !gateway.transactions().some(({ form, state }) => form.txnid === fields.txnid && state === 'captured')
    )
      problems.push(`A callback of ${fields.txnid} was answered with success, and nothing was paid.`)
  }

  return {
    counts,
    problems,
    send: (fields, delivery) => {
      const sent = deliver(fields, delivery).finally(() => underWay.delete(sent))
      underWay.add(sent)
    },
    arrived: async () => {
      while (underWay.size > 0) await Promise.all(underWay)
    },
  }
}

/**
 * Forges a callback from an order's form or callback: with a wrong hash, for another transaction, signed by another
 * school's merchant, with another amount or status under the genuine hash, or signed with the merchant's own stolen
 * salt.
 */
export function forge(
  how: Forgery,
  fields: Readonly<Record<string, string>>,
  { merchants, merchantsOf, world }: PayingFamilies,
  chance: Chance,
): Record<string, string> {
  const success = {
    ...fields,
    status: 'success',
    unmappedstatus: 'captured',
    mihpayid: String(chance.whole(1e9, 2e9)),
    mode: 'UPI',
  }
  const signed = (lie: Record<string, string>, merchant: Merchant) => ({ ...lie, hash: responseHash(lie, merchant.salt) })
  const own = merchants.get(fields.key ?? '')
  if (!own) throw new Error(`There is no merchant ${fields.key}.`)
  switch (how) {
    case 'wrongHash':
      return { ...success, hash: randomBytes(64).toString('hex') }
    case 'foreignTxnid': {
      const txnid = `${(fields.txnid ?? '').split('Z')[0]}Z${randomBytes(8).toString('hex')}`
      return signed({ ...success, txnid }, own)
    }
    case 'otherSchool': {
      const other = [world.own, world.other].find((school) => !merchantsOf(school.id).includes(own))
      const merchant = chance.pick(merchantsOf(other?.id ?? 0))
      return signed({ ...success, key: merchant.key }, merchant)
    }
    case 'otherAmount':
      return { ...success, amount: '1.00', hash: fields.hash ?? '' }
    case 'otherStatus':
      return { ...success, status: fields.status === 'success' ? 'failure' : 'success', hash: fields.hash ?? '' }
    case 'stolenSalt':
      return signed(success, own)
  }
}
