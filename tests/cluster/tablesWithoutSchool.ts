import { loadModule, type Node, parseSync, type WithClause } from 'libpg-query'

await loadModule()

/** The names that common table expressions give in a part of a statement. */
type Names = ReadonlySet<string>

/** A level of a statement: the tables of one FROM, or of one UPDATE or DELETE, and their conditions. */
interface Level {
  tables: { table: string; alias: string }[]
  /** Aliases that are compared with the school; '' for a `school_id` without an alias. */
  compared: Set<string>
}

/**
 * Returns the tables of schools that a statement reads, changes or deletes from without comparing their `school_id`
 * with the school itself, on their own level: by AND, in WHERE or in the condition of their join. The school itself is
 * a value (`$1`, a literal, a cast of one) or the setting (`current_school()`), not a column of another table.
 *
 * Citus runs a statement on the one node that has the school's rows if it finds the value for each table. It does not
 * find a value through a column of another level, as in a correlated subquery.
 *
 * @param isOfSchool whether a table is distributed by school
 * @returns each with its alias where it has one, as `collected_lines line`
 */
export function tablesWithoutSchool(sql: string, isOfSchool: (table: string) => boolean): string[] {
  const without: string[] = []

  function visit(value: unknown, names: Names): void {
    if (Array.isArray(value)) return value.forEach((item) => visit(item, names))
    if (typeof value !== 'object' || value === null) return
    for (const [kind, node] of Object.entries(value as Record<string, Record<string, unknown>>)) {
      if (kind === 'InsertStmt') visit(node, withNames(node, names))
      else if (kind === 'SelectStmt' || kind === 'larg' || kind === 'rarg') visitLevel(node, names)
      else if (kind === 'UpdateStmt' || kind === 'DeleteStmt' || kind === 'MergeStmt') visitLevel(node, names)
      else visit(node, names)
    }
  }

  function visitLevel(statement: Record<string, unknown>, outer: Names): void {
    const names = withNames(statement, outer)
    const level: Level = { tables: [], compared: new Set() }
    // The target of an UPDATE, DELETE or MERGE; the rows of a MERGE are compared in its join condition.
    if (statement.relation) addTable({ RangeVar: statement.relation } as Node, level, names)
    if (statement.sourceRelation) addTable(statement.sourceRelation as Node, level, names)
    for (const item of [...nodes(statement.fromClause), ...nodes(statement.usingClause)]) addTable(item, level, names)
    addComparisons(statement.whereClause, level.compared)
    addComparisons(statement.joinCondition, level.compared)
    for (const { table, alias } of level.tables) {
      if (level.compared.has(alias) || (level.tables.length === 1 && level.compared.has(''))) continue
      without.push(alias === table ? table : `${table} ${alias}`)
    }
    visit(statement, names)
  }

  /** Adds the tables of an item of FROM, and those that the conditions of its joins compare. */
  function addTable(item: Node, level: Level, names: Names): void {
    if ('RangeVar' in item) {
      const { relname: table = '', schemaname, alias } = item.RangeVar
      const isTable = schemaname === undefined ? !names.has(table) : schemaname === 'public'
      if (isTable && isOfSchool(table)) level.tables.push({ table, alias: alias?.aliasname ?? table })
    } else if ('JoinExpr' in item) {
      const { jointype, larg, rarg, quals } = item.JoinExpr
      const left: Level = { tables: [], compared: new Set() }
      const right: Level = { tables: [], compared: new Set() }
      if (larg) addTable(larg, left, names)
      if (rarg) addTable(rarg, right, names)
      const compared = new Set<string>()
      addComparisons(quals, compared)
      // The condition of an outer join selects no rows of the side that keeps all of its own.
      const bound = { JOIN_INNER: [left, right], JOIN_LEFT: [right], JOIN_RIGHT: [left] }[jointype as string] ?? []
      for (const side of bound) {
        for (const { alias } of side.tables) if (compared.has(alias)) level.compared.add(alias)
        if (compared.has('') && bound.flatMap(({ tables }) => tables).length === 1)
          for (const { alias } of side.tables) level.compared.add(alias)
      }
      for (const side of [left, right]) {
        level.tables.push(...side.tables)
        for (const alias of side.compared) level.compared.add(alias)
      }
    }
  }

  for (const { stmt } of parseSync(sql).stmts ?? []) visit(stmt, new Set())
  return without
}

function withNames(statement: Record<string, unknown>, outer: Names): Names {
  const { ctes } = (statement.withClause ?? {}) as WithClause
  const own = (ctes ?? []).flatMap((cte) => ('CommonTableExpr' in cte ? [cte.CommonTableExpr.ctename ?? ''] : []))
  return own.length === 0 ? outer : new Set([...outer, ...own])
}

const nodes = (value: unknown): Node[] => (Array.isArray(value) ? (value as Node[]) : [])

/** Adds the aliases whose `school_id` a condition compares with the school itself. */
function addComparisons(condition: unknown, compared: Set<string>): void {
  if (typeof condition !== 'object' || condition === null) return
  const node = condition as Node
  if ('BoolExpr' in node && node.BoolExpr.boolop === 'AND_EXPR')
    for (const part of nodes(node.BoolExpr.args)) addComparisons(part, compared)
  if (!('A_Expr' in node) || node.A_Expr.kind !== 'AEXPR_OP') return
  const { name, lexpr, rexpr } = node.A_Expr
  const [operator] = nodes(name)
  if (!operator || !('String' in operator) || operator.String.sval !== '=') return
  for (const [column, value] of [
    [lexpr, rexpr],
    [rexpr, lexpr],
  ]) {
    const alias = schoolColumn(column)
    if (alias !== undefined && isSchoolItself(value)) compared.add(alias)
  }
}

/** Returns the alias of a `school_id`, '' where it has none, or undefined where this is another expression. */
function schoolColumn(node: Node | undefined): string | undefined {
  if (!node || !('ColumnRef' in node)) return undefined
  const path = nodes(node.ColumnRef.fields).map((field) => ('String' in field ? field.String.sval : undefined))
  if (path.at(-1) !== 'school_id') return undefined
  return path.length === 1 ? '' : path.at(-2)
}

function isSchoolItself(node: Node | undefined): boolean {
  if (!node) return false
  if ('TypeCast' in node) return isSchoolItself(node.TypeCast.arg)
  if ('ParamRef' in node || 'A_Const' in node) return true
  if (!('FuncCall' in node)) return false
  const { funcname } = node.FuncCall
  const name = nodes(funcname).at(-1)
  return name !== undefined && 'String' in name && name.String.sval === 'current_school'
}
