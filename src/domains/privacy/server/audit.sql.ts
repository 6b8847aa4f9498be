import type { Compilable } from 'kysely'
import { statement } from '#platform/database/statement.ts'
import { addDays, indiaOffset } from '#shared/dates.ts'
import { auditActions, type RowKind, rowKinds } from '../auditActions.ts'
import { studentTables } from './studentTables.ts'

/** Maximum number of rows that the list counts and pages. Older rows are found by filters or the export. */
export const maxListed = 10_000
/** Maximum number of ids returned per row, because an import of students has thousands. */
const maxIds = 5

/** A row of the audit log. */
export interface AuditRow {
  id: number
  /** Identifies the row as the start of the next page. */
  cursor: string
  at: Date
  subject: string | null
  role: string
  action: string
  /** The first ids. */
  rowIds: number[]
  rowCount: number
  fields: string[]
}

/** A query of the audit log; days are in India time. */
export interface AuditQuery {
  schoolId: number
  /** Null for all. */
  actions: readonly string[] | null
  /** Actions that are left out. */
  hidden: readonly string[]
  /** Null for everybody; empty for actions without a person. */
  subjects: readonly string[] | null
  studentId: number | null
  from: string | null
  to: string | null
  /** Whether the database is a Citus cluster, where a statement on rows cannot call a security definer function. */
  cluster: boolean
}

/**
 * Builds the sources of the rows as SQL with values. Every action, account and id is looked up separately in an index,
 * because the planner cannot know that an action is rare and would read a school's whole log for one page.
 */
function auditSources({ schoolId, actions, hidden, subjects, studentId, from, to, cluster }: AuditQuery) {
  const values: unknown[] = [schoolId]
  const value = (parameter: unknown) => `$${values.push(parameter)}`
  const where = ['a.school_id = $1']
  if (from !== null) where.push(`a.at >= ${value(`${from}T00:00:00${indiaOffset}`)}::timestamptz`)
  if (hidden.length > 0) where.push(`a.action <> all(${value([...hidden])}::text[])`)
  if (to !== null) where.push(`a.at < ${value(`${addDays(to, 1)}T00:00:00${indiaOffset}`)}::timestamptz`)
  const keys: string[] = []
  if (actions !== null && studentId === null) {
    keys.push(`unnest(${value([...actions])}::text[]) k (action)`)
    where.push('a.action = k.action')
  }
  if (subjects !== null && subjects.length === 0) where.push('a.subject is null')
  else if (subjects !== null && studentId !== null) where.push(`a.subject = any(${value([...subjects])}::uuid[])`)
  else if (subjects !== null) {
    keys.push(`unnest(${value([...subjects])}::uuid[]) p (subject)`)
    where.push('a.subject = p.subject')
  }
  const every = where.join(' and ')
  const places =
    studentId === null
      ? [{ keys: keys.join(' cross join '), where: every }]
      : [
          // Rows with one id are found by that id. Rows with more are found by a function, because this role cannot use
          // an index for one of several ids.
          { keys: 'mine m cross join unnest(m.ids) h (id)', where: `${every} and ${oneId} and a.action = any(m.actions)` },
          cluster
            ? { keys: 'mine m cross join unnest(m.actions) k (action)', where: `${every} and ${moreIds} and a.action = k.action` }
            : {
                keys: 'mine m cross join audit_rows_with_any($1::bigint, m.ids, m.actions) h (id)',
                where: `${every} and a.id = h.id`,
              },
        ]
  const before = studentId === null ? '' : `with mine as (${idsOfStudent(value(studentId), actions)}) `
  return { before, places, values, value }
}

const oneId = 'cardinality(a.row_ids) = 1 and a.row_ids[1] = h.id'
const moreIds = 'cardinality(a.row_ids) > 1 and a.row_ids && m.ids'

/**
 * Returns the entry of `studentTables` for a kind of rows; registers have none, because they belong to whole sections.
 */
function tableOf(kind: RowKind) {
  const { table } = rowKinds[kind]
  return studentTables.find((entry) => entry.table === table)
}

/**
 * Selects the ids of a student's rows with the actions that refer to them: the student's own, those of payments, and so
 * on.
 */
function idsOfStudent(student: string, actions: readonly string[] | null): string {
  const parts = (Object.keys(rowKinds) as RowKind[]).flatMap((kind) => {
    const table = tableOf(kind)
    const names = [...auditActions].flatMap(([name, action]) =>
      action.rows === kind && (actions?.includes(name) ?? true) ? [`'${name}'`] : [],
    )
    if (!table || names.length === 0) return []
    const rows = table.rows.replaceAll('$2', `${student}::bigint`)
    return [`select array[${names.join(', ')}], array(select t.id from ${table.table} t where t.school_id = $1 and (${rows}))`]
  })
  const none = `select '{}'::text[], '{}'::bigint[] where ${student}::bigint is null`
  return `select * from (${[none, ...parts].join(' union all ')}) every_kind (actions, ids) where cardinality(ids) > 0`
}

/** Builds a statement that reads a limited number of rows from every source. */
function readSources(places: readonly { keys: string; where: string }[], columns: string, limit: string, narrowed = ''): string {
  const parts = places.map(({ keys, where }) => {
    const rows = `select ${columns} from audit_log a where ${where}${narrowed}`
    return keys === '' ? `(${rows} ${limit})` : `select a.* from ${keys} cross join lateral (${rows} ${limit}) a`
  })
  return parts.join(' union all ')
}

const newest = 'at desc, id desc'
const moment = "timestamptz 'epoch'"

/** Selects a page of the rows, newest first; with `before`, only rows older than that cursor. */
export function auditPage(
  view: AuditQuery,
  { before = null, page, pageSize }: { before?: string | null; page: number; pageSize: number },
) {
  const { before: first, places, values, value } = auditSources(view)
  let narrowed = ''
  if (before !== null) {
    const [at = '0', id = '0'] = before.split('-')
    narrowed = ` and (a.at, a.id) < (${moment} + ${value(at)}::float8 * interval '1 microsecond', ${value(id)}::bigint)`
  }
  const [size, offset] = [value(pageSize), value(page * pageSize)]
  const columns = `a.id, a.at, a.subject, a.role, a.action, a.fields, a.row_ids[1:${maxIds}] as row_ids,
    cardinality(a.row_ids) as row_count, (extract(epoch from a.at) * 1000000)::bigint || '-' || a.id as cursor`
  const rows = readSources(places, columns, `order by a.at desc, a.id desc limit ${size}::int + ${offset}::int`, narrowed)
  return statement<AuditRow>(
    `${first}select * from (${rows}) found order by ${newest} limit ${size}::int offset ${offset}::int`,
    values,
  )
}

/** Counts the rows up to {@link maxListed}. */
export function auditCount(view: AuditQuery): Compilable<{ total: number }> {
  const { before, places, values } = auditSources(view)
  const rows = `select from (${readSources(places, 'a.id', `limit ${maxListed}`)}) every_place limit ${maxListed}`
  return statement<{ total: number }>(`${before}select count(*)::int as total from (${rows}) found`, values)
}
