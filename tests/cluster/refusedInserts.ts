import { loadModule, parseSync } from 'libpg-query'

await loadModule()

/** What an INSERT … SELECT lacks, as Citus 13.2.2 refuses it on PostgreSQL 17. */
const lacks = {
  /** "COPY FROM not supported with row-level security": rows that the coordinator brings go by COPY otherwise. */
  returning: 'its rows are no table’s, and it has neither RETURNING nor ON CONFLICT',
  /** "missing FROM-clause entry for table": it is passed to the shards, which have other names. */
  school: 'it returns columns, and takes the school from the table that it selects from, not as a value',
}

/** A SELECT, as the parser returns it. */
interface Selected {
  fromClause?: unknown[]
  targetList?: { ResTarget: { val?: object } }[]
}

/**
 * Returns the inserts of a statement into tables of schools that a cluster refuses, each with what it lacks.
 * @param isOfSchool whether a table is distributed by school
 */
export function refusedInserts(sql: string, isOfSchool: (table: string) => boolean): string[] {
  const refused: string[] = []

  function visit(value: unknown): void {
    if (Array.isArray(value)) return value.forEach(visit)
    if (typeof value !== 'object' || value === null) return
    for (const [kind, node] of Object.entries(value as Record<string, Record<string, unknown>>)) {
      if (kind === 'InsertStmt') look(node)
      visit(node)
    }
  }

  function look(insert: Record<string, unknown>): void {
    const { relname = '' } = insert.relation as { relname?: string }
    const { fromClause, targetList = [] } = (insert.selectStmt as { SelectStmt?: Selected } | undefined)?.SelectStmt ?? {}
    if (!isOfSchool(relname) || fromClause === undefined) return
    const columns = (insert.cols ?? []) as { ResTarget: { name?: string } }[]
    const school = targetList[columns.findIndex(({ ResTarget }) => ResTarget.name === 'school_id')]
    const isColumn = school?.ResTarget.val !== undefined && 'ColumnRef' in school.ResTarget.val
    const lacking = readsTable(fromClause)
      ? insert.returningClause !== undefined && isColumn && lacks.school
      : insert.returningClause === undefined && insert.onConflictClause === undefined && lacks.returning
    if (lacking !== false) refused.push(`insert into ${relname}: ${lacking}`)
  }

  function readsTable(value: unknown): boolean {
    if (Array.isArray(value)) return value.some(readsTable)
    if (typeof value !== 'object' || value === null) return false
    return Object.entries(value as Record<string, { relname?: string }>).some(
      ([kind, node]) => (kind === 'RangeVar' && isOfSchool(node.relname ?? '')) || readsTable(node),
    )
  }

  for (const { stmt } of parseSync(sql).stmts ?? []) visit(stmt)
  return refused
}
