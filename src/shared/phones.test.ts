import fc from 'fast-check'
import { expect, test } from 'vitest'
import { defaultPhone } from './defaultPhone.ts'
import { phoneField } from './phones.schema.ts'
import { isPhone, maskPhone, phoneOrDefault, normalizePhone, normalizePhones } from './phones.ts'

test.each([
  ['9876543210', true],
  ['0123456789', true],
  ['987654321', false],
  ['98765432101', false],
  ['+919876543210', false],
  ['९८७६५४३२१०', false],
  ['98765 4321', false],
  ['', false],
])('%j is a phone: %s', (text, expected) => {
  expect(isPhone(text)).toBe(expected)
})

test('spaces around a phone are not part of it', () => {
  expect(phoneField.parse(' 9876543210 ')).toBe('9876543210')
})

test.each([
  '+91 98765 43210',
  '+919876543210',
  '+91-98765-43210',
  '91 9876543210',
  '0091 98765 43210',
  '098765 43210',
  '09876543210',
  '98765 43210',
  '98765-43210',
  '98765–43210',
  '(98765) 43210',
  '\u202a+91 98765 43210\u202c',
  '\u00a09876543210',
])('%j is normalized: the country code, the leading 0, spaces and hyphens are removed', (typed) => {
  expect(phoneField.parse(typed)).toBe('9876543210')
  expect(phoneOrDefault(typed)).toBe('9876543210')
})

test.each(['+1 98765 43210', '98765432101', '99 98765 43210', '98765 4321', 'phone', '', '+91 98765', '+44 20 7946 0958'])(
  '%j is not an Indian phone: it stays as typed, and validation refuses it',
  (typed) => {
    expect(normalizePhone(typed)).toBe(typed.trim())
    expect(phoneField.safeParse(typed).error?.issues[0]?.message).toBe('Phone should have exactly 10 digits.')
  },
)

test('ten digits are never changed, and normalizing is idempotent', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[0-9]{10}$/), fc.string({ maxLength: 20 }), (phone, any) => {
      expect(normalizePhone(phone)).toBe(phone)
      expect(normalizePhone(normalizePhone(any))).toBe(normalizePhone(any))
    }),
  )
})

test('a short phone becomes the default one, a long one is refused by validation', () => {
  expect(phoneOrDefault('98765')).toBe(defaultPhone)
  expect(phoneOrDefault('')).toBe(defaultPhone)
  expect(phoneOrDefault('9876543210')).toBe('9876543210')
  expect(isPhone(phoneOrDefault('98765432101'))).toBe(false)
})

test('a masked phone shows its first and last two digits only', () => {
  expect(maskPhone('9822012310')).toBe('98xxxxxx10')
  fc.assert(
    fc.property(fc.stringMatching(/^[0-9]{0,12}$/), (phone) => {
      const masked = maskPhone(phone)
      expect(masked).toHaveLength(phone.length)
      expect(masked.replace(/x/g, '').length).toBeLessThanOrEqual(4)
    }),
  )
})

test.each([
  ['+91 98765-43210; 09876543211', '9876543210, 9876543211'],
  ['9876543210;9876543211', '9876543210;9876543211'],
  ['9876543210 9876543211', '9876543210 9876543211'],
  ['9876543210, 12', '9876543210, 12'],
  ['+919876543210', '9876543210'],
])('several phones %j are read as %j', (cell, expected) => {
  expect(normalizePhones(cell)).toBe(expected)
})
