import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '#tests/properties.ts'
import { jsonLimits, shapeProblem } from './jsonShape.ts'

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  return 1 + Math.max(0, ...Object.values(value).map(depthOf))
}

const texts = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('[[[[', '{"a":', '\\', '"', '\\"[', '\\\\"', 'आ["]', '}}}}]]'),
)

test('a body nested up to the limit passes, one level more is refused', () => {
  const value = fc.letrec<{ any: unknown }>((tie) => ({
    any: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      texts,
      fc.array(tie('any'), { maxLength: 4 }),
      fc.dictionary(texts, tie('any'), { maxKeys: 4 }),
    ),
  })).any
  fc.assert(
    fc.property(value, fc.nat({ max: 80 }), fc.boolean(), fc.nat({ max: 2 }), (inner, levels, lists, spaces) => {
      let nested = inner
      for (let level = 0; level < levels; level += 1) nested = lists ? ['[', nested] : { 'a"{': nested }
      const refused = shapeProblem(JSON.stringify(nested, null, spaces)) !== null
      expect(refused).toBe(depthOf(nested) > jsonLimits.depth)
    }),
    { numRuns: runs(500) },
  )
})

test('brackets, quotes and backslashes inside a string do not count as nesting', () => {
  const deep = '['.repeat(jsonLimits.depth + 1)
  expect(shapeProblem(JSON.stringify({ text: deep }))).toBeNull()
  expect(shapeProblem(`{"text":"\\"${deep}"}`)).toBeNull()
  expect(shapeProblem(`{"text":"\\\\${deep}"}`)).toBeNull()
  // Here the text ends before the brackets.
  expect(shapeProblem(`{"text":"\\\\",${deep}`)).toContain('nested')
})

test('unmatched closing brackets do not hide nesting', () => {
  expect(shapeProblem(`]]]]}}${'['.repeat(jsonLimits.depth + 1)}`)).toContain('nested')
})

test('an object of thousands of fields and a body of a million lists are refused, a wide import is not', () => {
  const fields = (count: number) => `{"rows":[{${Array.from({ length: count }, (_, nth) => `"k${nth}":[1,2]`).join(',')}}]}`
  expect(shapeProblem(fields(jsonLimits.members))).toBeNull()
  expect(shapeProblem(fields(jsonLimits.members + 1))).toContain('fields')
  expect(shapeProblem(`[${'[],'.repeat(jsonLimits.containers)}[]]`)).toContain('lists and objects')
  const row = { name: 'आशा', phones: ['1', '2'], father: { name: 'x' } }
  expect(shapeProblem(JSON.stringify({ query: 'q', variables: { rows: Array.from({ length: 50_000 }, () => row) } }))).toBeNull()
})

test('12 MB of nested lists are refused at the first that is too deep, not at the last', () => {
  const nested = `{"query":"{pushKey}","variables":{"a":${'['.repeat(12 * 1024 * 1024)}`
  let read = 0
  const counted = new Proxy(new String(nested), {
    get: (_, key) => {
      if (key !== 'length') read += 1
      const value: unknown = nested[key as unknown as number]
      return typeof value === 'function' ? value.bind(nested) : value
    },
  })
  expect(shapeProblem(counted as unknown as string)).toContain('nested')
  expect(read).toBeLessThan(200)
})

test('a text ends at its first quote that is not escaped, however many backslashes stand before others', () => {
  const written = fc.array(fc.constantFrom('\\', '"', '[', 'a'), { maxLength: 40 }).map((parts) => parts.join(''))
  fc.assert(
    fc.property(written, fc.nat({ max: 70 }), (text, levels) => {
      const json = `${JSON.stringify(text)},${'['.repeat(levels)}`
      expect(shapeProblem(json) !== null).toBe(levels > jsonLimits.depth)
    }),
    { numRuns: runs(500) },
  )
})
