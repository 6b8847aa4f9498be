import type { AliasNode, IdentifierNode, JoinBuilder, OperationNode, StringReference, TableNode } from 'kysely'
import { currentSchool } from './currentSchool.ts'

/**
 * Joins a row of the same school: `.innerJoin('terms', (on) => onSameSchool(on, 'terms.id', 'payments.termId'))`. Every
 * tenant table has the key `(school_id, id)`, so a join without the school would read the rows of others, or all. The
 * joined table is compared with the school itself, see {@link currentSchool}.
 * @param left a column of one table, and `right` the column of the other that must equal it
 */
export function onSameSchool<DB, TB extends keyof DB>(
  on: JoinBuilder<DB, TB>,
  left: StringReference<DB, TB>,
  right: StringReference<DB, TB>,
): JoinBuilder<DB, TB> {
  const joined = nameOf(on.toOperationNode().table)
  if (![left, right].some((column) => column.startsWith(`${joined}.`)))
    throw new Error(`Neither ${left} nor ${right} is a column of ${joined}.`)
  return on.on(`${joined}.schoolId` as StringReference<DB, TB>, '=', currentSchool as never).onRef(left, '=', right)
}

/** Returns the name by which the columns of a joined table are called. */
function nameOf(table: OperationNode): string {
  if (table.kind === 'AliasNode') return ((table as AliasNode).alias as IdentifierNode).name
  return (table as TableNode).table.identifier.name
}
