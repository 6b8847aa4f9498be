import { responseHash } from '#platform/payu/hashes.ts'
import { unseal } from '#platform/sealed.ts'
import { bankAccountContext } from '#domains/schools/server/schools.exports.ts'
import { createOrderRef } from '#domains/onlinefees/server/secrets.ts'
import { codePattern } from '#domains/onlinefees/onlinefees.rules.ts'
import { fromNow } from '../../moments.ts'
import type { Ground, MatrixSchool } from '../ground.ts'
import { type Ask, type Door, form, type Outside, tampered } from './door.ts'

interface StoredOrder {
  txnid: string
  merchant_key: string
  merchant_salt_sealed: Buffer
  payable: number
}

async function orderOf({ owner, config }: Ground, { id, extra }: MatrixSchool) {
  const { rows } = await owner.query<StoredOrder>('select * from online_orders where school_id = $1 and id = $2', [
    id,
    extra.order,
  ])
  const [order] = rows
  if (!order) throw new Error('The order of the matrix is gone.')
  return { ...order, salt: unseal(order.merchant_salt_sealed, config.secretKey, bankAccountContext('key_secret', id)) }
}

/** Returns callbacks of the gateway, genuine and forged. */
async function callbacks(
  ground: Ground,
): Promise<Record<'genuine' | 'unsigned' | 'otherSchools' | 'otherKey' | 'changed' | 'unknown', Record<string, string>>> {
  const [own, other] = [await orderOf(ground, ground.own), await orderOf(ground, ground.other)]
  const fields = {
    key: own.merchant_key,
    txnid: own.txnid,
    amount: '10.24',
    status: 'failure',
    unmappedstatus: 'userCancelled',
    firstname: 'A',
    email: 'a@b.test',
    productinfo: 'Fees',
  }
  const signed = (given: Record<string, string>, salt: string) => ({ ...given, hash: responseHash(given, salt) })
  const genuine = signed(fields, own.salt)
  return {
    genuine,
    unsigned: fields,
    otherSchools: signed(fields, other.salt),
    otherKey: signed({ ...fields, key: `${other.merchant_key}x` }, own.salt),
    changed: { ...genuine, amount: '0.01' },
    unknown: signed({ ...fields, txnid: fields.txnid.replace(/.$/, (last) => (last === 'z' ? 'y' : 'z')) }, own.salt),
  }
}

/**
 * Returns both schools' orders and payments. A forged call may record that it came (`suspect_at`) and change nothing
 * else.
 */
async function books({ owner }: Ground): Promise<string> {
  const { rows } = await owner.query<{ books: string }>(
    `select md5((select string_agg((to_jsonb(t) - 'suspect_at')::text, ',' order by id) from online_orders t) || (select string_agg(t::text, ',' order by id) from payments t)
       || (select string_agg(t::text, ',' order by id) from online_surplus t)) as books`,
  )
  return rows[0]?.books ?? ''
}

/** Makes each request find the own order open. Only the genuine call may change it. */
function callsOn({ ground }: Outside, asks: readonly Ask[]): Ask[] {
  const { owner, own } = ground
  return asks.map((ask) => {
    let before = ''
    return {
      ...ask,
      expected: `${ask.expected}, books ${ask.as === 'genuine' ? 'changed' : 'as before'}`,
      send: async () => {
        await owner.query(
          `update online_orders set state = 'CREATED', settled_at = null, received = null where school_id = $1 and id = $2`,
          [own.id, own.extra.order],
        )
        before = await books(ground)
        return ask.send()
      },
      read: async ({ status, headers, bytes }) => {
        const said = String(headers.location ?? bytes).replace(/&order=.*/, '&order')
        return `${status} ${said}, books ${before === (await books(ground)) ? 'as before' : 'changed'}`
      },
    }
  })
}

const comeBack: Door = async (outside) => {
  const given = Object.entries({ ...(await callbacks(outside.ground)), nothing: {} })
  const result = (as: string) => (as === 'genuine' ? 'cancel&order' : 'mismatch')
  return callsOn(
    outside,
    given.map(([as, fields]) => ({
      as,
      expected: `303 /verifyonlinefees?result=${result(as)}`,
      send: () => outside.send('/onlinefees/verifyPayment', form(fields)),
    })),
  )
}

const comeBackByGet: Door = async (outside) => {
  const given = Object.entries({ ...(await callbacks(outside.ground)), nothing: {} })
  const result = (as: string) => {
    if (as === 'genuine') return 'cancel&order'
    return as === 'unsigned' || as === 'nothing' ? 'checking' : 'mismatch'
  }
  return callsOn(
    outside,
    given.map(([as, fields]) => ({
      as,
      expected: `303 /verifyonlinefees?result=${result(as)}`,
      send: () => outside.send(`/onlinefees/verifyPayment?${new URLSearchParams(fields)}`),
    })),
  )
}

