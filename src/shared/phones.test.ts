import fc from 'fast-check'
import { expect, test } from 'vitest'
import { defaultPhone, isPhone, maskedPhone, phoneField, phoneOrDefault } from './phones.ts'

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

test('a short phone becomes the default one, a long one is left for the check to refuse', () => {
  expect(phoneOrDefault('98765')).toBe(defaultPhone)
  expect(phoneOrDefault('')).toBe(defaultPhone)
  expect(phoneOrDefault('9876543210')).toBe('9876543210')
  expect(isPhone(phoneOrDefault('919876543210'))).toBe(false)
})

test('a masked phone tells its ends and nothing else', () => {
  expect(maskedPhone('9822012310')).toBe('98xxxxxx10')
  fc.assert(
    fc.property(fc.stringMatching(/^[0-9]{0,12}$/), (phone) => {
      const masked = maskedPhone(phone)
      expect(masked).toHaveLength(phone.length)
      expect(masked.replace(/x/g, '').length).toBeLessThanOrEqual(4)
    }),
  )
})
