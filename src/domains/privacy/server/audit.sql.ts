import type { Compilable } from 'kysely'
import { statement } from '../../../platform/database/statement.ts'
import { addDays, indiaOffset } from '../../../shared/dates.ts'
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
}

/**
 * The conditions, as SQL and its values. Every action and every account is looked up by itself, in an index that has its rows by time:
 * the planner cannot know that an action is rare, and would read a school's whole log for one page of it.
 */
function asked({ schoolId, actions, subjects, studentId, from, to }: AuditAsked) {
  const values: unknown[] = [schoolId]
  const value = (one: unknown) => `$${values.push(one)}`
  const where = ['a.school_id = $1']
  if (from !== null) where.push(`a.at >= ${value(`${from}T00:00:00${indiaOffset}`)}::timestamptz`)
  if (to !== null) where.push(`a.at < ${value(`${addDays(to, 1)}T00:00:00${indiaOffset}`)}::timestamptz`)
  let keys: string | null = null
  const allowed = studentId === null ? actions : (actions ?? [...auditWords.keys()]).filter(isOfStudents)
  if (allowed !== null) {
    keys = `unnest(${value([...allowed])}::text[])`
    where.push('a.action = k.key')
  }
  if (subjects !== null && subjects.length === 0) where.push('a.subject is null')
  else if (subjects !== null && keys !== null) where.push(`a.subject = any(${value([...subjects])}::uuid[])`)
  else if (subjects !== null) {
    keys = `unnest(${value([...subjects])}::uuid[])`
    where.push('a.subject = k.key')
  }
  if (studentId !== null) where.push(aboutStudent(value(studentId)))
  return { keys, where: where.join(' and '), values, value }
}

function isOfStudents(action: string): boolean {
  return tableOf(auditWords.get(action)?.rows) !== undefined
}

/** The table of students' rows behind the ids of a kind. Registers are of whole sections. */
function tableOf(kind: RowKind | undefined) {
  const table = kind && rowKinds[kind].table
  return studentTables.find((one) => one.table === table)
}

/** Whether the row `a` is about a student: her own id, or those of her payments, certificates, messages … */
function aboutStudent(student: string): string {
  const parts = (Object.keys(rowKinds) as RowKind[]).flatMap((kind) => {
    const found = tableOf(kind)
    if (!found) return []
    const names = [...auditWords].flatMap(([name, word]) => (word.rows === kind ? [`'${name}'`] : []))
    const rows = found.rows.replaceAll('$2', `${student}::bigint`)
    return [
      `a.action in (${names.join(', ')}) and a.row_ids && array(select t.id from ${found.table} t where t.school_id = $1 and (${rows}))`,
    ]
  })
  return `(${parts.map((part) => `(${part})`).join(' or ')})`
}

const newest = 'at desc, id desc'
const moment = "timestamptz 'epoch'"

/** One page of the rows, newest first; `before`: from the place of a row on. */
export function auditPage(
  view: AuditAsked,
  { before = null, page, pageSize }: { before?: string | null; page: number; pageSize: number },
) {
  const { keys, where, values, value } = asked(view)
  let narrowed = where
  if (before !== null) {
    const [at = '0', id = '0'] = before.split('-')
    narrowed += ` and (a.at, a.id) < (${moment} + ${value(at)}::float8 * interval '1 microsecond', ${value(id)}::bigint)`
  }
  const [size, offset] = [value(pageSize), value(page * pageSize)]
  const columns = `a.id, a.at, a.subject, a.role, a.action, a.fields, a.row_ids[1:${mostIds}] as row_ids,
    cardinality(a.row_ids) as row_count, (extract(epoch from a.at) * 1000000)::bigint || '-' || a.id as cursor`
  const text =
    keys === null
      ? `select ${columns} from audit_log a where ${narrowed} order by ${newest} limit ${size}::int offset ${offset}::int`
      : `select a.* from ${keys} k (key) cross join lateral (
           select ${columns} from audit_log a where ${narrowed} order by a.at desc, a.id desc limit ${size}::int + ${offset}::int
         ) a order by ${newest} limit ${size}::int offset ${offset}::int`
  return statement<AuditRow>(text, values)
}

/** How many rows there are, counted up to {@link mostListed}. */
export function auditCount(view: AuditAsked): Compilable<{ total: number }> {
  const { keys, where, values } = asked(view)
  const rows =
    keys === null
      ? `select from audit_log a where ${where} limit ${mostListed}`
      : `select from ${keys} k (key) cross join lateral (select from audit_log a where ${where} limit ${mostListed}) a limit ${mostListed}`
  return statement<{ total: number }>(`select count(*)::int as total from (${rows}) found`, values)
}
