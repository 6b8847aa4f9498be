import type { Statement } from '../pipeline.ts'

/**
 * Returns a statement with the school as a parameter instead of `current_school()`, for a cluster. Citus chooses the
 * node of a statement before it runs, and knows no setting then.
 */
export function withSchoolAsValue(statement: Statement, schoolId: number): Statement {
  const { sql, parameters } = statement
  if (!sql.includes('current_school()')) return statement
  return {
    ...statement,
    sql: sql.replaceAll('current_school()', `$${parameters.length + 1}::bigint`),
    parameters: [...parameters, schoolId],
  }
}
