import { createHash, timingSafeEqual } from 'node:crypto'
import type { Paise } from '#shared/money.ts'

/** The fields of a payment in the gateway's request hash. */
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
/** udf6 to udf10 exist only in the formulas and are always empty. */
const unused = ['', '', '', '', '']

function sha512(...parts: readonly string[]): string {
  return createHash('sha512').update(parts.join('|')).digest('hex')
}

/** Formats an amount for PayU: rupees with two decimals, no grouping. The same string is posted and hashed. */
export function gatewayAmount(paise: Paise): string {
  if (!Number.isSafeInteger(paise) || paise < 0) throw new RangeError('An amount to pay must be a whole number of paise.')
  const whole = BigInt(paise)
  return `${whole / 100n}.${String(whole % 100n).padStart(2, '0')}`
}

/**
 * Returns `sha512(key|txnid|amount|productinfo|firstname|email|udf1|udf2|udf3|udf4|udf5||||||SALT)` in lower-case hex,
 * as PayU publishes it.
 *
 * @throws RangeError when a field contains `|`, which would let text move from one field into the next
 */
export function requestHash(fields: RequestFields, salt: string): string {
  const { key, txnid, amount, productinfo, firstname, email, udf1, udf2, udf3, udf4, udf5 } = fields
  const hashed = [key, txnid, amount, productinfo, firstname, email, udf1, udf2, udf3, udf4, udf5]
  if (hashed.some((field) => field.includes('|'))) throw new RangeError('No field of a payment may hold a |.')
  return sha512(...hashed, ...unused, salt)
}

/** Returns the gateway's additional charges, under either of their names; empty when there are none. */
function additionalCharges(fields: Readonly<Record<string, string>>): string {
  return fields.additionalCharges || fields.additional_charges || ''
}

/**
 * Returns `sha512(SALT|status||||||udf5|udf4|udf3|udf2|udf1|email|firstname|productinfo|amount|txnid|key)`, with
 * additional charges prefixed by `additionalCharges|`. A missing field counts as empty.
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
 * Returns whether a callback's `hash` could only be made by the gateway or the merchant. Takes the same time for any
 * hash. Refuses a `|` in a hashed field, because the hash does not say where one field ends and the next begins.
 */
export function isAuthentic(fields: Readonly<Record<string, string>>, salt: string): boolean {
  const hashed = [
    additionalCharges(fields),
    fields.status ?? '',
    ...[...udfs, ...responseOrder].map((name) => fields[name] ?? ''),
  ]
  if (hashed.some((field) => field.includes('|'))) return false
  const received = Buffer.from(fields.hash ?? '')
  const expected = [responseHash(fields, salt)]
  // PayU's PHP kit only checks whether the field exists: an empty one still adds its `|`. PayU's Node kit omits it.
  if (fields.additionalCharges === '' && additionalCharges(fields) === '') expected.push(hashOfResponse(fields, [''], salt))
  return expected.map((hash) => isSame(received, Buffer.from(hash))).includes(true)
}

/** Returns `sha512(key|command|var1|salt)`, the hash of a request to the gateway's API. */
export function verifyHash(key: string, command: string, var1: string, salt: string): string {
  return sha512(key, command, var1, salt)
}

function isSame(received: Buffer, expected: Buffer): boolean {
  return received.length === expected.length && timingSafeEqual(received, expected)
}
