import decodeQR from 'qr/decode.js'
import { encodeQR } from 'qr'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseMoney } from '#shared/money.ts'
import { newUpiReference, upiPaymentAddress, upiReferencePattern } from './upi.rules.ts'

const payee = { address: 'school@sbi', name: 'Gurukul Vidyalaya & Co.' }

test('names the school, the amount, the note and the reference', () => {
  expect(upiPaymentAddress(payee, { amount: 123_450, note: 'Fees Asha Patil 7-B', reference: 'FEE7K2' })).toBe(
    'upi://pay?pa=school@sbi&pn=Gurukul%20Vidyalaya%20%26%20Co.&am=1234.50&cu=INR&tn=Fees%20Asha%20Patil%207-B&tr=FEE7K2',
  )
})

test('an app reads back what was written, to the paisa, in any script', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 1_000_000_000_000 }),
      fc.string({ unit: 'grapheme', maxLength: 80 }),
      (amount, text) => {
        const address = upiPaymentAddress({ ...payee, name: text }, { amount, note: text, reference: 'FEE1' })
        const values = new URL(address).searchParams
        expect(parseMoney(values.get('am') ?? '')).toBe(amount)
        expect(values.get('pn')).toBe(text)
        expect(text.startsWith(values.get('tn') ?? '-')).toBe(true)
        expect([...values.keys()]).toEqual(['pa', 'pn', 'am', 'cu', 'tn', 'tr'])
      },
    ),
  )
})

test('a camera reads the code of the longest address', () => {
  const address = upiPaymentAddress(
    { address: `${'s'.repeat(60)}@sbi`, name: 'श्री शिवाजी विद्यालय, कोथरूड' },
    { amount: 1_000_000_000_000, note: 'शुल्क '.repeat(20), reference: 'F'.repeat(35) },
  )
  const rows = encodeQR(address, 'raw', { ecc: 'medium', border: 4, scale: 4 })
  const size = rows.length
  const data = new Uint8ClampedArray(rows.flat().flatMap((dark) => (dark ? [0, 0, 0, 255] : [255, 255, 255, 255])))
  expect(decodeQR({ width: size, height: size, data })).toBe(address)
})

test('references are what apps take, and differ', () => {
  const references = Array.from({ length: 1000 }, newUpiReference)
  expect(references.filter((reference) => !upiReferencePattern.test(reference))).toEqual([])
  expect(new Set(references).size).toBe(1000)
})
