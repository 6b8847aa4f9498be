import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '#tests/properties.ts'
import { jsonLimits, JsonScan } from './jsonScan.ts'

function problemOf(text: string | Uint8Array, cuts: readonly number[] = []): string | null {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text
  const places = [...new Set([0, ...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length])].toSorted((a, b) => a - b)
  const scan = new JsonScan()
  for (const [nth, place] of places.entries()) {
    const problem = scan.problem(bytes.subarray(place, places[nth + 1] ?? bytes.length))
    if (problem !== null) return problem
  }
  return null
}

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  return 1 + Math.max(0, ...Object.values(value).map(depthOf))
}

const texts = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('[[[[', '{"a":', '\\', '"', '\\"[', '\\\\"', 'आ["]', '}}}}]]'),
)
const cuts = fc.array(fc.nat({ max: 5000 }), { maxLength: 12 })

test('a body nested up to the limit passes, one level more is refused, however its bytes are split', () => {
  const value = fc.letrec<{ any: unknown }>((tie) => ({
    any: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      texts,
      fc.array(tie('any'), { maxLength: 4 }),
      fc.dictionary(texts, tie('any'), { maxKeys: 4 }),
    ),
  })).any
  fc.assert(
    fc.property(value, fc.nat({ max: 80 }), fc.boolean(), cuts, fc.nat({ max: 2 }), (inner, levels, lists, places, spaces) => {
      let nested = inner
      for (let level = 0; level < levels; level += 1) nested = lists ? ['[', nested] : { 'a"{': nested }
      const refused = problemOf(JSON.stringify(nested, null, spaces), places) !== null
      expect(refused).toBe(depthOf(nested) > jsonLimits.depth)
    }),
    { numRuns: runs(500) },
  )
})

test('brackets, quotes and backslashes inside a string do not count as nesting', () => {
  const deep = '['.repeat(jsonLimits.depth + 1)
  expect(problemOf(JSON.stringify({ text: deep }))).toBeNull()
  expect(problemOf(`{"text":"\\"${deep}"}`)).toBeNull()
  expect(problemOf(`{"text":"\\\\${deep}"}`)).toBeNull()
  // Here the text ends before the brackets.
  expect(problemOf(`{"text":"\\\\",${deep}`)).toContain('nested')
})

test('unmatched closing brackets do not hide nesting', () => {
  expect(problemOf(`]]]]}}${'['.repeat(jsonLimits.depth + 1)}`)).toContain('nested')
})

test('an object of thousands of fields and a body of a million lists are refused, a wide import is not', () => {
  const fields = (count: number) => `{"rows":[{${Array.from({ length: count }, (_, nth) => `"k${nth}":[1,2]`).join(',')}}]}`
  expect(problemOf(fields(jsonLimits.members))).toBeNull()
  expect(problemOf(fields(jsonLimits.members + 1))).toContain('fields')
  expect(problemOf(`[${'[],'.repeat(jsonLimits.containers)}[]]`)).toContain('lists and objects')
  const row = { name: 'आशा', phones: ['1', '2'], father: { name: 'x' } }
  expect(problemOf(JSON.stringify({ query: 'q', variables: { rows: Array.from({ length: 50_000 }, () => row) } }))).toBeNull()
})

test('12 MB of nested lists are refused at their first bytes, not after the last', () => {
  const nested = Buffer.from(`{"query":"{pushKey}","variables":{"a":${'['.repeat(12 * 1024 * 1024)}`)
  let read = 0
  const counted = new Proxy(nested, {
    get: (bytes, key) => {
      if (key !== 'length') read += 1
      return Reflect.get(bytes, key)
    },
  })
  expect(new JsonScan().problem(counted)).toContain('nested')
  expect(read).toBeLessThan(200)
})

test('a scan of whole bodies forgets each of them', () => {
  const scan = new JsonScan()
  const one = fc.oneof(
    texts,
    fc.json(),
    fc.nat({ max: 80 }).map((levels) => '['.repeat(levels)),
    fc.nat({ max: 80 }).map((levels) => '{"a":'.repeat(levels)),
    fc.nat({ max: 1100 }).map((commas) => ','.repeat(commas)),
    fc.nat({ max: 1100 }).map((members) => `{${'"a":1,'.repeat(members)}`),
  )
  fc.assert(
    fc.property(fc.array(one, { maxLength: 8 }), (bodies) => {
      for (const body of bodies) expect(scan.problemOfWhole(Buffer.from(body))).toBe(problemOf(body))
    }),
  )
})
