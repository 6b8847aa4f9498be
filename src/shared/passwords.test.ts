import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { passwordProblem, phoneAsPasswordMessage, placeholderAsPasswordMessage } from './passwords.ts'

const phone = '9876543210'
const spellings = [
  '9876543210',
  '+919876543210',
  '+91 98765 43210',
  '+91-98765-43210',
  '09876543210',
  '0091 9876543210',
  '91 98765 43210',
  '(098765) 43210',
  '+91 (0) 98765 43210',
  '98765.43210',
]

describe("1234567890 and the person's phone are refused as a new password", () => {
  it.each(spellings)('refuses the phone of the record written as %s', (password) => {
    expect(passwordProblem(password, ['9000000000', phone])).toBe(phoneAsPasswordMessage())
  })

  it.each(['1234567890', '+91 12345 67890', '01234567890'])('refuses the placeholder written as %s', (password) => {
    expect(passwordProblem(password)).toBe(placeholderAsPasswordMessage())
  })

  it('accepts another number, and a phone inside a longer text', () => {
    expect(passwordProblem('9876543211', [phone])).toBeNull()
    expect(passwordProblem(`blue ${phone} kite`, [phone])).toBeNull()
  })

  it('refuses every phone with spaces and hyphens anywhere', () => {
    const digits = fc.stringMatching(/^[1-9]\d{9}$/)
    fc.assert(
      fc.property(digits, fc.nat(9), fc.constantFrom(' ', '-', '.', ' - '), (number, at, gap) => {
        expect(passwordProblem(`${number.slice(0, at)}${gap}${number.slice(at)}`, [number])).not.toBeNull()
      }),
    )
  })

  it.each(['123456789', 'x'.repeat(65), ''])('refuses a password of another length than 10 to 64', (password) => {
    expect(passwordProblem(password)).toBe('Password should have 10 to 64 characters.')
  })
})
