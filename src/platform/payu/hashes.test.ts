import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runs } from '#tests/properties.ts'
import { gatewayAmount, isAuthentic, type RequestFields, requestHash, responseHash, verifyHash } from './hashes.ts'

const sha512 = (text: string) => createHash('sha512').update(text, 'utf8').digest('hex')

const request: RequestFields = {
  key: 'JP***g',
  txnid: 'aZ0123456789abcdef',
  amount: '1023.60',
  productinfo: 'Tuition APR',
  firstname: 'Sunita Patil',
  email: 'sunita@shala.test',
  udf1: '',
  udf2: '',
  udf3: '',
  udf4: '',
  udf5: '',
}
const udfs = { udf1: '12', udf2: '34', udf3: '5678', udf4: '90-91', udf5: 'z' }
const salt = 'eCwWELxi'

describe('the published formulas, written out', () => {
  test('a request without udfs: each keeps its pipe, and six follow', () => {
    expect(requestHash(request, salt)).toBe(
      sha512('JP***g|aZ0123456789abcdef|1023.60|Tuition APR|Sunita Patil|sunita@shala.test|||||||||||eCwWELxi'),
    )
  })

  test('a request with all five', () => {
    expect(requestHash({ ...request, ...udfs }, salt)).toBe(
      sha512('JP***g|aZ0123456789abcdef|1023.60|Tuition APR|Sunita Patil|sunita@shala.test|12|34|5678|90-91|z||||||eCwWELxi'),
    )
  })

  test('a response without udfs, and with missing ones', () => {
    const expected = sha512(
      'eCwWELxi|success|||||||||||sunita@shala.test|Sunita Patil|Tuition APR|1023.60|aZ0123456789abcdef|JP***g',
    )
    expect(responseHash({ ...request, status: 'success' }, salt)).toBe(expected)
    const { udf1, udf2, udf3, udf4, udf5, ...without } = request
    expect([udf1, udf2, udf3, udf4, udf5]).toEqual(['', '', '', '', ''])
    expect(responseHash({ ...without, status: 'success' }, salt)).toBe(expected)
  })

  test('a response with all five', () => {
    expect(responseHash({ ...request, ...udfs, status: 'failure' }, salt)).toBe(
      sha512(
        'eCwWELxi|failure||||||z|90-91|5678|34|12|sunita@shala.test|Sunita Patil|Tuition APR|1023.60|aZ0123456789abcdef|JP***g',
      ),
    )
  })

  test.each(['additionalCharges', 'additional_charges'])('a response with %s', (name) => {
    expect(responseHash({ ...request, ...udfs, status: 'success', [name]: '10.00' }, salt)).toBe(
      sha512(
        '10.00|eCwWELxi|success||||||z|90-91|5678|34|12|sunita@shala.test|Sunita Patil|Tuition APR|1023.60|aZ0123456789abcdef|JP***g',
      ),
    )
  })

  test('empty charges count as none', () => {
    const fields = { ...request, status: 'success' }
    expect(responseHash({ ...fields, additionalCharges: '', additional_charges: '' }, salt)).toBe(responseHash(fields, salt))
  })

  test('an empty additionalCharges hashes as the gateway’s own kits do: with its | in front, or left out', () => {
    const fields = { ...request, ...udfs, status: 'success', additionalCharges: '' }
    const rest =
      'eCwWELxi|success||||||z|90-91|5678|34|12|sunita@shala.test|Sunita Patil|Tuition APR|1023.60|aZ0123456789abcdef|JP***g'
    expect(isAuthentic({ ...fields, hash: sha512(`|${rest}`) }, salt)).toBe(true)
    expect(isAuthentic({ ...fields, hash: sha512(rest) }, salt)).toBe(true)
    expect(isAuthentic({ ...fields, hash: sha512(`0|${rest}`) }, salt)).toBe(false)
    // Without the field there is no second form, and charges cannot be taken away.
    const { additionalCharges: _, ...without } = fields
    expect(isAuthentic({ ...without, hash: sha512(`|${rest}`) }, salt)).toBe(false)
    expect(isAuthentic({ ...fields, hash: sha512(`10.00|${rest}`) }, salt)).toBe(false)
    expect(isAuthentic({ ...fields, additional_charges: '10.00', hash: sha512(`|${rest}`) }, salt)).toBe(false)
  })

  test('a request to the API', () => {
    expect(verifyHash('JP***g', 'verify_payment', 'one|two', salt)).toBe(sha512('JP***g|verify_payment|one|two|eCwWELxi'))
  })

  // Made with coreutils' sha512sum, which shares nothing with what is tested.
  test('a hash in full', () => {
    expect(requestHash({ ...request, ...udfs }, salt)).toBe(
      '42b0674217442680cb655aff1fecac7245b8a8d9f5b34961be0ee7173852721d201e91ceaab6d1692b9cc5a91d91f20cd79dcb7b690db14923692b48e3d1ac40',
    )
  })

  test('names are hashed as UTF-8', () => {
    expect(requestHash({ ...request, firstname: 'सुनीता' }, salt)).toBe(
      sha512('JP***g|aZ0123456789abcdef|1023.60|Tuition APR|सुनीता|sunita@shala.test|||||||||||eCwWELxi'),
    )
  })
})

