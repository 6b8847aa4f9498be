import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CannotUnseal, seal, unseal } from './sealed.ts'

const secret = 'a secret of the installation, 32+ characters'
const context = 'bank_accounts.key_secret/12'

describe('sealed values', () => {
  test('open again to the same text, whatever it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(unseal(seal(text, secret, context), secret, context)).toBe(text)
      }),
    )
  })

  test('never look alike twice, and never hold the text', () => {
    const [one, two] = [seal('salt-of-the-gateway', secret, context), seal('salt-of-the-gateway', secret, context)]
    expect(one.equals(two)).toBe(false)
    expect(one.includes('salt-of-the-gateway')).toBe(false)
  })

  test('do not open in another place', () => {
    expect(() => unseal(seal('x', secret, context), secret, 'bank_accounts.key_secret/13')).toThrow(CannotUnseal)
  })

  test('name the key they need under another secret', () => {
    expect(() => unseal(seal('x', secret, context), `${secret}!`, context)).toThrow(/another SECRET_KEY \(key [0-9a-f]{16}\)/)
  })

  test('do not open once any byte was changed', () => {
    const blob = seal('four', secret, context)
    for (let index = 0; index < blob.length; index += 1) {
      const changed = Buffer.from(blob)
      changed.writeUInt8(changed.readUInt8(index) ^ 1, index)
      expect(() => unseal(changed, secret, context)).toThrow(CannotUnseal)
    }
    expect(() => unseal(blob.subarray(0, 50), secret, context)).toThrow(CannotUnseal)
  })
})
