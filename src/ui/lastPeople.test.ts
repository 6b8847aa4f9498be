import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type SeenPerson, withPerson } from './lastPeople.ts'

const person = fc
  .integer({ min: 1, max: 8 })
  .map((id): SeenPerson => ({ id: `${id}`, name: `P${id}`, hint: '', to: `/students/${id}` }))

test('the latest five are kept, each once, the latest first', () => {
  fc.assert(
    fc.property(fc.array(person), (opened) => {
      const people = opened.reduce<SeenPerson[]>(withPerson, [])
      expect(people.length).toBe(Math.min(5, new Set(opened.map(({ id }) => id)).size))
      expect(new Set(people.map(({ id }) => id)).size).toBe(people.length)
      if (opened.length > 0) expect(people[0]).toEqual(opened.at(-1))
    }),
  )
})
