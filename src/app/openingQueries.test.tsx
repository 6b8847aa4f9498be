import { readFileSync } from 'node:fs'
import { buildSchema, type DocumentNode, Kind, parse, validate } from 'graphql'
import { expect, test } from 'vitest'
import { mergeQueries, openingQuery } from '#ui/data/openingRequest.ts'
import type { QueryDocument } from '#shared/graphqlDocuments.ts'
import { documentProblem } from '#platform/graphql/documentLimits.ts'
import { openingQueries, type OpeningVisit } from './openingQueries.tsx'

const schema = buildSchema(readFileSync('schema.graphql', 'utf8'), { assumeValidSDL: true })
const visit: OpeningVisit = {
  path: '/',
  address: new URLSearchParams(),
  role: 'ADMIN',
  schoolId: '1',
  term: { shown: '2', current: '3' },
  flags: { feesModule: true, onlineFees: true, liveLecture: true },
  isLimited: false,
}

test.each([
  ['/classes', ''],
  ['/attendance', 'tab=take'],
  ['/attendance', 'tab=take&register=5.DAY&day=2026-11-20'],
  ['/dashboard', ''],
  ['/fees', 'student=7'],
  ['/students', 'f.class=4&page=2'],
  ['/studentLectures', ''],
])('the queries of %s?%s are one valid document within the limits of the endpoint', (path, search) => {
  const queries = openingQueries({ ...visit, path, address: new URLSearchParams(search) })
  const { query: text, variables } = mergeQueries(queries)
  const document = parse(text)
  expect(validate(schema, document).map(({ message }) => message)).toEqual([])
  expect(documentProblem(document)).toBeNull()
  // A field with declared work may stand once in a document; these declare none (platform/graphql/work.test.ts).
  expect(repeatedFields(document).filter((name) => !['sections', 'school'].includes(name))).toEqual([])
  const [operation] = document.definitions
  const declared = operation && 'variableDefinitions' in operation ? (operation.variableDefinitions ?? []) : []
  expect(Object.keys(variables).toSorted()).toEqual(
    declared.flatMap(({ variable }) => (variable.kind === 'Variable' ? [variable.name.value] : [])).toSorted(),
  )
})

function repeatedFields({ definitions }: DocumentNode): string[] {
  const names = definitions.flatMap((definition) =>
    definition.kind === Kind.OPERATION_DEFINITION
      ? definition.selectionSet.selections.flatMap((field) => (field.kind === Kind.FIELD ? [field.name.value] : []))
      : [],
  )
  return names.filter((name, at) => names.indexOf(name) !== at)
}

test('a visit that knows no term asks nothing of a term', () => {
  const names = openingQueries({ ...visit, path: '/students', term: null }).map(({ document }) => document.name)
  expect(names).toEqual(['Viewer', 'ActiveSchool', 'RefusedCommands', 'StudentsViewerCan'])
})

const named = (name: string, text: string): QueryDocument<unknown, { id: string }> => ({ kind: 'query', name, domain: 'x', text })
const two = [
  openingQuery(named('One', 'query One($id:ID!){bus(id:$id){...Bus}}fragment Bus on Bus{id name}'), { id: '1' }),
  openingQuery(named('Two', 'query Two($id:ID!){first:bus(id:$id){...Bus}now}fragment Bus on Bus{id name}'), { id: '2' }),
]

test('two queries of the same field become one document, and their answers come apart again', () => {
  const { query: text, variables, split } = mergeQueries(two)
  expect(text).toBe(
    'query Opening($id_0:ID! $id_1:ID!){bus_0:bus(id:$id_0){...Bus} first_1:bus(id:$id_1){...Bus}now_1:now}fragment Bus on Bus{id name}',
  )
  expect(variables).toEqual({ id_0: '1', id_1: '2' })
  expect(split({ data: { bus_0: { id: '1' }, first_1: { id: '2' }, now_1: 5 } })).toEqual([
    { bus: { id: '1' } },
    { first: { id: '2' }, now: 5 },
  ])
})

test('an answer with an error is none, because it may lack the data of another query', () => {
  expect(() => mergeQueries(two).split({ data: { bus_0: null }, errors: [{ message: 'no' }] })).toThrow('failed')
})