const hashed = [
  'status',
  'udf1',
  'udf2',
  'udf3',
  'udf4',
  'udf5',
  'email',
  'firstname',
  'productinfo',
  'amount',
  'txnid',
  'key',
  'additionalCharges',
]
const word = fc.string({ maxLength: 12 }).map((text) => text.replaceAll('|', '/'))
const response = fc.record(Object.fromEntries(hashed.map((name) => [name, word])) as Record<string, fc.Arbitrary<string>>)
const signed = fc.tuple(response, word).map(([fields, secret]) => {
  return { fields: { ...fields, hash: responseHash(fields, secret) } as Record<string, string>, secret }
})

/** The text with one character replaced, put in or taken out. */
function changed(text: string, at: number, by: string): string {
  const place = at % (text.length + 1)
  const next = text.slice(0, place) + by + text.slice(place + (at % 2))
  return next === text ? `${text}${by}` : next
}

describe('a callback', () => {
  test('of the gateway is authentic', () => {
    fc.assert(fc.property(signed, ({ fields, secret }) => void expect(isAuthentic(fields, secret)).toBe(true)))
  })

  test('is not, when any byte of a hashed field was changed', () => {
    fc.assert(
      fc.property(
        signed,
        fc.constantFrom(...hashed),
        fc.nat(),
        fc.string({ minLength: 1 }),
        ({ fields, secret }, name, at, by) => {
          expect(isAuthentic({ ...fields, [name]: changed(fields[name]!, at, by) }, secret)).toBe(false)
        },
      ),
      { numRuns: runs(1000) },
    )
  })

  test('is not, when any byte of the secret is another', () => {
    fc.assert(
      fc.property(signed, fc.nat(), fc.string({ minLength: 1 }), ({ fields, secret }, at, by) => {
        expect(isAuthentic(fields, changed(secret, at, by))).toBe(false)
      }),
    )
  })

  test('is not, when any byte of the hash was changed, left out or added', () => {
    fc.assert(
      fc.property(signed, fc.nat(), fc.string({ minLength: 1 }), ({ fields, secret }, at, by) => {
        expect(isAuthentic({ ...fields, hash: changed(fields.hash!, at, by) }, secret)).toBe(false)
      }),
    )
  })

  test.each([
    ['none', undefined],
    ['an empty one', ''],
    ['one character', 'a'],
    ['characters of more than one byte', 'é'.repeat(64)],
  ])('is not with %s for a hash', (_, hash) => {
    const fields: Record<string, string> = { ...request, status: 'success' }
    if (hash !== undefined) fields.hash = hash
    expect(isAuthentic(fields, salt)).toBe(false)
  })

  test('is not, when text moved from one field into the next, which leaves the hash as it was', () => {
    const fields = { ...request, status: 'success', firstname: 'Sunita', productinfo: 'Tuition' }
    const hash = responseHash(fields, salt)
    const moved = { ...fields, firstname: 'Sunita|Tuition', productinfo: '1023.60', amount: 'x' }
    const forged = { ...fields, udf1: 'sunita@shala.test', email: 'Sunita', firstname: 'Tuition|1023.60' }
    expect(isAuthentic({ ...fields, hash }, salt)).toBe(true)
    for (const one of [moved, forged]) expect(isAuthentic({ ...one, hash: responseHash(one, salt) }, salt)).toBe(false)
  })
})

test('no field of a request holds a |', () => {
  expect(() => requestHash({ ...request, firstname: 'Sunita|Patil' }, salt)).toThrow(RangeError)
})

test.each([
  [0, '0.00'],
  [5, '0.05'],
  [102_360, '1023.60'],
  [126_370, '1263.70'],
  [123_456_789_012, '1234567890.12'],
])('%i paise are %s to the gateway', (paise, text) => {
  expect(gatewayAmount(paise)).toBe(text)
})

test.each([-1, 0.5, Number.NaN, Number.MAX_SAFE_INTEGER + 1])('%d paise cannot be paid', (paise) => {
  expect(() => gatewayAmount(paise)).toThrow(RangeError)
})
