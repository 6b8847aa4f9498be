import type { Compilable } from 'kysely'
import { statement } from '#platform/database/statement.ts'
import { addDays, indiaOffset } from '#shared/dates.ts'
import { auditWords, type RowKind, rowKinds } from '../audit.words.ts'
import { studentTables } from './studentTables.ts'

/** The list shows so many, the newest; whoever looks for more narrows it, or exports it. */
export const mostListed = 10_000
/** So many ids of a row are told; a file of students has thousands. */
const mostIds = 5

/** A row of the audit log. */
export interface AuditRow {
  id: number
  /** Its place in the list, for reading on. */
  cursor: string
  at: Date
  subject: string | null
  role: string
  action: string
  /** The first of them. */
  rowIds: number[]
  rowCount: number
  fields: string[]
}

/** What is asked of the audit log; days are of the school's calendar. */
export interface AuditAsked {
  schoolId: number
  /** null: all. */
  actions: readonly string[] | null
  /** null: everybody; none: what no person has done. */
  subjects: readonly string[] | null
  studentId: number | null
  from: string | null
  to: string | null
  /** Whether the rows lie on several nodes: there no function that works as the owner is asked in the midst of a statement. */
  cluster: boolean
}

/**
 * Where the rows are found, as SQL and its values. Every action, account and id is looked up by itself, in an index that has its rows:
 * the planner cannot know that an action is rare, and would read a school's whole log for one page of it.
 */
function asked({ schoolId, actions, subjects, studentId, from, to, cluster }: AuditAsked) {
  const values: unknown[] = [schoolId]
  const value = (one: unknown) => `$${values.push(one)}`
  const where = ['a.school_id = $1']
  if (from !== null) where.push(`a.at >= ${value(`${from}T00:00:00${indiaOffset}`)}::timestamptz`)
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
          // A row of one id is found by it; those with more by a function, because no index may be asked here for one of several ids.
          { keys: 'mine m cross join unnest(m.ids) h (id)', where: `${every} and ${oneId} and a.action = any(m.actions)` },
          cluster
            ? { keys: 'mine m cross join unnest(m.actions) k (action)', where: `${every} and ${moreIds} and a.action = k.action` }
            : {
                keys: 'mine m cross join audit_rows_with_any($1::bigint, m.ids, m.actions) h (id)',
                where: `${every} and a.id = h.id`,
              },
        ]
  const before = studentId === null ? '' : `with mine as materialized (${idsOfStudent(value(studentId), actions)}) `
  return { before, places, values, value }
}

const oneId = 'cardinality(a.row_ids) = 1 and a.row_ids[1] = h.id'
const moreIds = 'cardinality(a.row_ids) > 1 and a.row_ids && m.ids'

/** The table of students' rows behind the ids of a kind. Registers are of whole sections. */
function tableOf(kind: RowKind) {
  const { table } = rowKinds[kind]
  return studentTables.find((one) => one.table === table)
}

/** The ids that a student's rows have in the audit log, with the actions whose ids they are: her own, those of her payments … */
function idsOfStudent(student: string, actions: readonly string[] | null): string {
  const parts = (Object.keys(rowKinds) as RowKind[]).flatMap((kind) => {
    const found = tableOf(kind)
    const names = [...auditWords].flatMap(([name, word]) =>
      word.rows === kind && (actions?.includes(name) ?? true) ? [`'${name}'`] : [],
    )
    if (!found || names.length === 0) return []
    const rows = found.rows.replaceAll('$2', `${student}::bigint`)
    return [`select array[${names.join(', ')}], array(select t.id from ${found.table} t where t.school_id = $1 and (${rows}))`]
  })
  const none = `select '{}'::text[], '{}'::bigint[] where ${student}::bigint is null`
  return `select * from (${[none, ...parts].join(' union all ')}) every_kind (actions, ids) where cardinality(ids) > 0`
}

/** Reads so many rows of every place. */
function reading(places: readonly { keys: string; where: string }[], columns: string, limit: string, narrowed = ''): string {
  const parts = places.map(({ keys, where }) => {
    const rows = `select ${columns} from audit_log a where ${where}${narrowed}`
    return keys === '' ? `(${rows} ${limit})` : `select a.* from ${keys} cross join lateral (${rows} ${limit}) a`
  })
  return parts.join(' union all ')
}

const newest = 'at desc, id desc'
const moment = "timestamptz 'epoch'"

/** One page of the rows, newest first; `before`: from the place of a row on. */
export function auditPage(
  view: AuditAsked,
  { before = null, page, pageSize }: { before?: string | null; page: number; pageSize: number },
) {
  const { before: first, places, values, value } = asked(view)
  let narrowed = ''
  if (before !== null) {
    const [at = '0', id = '0'] = before.split('-')
    narrowed = ` and (a.at, a.id) < (${moment} + ${value(at)}::float8 * interval '1 microsecond', ${value(id)}::bigint)`
  }
  const [size, offset] = [value(pageSize), value(page * pageSize)]
  const columns = `a.id, a.at, a.subject, a.role, a.action, a.fields, a.row_ids[1:${mostIds}] as row_ids,
    cardinality(a.row_ids) as row_count, (extract(epoch from a.at) * 1000000)::bigint || '-' || a.id as cursor`
  const rows = reading(places, columns, `order by a.at desc, a.id desc limit ${size}::int + ${offset}::int`, narrowed)
  return statement<AuditRow>(
    `${first}select * from (${rows}) found order by ${newest} limit ${size}::int offset ${offset}::int`,
    values,
  )
}

/** How many rows there are, counted up to {@link mostListed}. */
export function auditCount(view: AuditAsked): Compilable<{ total: number }> {
  const { before, places, values } = asked(view)
  const rows = `select from (${reading(places, 'a.id', `limit ${mostListed}`)}) every_place limit ${mostListed}`
  return statement<{ total: number }>(`${before}select count(*)::int as total from (${rows}) found`, values)
}
