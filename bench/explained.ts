import type pg from 'pg'
import { prepareValue } from 'pg/lib/utils.js'
import type { Database } from '#platform/database/connect.ts'
import type { Statement } from '#platform/database/pipeline.ts'

/**
 * Pages of a table that is small: PostgreSQL reads it whole rather than through an index. What it throws away of one is
 * not counted, because in an installation of many schools the same table is large, and an index finds the school's
 * rows.
 */
const smallPages = 8

interface PlanNode {
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: PlanNode[]
}

/** What a statement has read from tables and indexes. */
export interface Reading {
  sql: string
  rows: number
}

/** Carries statements out again in a school, with the plans of a large installation, and returns what each has read. */
export async function explained(database: Database, schoolId: string, statements: readonly Statement[]): Promise<Reading[]> {
  const client = await database.pool.connect()
  try {
    await client.query('begin')
    await client.query("select set_config('app.school_id', $1, true)", [schoolId])
    // A small table is read whole or through an index, as its statistics happen to be: here always as a large one.
    await client.query('set local enable_seqscan = off')
    const { rows: small } = await client.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relpages <= $1`,
      [smallPages],
    )
    const smallTables = new Set(small.map(({ name }) => name))
    const readings: Reading[] = []
    for (const { sql, parameters } of statements) {
      await client.query(`prepare explained as ${sql}`)
      const values = parameters.map((value) => literal(client, prepareValue(value))).join(', ')
      const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
        `explain (analyze, buffers, timing off, format json) execute explained${values && `(${values})`}`,
      )
      await client.query('deallocate explained')
      const plan = rows[0]?.['QUERY PLAN'][0].Plan
      if (plan) readings.push({ sql, rows: Math.round(rowsRead(plan, smallTables)) })
    }
    return readings
  } finally {
    await client.query('rollback')
    client.release()
  }
}

function literal(client: pg.PoolClient, value: unknown): string {
  if (value === null || value === undefined) return 'null'
  return client.escapeLiteral(Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : String(value))
}

/** Counts the rows that a plan has read from tables and indexes, those that it then threw away among them. */
function rowsRead(node: PlanNode, small: ReadonlySet<string>): number {
  const relation = node['Relation Name']
  const inner = (node.Plans ?? []).reduce((sum, child) => sum + rowsRead(child, small), 0)
  if (relation === undefined) return inner
  const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)
  return inner + (node['Actual Rows'] + (small.has(relation) ? 0 : removed)) * node['Actual Loops']
}
