import { buildSchema, parse } from 'graphql'
import { describe, expect, test } from 'vitest'
import { schema as product } from '#app/schema.ts'
import { declaredWork, documentWork, heavyWork } from './work.ts'

const schema = buildSchema(
  'type Query { light: Thing sum: Int whole: Thing open: Thing } type Mutation { change: Thing } type Thing { id: ID part: Thing }',
)

function declare(type: string, field: string, units: number, isOpen = false): void {
  const found = schema.getType(type)
  if (!found || !('getFields' in found)) throw new Error(`There is no type ${type}.`)
  const known = found.getFields()[field]
  if (!known) throw new Error(`There is no field ${field}.`)
  known.extensions = declaredWork(units, { isOpen })
}

declare('Query', 'whole', heavyWork)
declare('Thing', 'part', 7)
declare('Query', 'open', 15, true)
const workOf = (text: string) => documentWork(schema, parse(text))

describe('documentWork', () => {
  test('counts root fields, and fields with declared work wherever they stand', () => {
    expect(workOf('{ light { id } sum }')).toMatchObject({ units: 4, isHeavy: false, repeated: null })
    expect(workOf('{ light { id part { id } } }')).toMatchObject({ units: 9, isHeavy: false, repeated: null })
    expect(workOf('mutation { change { id } }')).toMatchObject({ units: 2, isHeavy: false, repeated: null })
    expect(workOf('{ whole { id } }')).toMatchObject({ units: heavyWork, isHeavy: true, repeated: null })
  })

  test('counts little for somebody who is not signed in, unless the field answers strangers too', () => {
    expect(workOf('{ whole { id } }')).toMatchObject({ units: heavyWork, openUnits: 2 })
    expect(workOf('{ open { id } }')).toMatchObject({ units: 15, openUnits: 15 })
  })

  test('counts what a fragment stands for as often as it is spread', () => {
    expect(workOf('{ a: light { ...F } } fragment F on Thing { part { id } }').units).toBe(9)
    const spread = workOf('{ a: light { ...F } b: light { ...F } } fragment F on Thing { part { id } }')
    expect(spread).toMatchObject({ units: 18, isHeavy: false, repeated: 'part' })
    expect(workOf('query { ...R } fragment R on Query { sum ...S } fragment S on Query { light { id } }').units).toBe(4)
  })

  test('names a field with declared work that stands twice, by aliases, operations or inline fragments', () => {
    expect(workOf('{ a: whole { id } b: whole { id } }').repeated).toBe('whole')
    expect(workOf('query A { whole { id } } query B { whole { id } }').repeated).toBe('whole')
    expect(workOf('{ ... on Query { whole { id } } whole { id } }').repeated).toBe('whole')
    expect(workOf('mutation { a: change { id } b: change { id } }').repeated).toBe('change')
    expect(workOf('{ a: sum b: sum c: sum }')).toMatchObject({ units: 6, isHeavy: false, repeated: null })
  })
})

test('the works that an attacker would choose are declared in the product', () => {
  const queries = product.getQueryType()?.getFields() ?? {}
  for (const name of ['refusedCommands', 'resultAnalysis', 'resultStandings', 'familyHome', 'family', 'money', 'previewMessages'])
    expect(queries[name]?.extensions.work, name).toBeTypeOf('number')
  // The request with which a screen opens asks these twice.
  for (const name of ['sections', 'school']) expect(queries[name]?.extensions.work, name).toBeUndefined()
})
