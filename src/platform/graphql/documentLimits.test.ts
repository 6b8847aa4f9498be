import fc from 'fast-check'
import { type DocumentNode, parse, type SelectionSetNode, visit } from 'graphql'
import { expect, test } from 'vitest'
import { documentProblem, lengthProblem, limits, variablesProblem } from './documentLimits.ts'

const problem = (text: string) => documentProblem(parse(text, { maxTokens: 100_000 }))?.message

test('an ordinary document passes', () => {
  expect(
    problem('query Page($id: ID!) { school(schoolId: $id) { id name } ...more } fragment more on Query { schools { id } }'),
  ).toBeUndefined()
})

test('depth, aliases, directives and fields are limited', () => {
  const nested = (depth: number) => `${'{ a '.repeat(depth)}${'}'.repeat(depth)}`
  expect(problem(nested(limits.depth))).toBeUndefined()
  expect(problem(nested(limits.depth + 1))).toContain('depth')
  const aliases = (count: number) => `{ ${Array.from({ length: count }, (_, at) => `a${at}: b`).join(' ')} }`
  expect(problem(aliases(limits.aliases))).toBeUndefined()
  expect(problem(aliases(limits.aliases + 1))).toContain('aliases')
  expect(problem(`{ a ${'@include(if: true) '.repeat(limits.directives + 1)} }`)).toContain('directives')
  const fields = Array.from({ length: limits.fields + 1 }, (_, at) => `a${at}`).join(' ')
  expect(problem(`{ ${fields} }`)).toContain('fields')
})

test('a field repeated many times is refused, also through fragments: each is compared with each', () => {
  expect(problem(`{ ${'a '.repeat(limits.repeats)} }`)).toBeUndefined()
  expect(problem(`{ ${'a '.repeat(limits.repeats + 1)} }`)).toContain('more than')
  const spread = `${'...f '.repeat(3)} }  fragment f on Query { ${'a '.repeat(limits.repeats / 2)} }`
  expect(problem(`{ ${spread}`)).toContain('more than')
  expect(problem(`{ ${'... on Query { '.repeat(limits.depth)} a ${'} '.repeat(limits.depth)} }`)).toContain('depth')
})

test('a text longer than any document is not parsed', () => {
  expect(lengthProblem(' '.repeat(limits.characters))).toBeNull()
  expect(lengthProblem(' '.repeat(limits.characters + 1))?.message).toContain('characters')
})

test('variables are limited in depth and not in width', () => {
  const nested = (depth: number): unknown => JSON.parse(`${'[{"a":'.repeat(depth / 2)}1${'}]'.repeat(depth / 2)}`)
  expect(variablesProblem(nested(limits.nested))).toBeNull()
  expect(variablesProblem(nested(limits.nested + 2))?.message).toContain('nested')
  expect(variablesProblem({ rows: [1, null, 'x', nested(limits.nested)] })?.message).toContain('nested')
  expect(variablesProblem(nested(200_000))?.message).toContain('nested')
  expect(variablesProblem({ rows: Array.from({ length: 50_000 }, () => ({ name: 'A', phones: ['1'] })) })).toBeNull()
  expect(variablesProblem(null)).toBeNull()
})

test('fragments count wherever they are spread, and cycles are refused', () => {
  expect(problem('{ ...a } fragment a on Query { ...b } fragment b on Query { ...a }')).toContain('spreads itself')
  const doubling = Array.from({ length: 24 }, (_, at) => `fragment f${at} on Query { ...f${at + 1} ...f${at + 1} }`).join(' ')
  expect(problem(`{ ...f0 } ${doubling} fragment f24 on Query { id }`)).toContain('fields')
})

/** Counts the selections of a document, and from now on how often one of them is looked at. */
function countSelections(document: DocumentNode): { all: number; looked: number } {
  const counted = { all: 0, looked: 0 }
  const leave = (set: SelectionSetNode) => {
    const { selections } = set
    counted.all += selections.length
    const counting = {
      *[Symbol.iterator]() {
        for (const selection of selections) {
          counted.looked += 1
          yield selection
        }
      },
    }
    Object.assign(set, { selections: counting })
  }
  visit(document, { SelectionSet: { leave } })
  return counted
}

test('a hostile document is refused after a look at each of its selections at most', () => {
  const shapes = fc.constantFrom(
    (size: number) => `{ ${'a '.repeat(size)} }`,
    (size: number) => `${'{ a '.repeat(Math.min(size, 800))}${'}'.repeat(Math.min(size, 800))}`,
    (size: number) => `{ ${Array.from({ length: size }, (_, at) => `x${at}: a`).join(' ')} }`,
    (size: number) =>
      `{ ...f0 } ${Array.from({ length: size }, (_, at) => `fragment f${at} on Q { ...f${at + 1} ...f${at + 1} }`).join(' ')} fragment f${size} on Q { a a }`,
  )
  fc.assert(
    fc.property(shapes, fc.integer({ min: 50, max: 400 }), (shape, size) => {
      const document = parse(shape(size * 4), { maxTokens: 100_000 })
      const counted = countSelections(document)
      expect(documentProblem(document)).not.toBeNull()
      expect(counted.looked).toBeGreaterThan(0)
      expect(counted.looked).toBeLessThanOrEqual(counted.all)
    }),
    { numRuns: 60 },
  )
})
