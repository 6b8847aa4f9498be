import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ownPlace, schoolOfOwnPlace } from './ownPlace.ts'

test('a place names its school, and nothing else is a place', () => {
  fc.assert(fc.property(fc.integer({ min: 1, max: 36 ** 8 - 1 }), (id) => schoolOfOwnPlace(ownPlace(id)) === id))
  fc.assert(fc.property(fc.string(), (text) => text.startsWith('~') || schoolOfOwnPlace(text) === null))
  for (const text of ['~', '~0', '~-1', '~1 ', '~1-x', '~zzzzzzzzz', '1-abc']) expect(schoolOfOwnPlace(text)).toBeNull()
})
