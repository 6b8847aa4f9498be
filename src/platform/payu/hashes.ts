import { createHash, timingSafeEqual } from 'node:crypto'
import type { Paise } from '#shared/money.ts'

/** The fields of a payment that the gateway's request hash covers. */
export interface RequestFields {
  key: string
  txnid: string
  amount: string
  productinfo: string
  firstname: string
  email: string
  udf1: string
  udf2: string
  udf3: string
  udf4: string
  udf5: string
}

const responseOrder = ['email', 'firstname', 'productinfo', 'amount', 'txnid', 'key'] as const
const udfs = ['udf5', 'udf4', 'udf3', 'udf2', 'udf1'] as const
/** udf6 to udf10 exist in the formulas alone and are always empty. */
const unused = ['', '', '', '', '']

function sha512(...parts: readonly string[]): string {
  return createHash('sha512').update(parts.join('|')).digest('hex')
}

/** An amount as PayU wants it: rupees with two decimals, no grouping. The same string is posted and hashed. */
export function gatewayAmount(paise: Paise): string {
  if (!Number.isSafeInteger(paise) || paise < 0) throw new RangeError('An amount to pay must be a whole number of paise.')
  const whole = BigInt(paise)
  return `${whole / 100n}.${String(whole % 100n).padStart(2, '0')}`
}

/**
 * `sha512(key|txnid|amount|productinfo|firstname|email|udf1|udf2|udf3|udf4|udf5||||||SALT)`, in lower-case hex, as PayU publishes it.
 * @throws RangeError when a field holds a `|`, which would let text move from one field into the next
 */
export function requestHash(fields: RequestFields, salt: string): string {
  const { key, txnid, amount, productinfo, firstname, email, udf1, udf2, udf3, udf4, udf5 } = fields
  const hashed = [key, txnid, amount, productinfo, firstname, email, udf1, udf2, udf3, udf4, udf5]
  if (hashed.some((field) => field.includes('|'))) throw new RangeError('No field of a payment may hold a |.')
  return sha512(...hashed, ...unused, salt)
}

/** What the payer was charged on top by the gateway, under either of its names; empty when there was nothing. */
function additionalCharges(fields: Readonly<Record<string, string>>): string {
  return fields.additionalCharges || fields.additional_charges || ''
}

/**
 * `sha512(SALT|status||||||udf5|udf4|udf3|udf2|udf1|email|firstname|productinfo|amount|txnid|key)`; with additional charges,
 * `additionalCharges|` stands in front. A missing field counts as an empty one.
 */
export function responseHash(fields: Readonly<Record<string, string>>, salt: string): string {
  const charges = additionalCharges(fields)
  return hashOfResponse(fields, charges === '' ? [] : [charges], salt)
}

function hashOfResponse(fields: Readonly<Record<string, string>>, charges: readonly string[], salt: string): string {
  const field = (name: string) => fields[name] ?? ''
  return sha512(...charges, salt, field('status'), ...unused, ...[...udfs, ...responseOrder].map(field))
}

/**
 * Whether a callback's `hash` is the one that only the gateway and the merchant can make. Takes the same time whatever the hash is.
 * A `|` in a hashed field is refused: the hash does not say where one field ends and the next begins.
 */
export function isAuthentic(fields: Readonly<Record<string, string>>, salt: string): boolean {
  const hashed = [
    additionalCharges(fields),
    fields.status ?? '',
    ...[...udfs, ...responseOrder].map((name) => fields[name] ?? ''),
  ]
  if (hashed.some((field) => field.includes('|'))) return false
  const given = Buffer.from(fields.hash ?? '')
  const expected = [responseHash(fields, salt)]
  // PayU's PHP kit asks only whether the field is there: an empty one still puts its `|` in front. PayU's Node kit leaves it out.
  if (fields.additionalCharges === '' && additionalCharges(fields) === '') expected.push(hashOfResponse(fields, [''], salt))
  return expected.map((hash) => isSame(given, Buffer.from(hash))).includes(true)
}

/** `sha512(key|command|var1|salt)`: what a question to the gateway's API carries. */
export function verifyHash(key: string, command: string, var1: string, salt: string): string {
  return sha512(key, command, var1, salt)
}

function isSame(given: Buffer, expected: Buffer): boolean {
  return given.length === expected.length && timingSafeEqual(given, expected)
}
