import type { JoinBuilder, StringReference } from 'kysely'

/**
 * Joins two rows of one school: `.innerJoin('terms', (on) => onSameSchool(on, 'terms.id', 'payments.termId'))`. Every
 * tenant table has the key `(school_id, id)`, so a join without the school would read the rows of others, or all.
 * @param left a column of one table, and `right` the column of the other that must equal it
 */
export function onSameSchool<DB, TB extends keyof DB>(
  on: JoinBuilder<DB, TB>,
  left: StringReference<DB, TB>,
  right: StringReference<DB, TB>,
): JoinBuilder<DB, TB> {
  const schoolOf = (column: string) => `${column.slice(0, column.lastIndexOf('.'))}.schoolId` as StringReference<DB, TB>
  return on.onRef(schoolOf(left), '=', schoolOf(right)).onRef(left, '=', right)
}
