import fc from 'fast-check'
import { expect, test } from 'vitest'
import { showCount } from './counts.ts'

test('counts are grouped as Intl groups them in India', () => {
  fc.assert(
    fc.property(fc.maxSafeInteger(), (count) => {
      expect(showCount(count)).toBe(count.toLocaleString('en-IN'))
    }),
  )
})
