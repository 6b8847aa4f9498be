import { loadModule, parseSync } from 'libpg-query'

await loadModule()

/** What an INSERT … SELECT lacks, as Citus 13.2.2 refuses it on PostgreSQL 17. */
const lacks = {
  /** "COPY FROM not supported with row-level security": rows that the coordinator brings go by COPY otherwise. */
  returning: 'its rows are no table’s, and it has neither RETURNING nor ON CONFLICT',
  /** "missing FROM-clause entry for table": it is passed to the shards, which have other names. */
  school: 'it returns columns without ON CONFLICT, and takes the school from the table that it selects from, not as a value',
  /**
   * "Cartesian products are currently unsupported": rows whose id is made are not passed to the shards, and then the
   * school's value is not seen.
   */
  joins: 'it returns its id, selects from several tables, and does not join them by their school_id as well',
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
    const lacking = whatItLacks()
    if (lacking !== null) refused.push(`insert into ${relname}: ${lacking}`)

    function whatItLacks(): string | null {
      const tables = tablesIn(fromClause)
      if (returnsId(insert.returningClause) && joinsBySchool(insert.selectStmt) < tables - 1) return lacks.joins
      if (insert.onConflictClause !== undefined) return null
      if (tables === 0) return insert.returningClause === undefined ? lacks.returning : null
      return insert.returningClause !== undefined && isColumn ? lacks.school : null
    }
  }

  /** Counts the tables of schools in a FROM, but for those of subqueries. */
  function tablesIn(value: unknown): number {
    if (Array.isArray(value)) return value.reduce((sum: number, item) => sum + tablesIn(item), 0)
    if (typeof value !== 'object' || value === null) return 0
    return Object.entries(value as Record<string, { relname?: string }>).reduce((sum, [kind, node]) => {
      if (kind === 'RangeVar') return sum + (isOfSchool(node.relname ?? '') ? 1 : 0)
      return kind === 'SelectStmt' || kind === 'quals' ? sum : sum + tablesIn(node)
    }, 0)
  }

  for (const { stmt } of parseSync(sql).stmts ?? []) visit(stmt)
  return refused
}

/** Counts the comparisons of a `school_id` with another one. */
function joinsBySchool(value: unknown): number {
  if (Array.isArray(value)) return value.reduce((sum: number, item) => sum + joinsBySchool(item), 0)
  if (typeof value !== 'object' || value === null) return 0
  const { A_Expr: comparison } = value as { A_Expr?: { lexpr?: unknown; rexpr?: unknown } }
  if (comparison && isSchoolId(comparison.lexpr) && isSchoolId(comparison.rexpr)) return 1
  return joinsBySchool(Object.values(value))
}

function isSchoolId(value: unknown): boolean {
  return nameOf(value) === 'school_id'
}

function returnsId(clause: unknown): boolean {
  const { exprs = [] } = (clause ?? {}) as { exprs?: { ResTarget: { val?: unknown } }[] }
  return exprs.some(({ ResTarget }) => nameOf(ResTarget.val) === 'id')
}

/** Returns the name of a column that an expression is. */
function nameOf(value: unknown): string | undefined {
  const fields = (value as { ColumnRef?: { fields?: { String?: { sval?: string } }[] } } | undefined)?.ColumnRef?.fields
  return fields?.at(-1)?.String?.sval
}