const tell: Door = async (outside) => {
  const given = Object.entries({ ...(await callbacks(outside.ground)), nothing: {} })
  return callsOn(
    outside,
    given.map(([as, fields]) => ({
      as,
      expected: '200 {"ok":true}',
      send: () => outside.send('/onlinefees/webhook', form(fields)),
    })),
  )
}

const shortLink: Door = async ({ send, ground: { own, other } }) => {
  const asked = (as: string, code: string, expected: string, holds: readonly string[] = []): Ask => ({
    as,
    expected,
    holds,
    send: () => send(`/${code}`),
  })
  const [code, foreign] = [String(own.extra.code), String(other.extra.code)]
  const moved = foreign.replace(/^[^-]+/, own.id.toString(36))
  // The browser side answers every path that is not a file with the page.
  return [
    asked('the guardian', code, `302 /onlinefees/${own.extra.token}`, ['link.token']),
    asked('the other school’s guardian', foreign, `302 /onlinefees/${other.extra.token}`, ['link.token']),
    asked('the other school’s code under the own school', moved, '200'),
    asked('a changed code', `${code.slice(0, -1)}${code.endsWith('2') ? '3' : '2'}`, '200'),
    asked('another site', 'https:%2F%2Fevil.test', '404'),
  ]
}

/** Adds a receipt of the matrix's school, as if its order had paid it. */
async function paidOnline({ owner }: Ground, { id, extra }: MatrixSchool): Promise<number | undefined> {
  const { rows } = await owner.query<{ id: number }>(
    `update payments set mode = 'ONLINE', state = 'COLLECTED', cheque_no = '', online_ref = 'matrix', order_id = $2 where school_id = $1 and id = $3 returning id`,
    [id, extra.order, extra.cheque7A],
  )
  return rows[0]?.id
}

const receipt: Door = async ({ send, ground }) => {
  const { own, other, config } = ground
  const [ownId, otherId] = [await paidOnline(ground, own), await paidOnline(ground, other)]
  const ref = String(own.extra.orderRef)
  const foreign = String(other.extra.orderRef)
  const order = Number(own.extra.order)
  const expired = createOrderRef(config.secretKey, own.id, order, fromNow(-2 * 86_400_000).getTime())
  const moved = [other.id.toString(36), ...ref.split('.').slice(1)].join('.')
  const holds = ['student.name', 'student.registerNo', 'student.phone']
  const asked = (as: string, id: unknown, given: string, expected = '404'): Ask => ({
    as,
    expected,
    holds: expected === '200' ? holds : [],
    send: () => send(`/onlinefees/receipts/${String(id)}?order=${encodeURIComponent(given)}`),
  })
  return [
    asked('who has paid', ownId, ref, '200'),
    asked('the other school’s receipt', otherId, ref),
    asked('an own receipt of no order', own.extra.cheque8A, ref),
    asked('with the other school’s order', ownId, foreign),
    asked('with a changed reference', ownId, tampered(ref)),
    asked('with the school of the reference changed', otherId, moved),
    asked('a day later', ownId, expired),
    asked('without a reference', ownId, ''),
  ]
}

const familyReceipt: Door = async ({ send, ground }) => {
  const { own, other } = ground
  const [ownId, otherId] = [await paidOnline(ground, own), await paidOnline(ground, other)]
  const token = String(own.extra.token)
  const asked = (as: string, id: unknown, given: string, expected = '404'): Ask => ({
    as,
    expected,
    holds: expected === '200' ? ['student.name', 'student.registerNo', 'student.phone'] : [],
    send: () => send(`/onlinefees/${encodeURIComponent(given)}/receipts/${String(id)}`),
  })
  return [
    asked('the family', ownId, token, '200'),
    asked('the other school’s receipt', otherId, token),
    asked('with the other school’s link', ownId, String(other.extra.token)),
    asked('with a changed link', ownId, tampered(token)),
    asked('with a text for an id', 'x', token),
  ]
}

export const moneyDoors: Readonly<Record<string, Door>> = {
  'POST /onlinefees/verifyPayment': comeBack,
  'GET /onlinefees/verifyPayment': comeBackByGet,
  'POST /onlinefees/webhook': tell,
  [`GET /:code(${codePattern.source})`]: shortLink,
  'GET /onlinefees/receipts/:id': receipt,
  'GET /onlinefees/:token/receipts/:id': familyReceipt,
}
