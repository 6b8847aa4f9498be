import {
  AliasNode,
  DeleteQueryNode,
  IdentifierNode,
  InsertQueryNode,
  type OperationNode,
  RawNode,
  ReferenceNode,
  SelectAllNode,
  SelectQueryNode,
  UpdateQueryNode,
} from 'kysely'
import { keyOf } from './assertedRows.ts'

type Row = Readonly<Record<string, unknown>>

/** Where the answer to a statement has what an `sql<T>` stands for. */
export interface AnsweredValue {
  key: string
  /** Returns its values in a row of the answer: one, or several inside of JSON. */
  valuesIn(row: Row): unknown[]
}

/** Kysely's `jsonArrayFrom` and `jsonObjectFrom`. */
const jsonOfRows = /^\(select (coalesce\(json_agg\(agg\), '\[\]'\)|to_json\(obj\)) from \$\{\} as (agg|obj)\)$/

/** Returns where a statement answers values of an `sql<T>`. Columns of a subquery are not followed, but in JSON. */
export function answeredValues(statement: OperationNode): AnsweredValue[] {
  if (RawNode.is(statement)) return [{ key: keyOf(statement.sqlFragments), valuesIn: (row) => [row] }]
  const table = onlyTableOf(statement)
  return selectionsOf(statement).flatMap(({ selection }) => {
    const everything = SelectAllNode.is(selection) || (ReferenceNode.is(selection) && SelectAllNode.is(selection.column))
    if (everything) return table ? [{ key: keyOf(table.sqlFragments), valuesIn: (row) => [row] }] : []
    if (!AliasNode.is(selection) || !RawNode.is(selection.node) || !IdentifierNode.is(selection.alias)) return []
    const column = camel(selection.alias.name)
    const [inner] = selection.node.parameters
    const key = keyOf(selection.node.sqlFragments)
    if (inner && jsonOfRows.test(key)) return answeredValues(inner).map((value) => inside(column, value))
    return [{ key, valuesIn: (row) => [row[column]] }]
  })
}

/** Moves values into the rows that a column has as JSON. */
function inside(column: string, { key, valuesIn }: AnsweredValue): AnsweredValue {
  return {
    key,
    valuesIn: (row) => {
      const json = row[column] as Row | Row[] | null
      if (json === null) return []
      return Array.isArray(json) ? json.flatMap(valuesIn) : valuesIn(json)
    },
  }
}

/** Returns the `sql<T>` that a query selects from, when it selects from nothing else. */
function onlyTableOf(statement: OperationNode): RawNode | undefined {
  if (!SelectQueryNode.is(statement) || statement.joins?.length) return undefined
  const [table, another] = statement.from?.froms ?? []
  return table && !another && AliasNode.is(table) && RawNode.is(table.node) ? table.node : undefined
}

function selectionsOf(statement: OperationNode) {
  if (SelectQueryNode.is(statement)) return statement.selections ?? []
  const changes = InsertQueryNode.is(statement) || UpdateQueryNode.is(statement) || DeleteQueryNode.is(statement)
  return changes ? (statement.returning?.selections ?? []) : []
}

const camel = (name: string) => name.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
