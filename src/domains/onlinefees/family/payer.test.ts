import fc from 'fast-check'
import { expect, test } from 'vitest'
import { normalizePhone } from '#shared/phones.ts'
import { runs } from '#tests/properties.ts'
import { payerForm } from '../onlinefees.schema.ts'
import { payerProblems, plainPhone } from './payer.ts'

/** Texts as a field of one line can hold them. */
const typed = fc.oneof(
  fc.string({ unit: fc.constantFrom(...'aZ9 .@-_+|é'), maxLength: 70 }),
  fc.string({ unit: fc.constantFrom(...'0123456789 '), minLength: 8, maxLength: 12 }),
  fc.emailAddress(),
  fc.constantFrom('', ' ', ' sunil@family.test', 'sunil@family.test ', 'a@b', `${'a'.repeat(45)}@b.co`),
)

test('reports the same problems as the server’s schema for every payer', () => {
  fc.assert(
    fc.property(typed, typed, typed, (name, phone, email) => {
      const parsed = payerForm.safeParse({ name, phone, email })
      const first: Record<string, string> = {}
      for (const { path, message } of parsed.error?.issues ?? []) first[String(path[0])] ??= message
      expect(payerProblems({ name, phone, email })).toEqual(first)
    }),
    { numRuns: runs(5_000) },
  )
})

test('accepts phone numbers in the formats that phones fill in', () => {
  expect(['+91 98765 43210', '098765-43210', '9876543210', '(98765) 43210'].map(plainPhone)).toEqual(Array(4).fill('9876543210'))
  fc.assert(fc.property(typed, (text) => plainPhone(text) === normalizePhone(text)))
  expect(plainPhone('91987654321')).toBe('91987654321')
  expect(plainPhone('9198765432')).toBe('9198765432')
})
