import type { OperationNode } from 'kysely'
import { z } from 'zod'
import { answeredValues } from './answeredValues.ts'
import type { AssertedRow, Shape } from './assertedRows.ts'

/** A value that PostgreSQL answered, and that is not what its `sql<T>` says. */
export interface WrongValue {
  /** The `sql<T>`, or all with the same text. */
  place: string
  problem: string
}

/** Rows of one answer that are looked at. */
const mostRows = 50

/** Returns a function that compares the answer to a statement with what the sources say of it. */
export function wrongValues(asserted: readonly AssertedRow[]) {
  // What is nothing but values, such as `(${rows})`, may be anybody's.
  const byKey = Map.groupBy(
    asserted.filter(({ key }) => /[a-z]/i.test(key)),
    ({ key }) => key,
  )
  const schemas = new Map<string, z.ZodType>()
  const schemaOf = (key: string, of: readonly AssertedRow[]) => {
    const schema = schemas.get(key) ?? z.union(of.map(({ shape }) => schemaOfShape(shape)))
    schemas.set(key, schema)
    return schema
  }
  return (statement: OperationNode, rows: readonly Record<string, unknown>[]): WrongValue[] => {
    if (rows.length === 0) return []
    return answeredValues(statement).flatMap(({ key, valuesIn }) => {
      const of = byKey.get(key)
      if (!of) return []
      const { error } = z.array(schemaOf(key, of)).safeParse(rows.slice(0, mostRows).flatMap(valuesIn))
      const place = of.map((each) => `${each.place}: sql<${each.type}>`).join(' or ')
      return error ? [{ place, problem: z.prettifyError(error) }] : []
    })
  }
}

function schemaOfShape(shape: Shape): z.ZodType {
  switch (shape.kind) {
    case 'anything':
      return z.any()
    case 'string':
      return z.string()
    case 'number':
      return z.number()
    case 'boolean':
      return z.boolean()
    case 'bigint':
      return z.bigint()
    case 'undefined':
      return z.undefined()
    case 'date':
      return z.date()
    case 'bytes':
      return z.instanceof(Uint8Array)
    case 'literal':
      return z.literal(shape.value)
    case 'list':
      return z.array(schemaOfShape(shape.of))
    case 'record':
      return z.record(z.string(), schemaOfShape(shape.of))
    case 'tuple':
      return z.tuple(shape.of.map(schemaOfShape) as [z.ZodType])
    case 'union':
      if (shape.of.length === 0) return z.never()
      return z.union(shape.of.map(schemaOfShape))
    case 'all':
      return shape.of.map(schemaOfShape).reduce((all, each) => z.intersection(all, each))
    case 'object':
      // A row may have more columns than its type names.
      return z.looseObject(Object.fromEntries(Object.entries(shape.fields).map(([name, field]) => [name, schemaOfShape(field)])))
  }
}
