import { z } from 'zod'
import { command, query, type QueryContext } from '#platform/command.ts'
import { notFound } from '#platform/refusal.ts'
import { statement } from '#platform/database/statement.ts'
import { formatReceiptNumber, type ReceiptNumber } from '#domains/fees/server/collected.exports.ts'
import { actionsOf, actorOf, auditWords, rowKinds, wordsOf } from '../audit.words.ts'
import { auditFilters, auditView } from '../privacy.schema.ts'
import { type AuditAsked, auditCount, auditPage, type AuditRow, mostListed } from './audit.sql.ts'
import { privacyActions } from './privacy.permissions.ts'

/** A row that an audit row is about, as far as it can be named and opened. */
export interface AuditTarget {
  kind: 'STUDENT' | 'USER' | 'PAYMENT'
  id: number
  name: string
}

/** A row of the audit log, as it is read. */
export interface AuditEntry extends AuditRow {
  says: string
  /** The name of now, or what it was where it was no person. */
  who: string
  /** What its ids are ids of. */
  rowsAre: string
  targets: AuditTarget[]
}

/** One page of the audit log: the newest rows, and how many match, counted up to ten thousand. */
export interface AuditList {
  rows: AuditEntry[]
  total: number
}

type Filter = z.output<typeof auditFilters>

/** What was done in a school, by whom, newest first. With `before` it goes on behind a row, and counts nothing. */
export const listAudit = query({
  action: privacyActions.listAudit,
  input: auditView,
  run: async (reading): Promise<AuditList> => {
    const { read, input } = reading
    const { before, page = 0, pageSize = 20 } = input
    const view = await askedBy(reading, input)
    const wanted = { before: before ?? null, page: Math.min(page, Math.ceil(mostListed / pageSize)), pageSize }
    const [rows, [counted]] =
      before === undefined
        ? await read(auditPage(view, wanted), auditCount(view))
        : [...(await read(auditPage(view, wanted))), []]
    return { rows: await named(reading, rows), total: counted?.total ?? rows.length }
  },
})

/** Everybody whose name the audit log can be narrowed to. */
export const listAuditPeople = query({
  action: privacyActions.listAudit,
  input: z.object({}),
  run: async ({ db, read, schoolId }) => {
    const [people] = await read(
      db
        .selectFrom('users')
        .select(['id', 'name'])
        .where('schoolId', '=', schoolId)
        .where('subject', 'is not', null)
        .orderBy('name')
        .orderBy('id'),
    )
    return people
  },
})

/** Writes down that somebody takes the rows of a filter along. Answers how many there are at least. */
export const noteAuditExport = command({
  action: privacyActions.exportAudit,
  input: auditFilters,
  run: async (running) => {
    const [[counted]] = await running.read(auditCount(await askedBy(running, running.input)))
    return { result: counted?.total ?? 0, ids: [], fields: Object.keys(running.input) }
  },
})

type Asking = Pick<QueryContext<Filter>, 'db' | 'read' | 'call' | 'schoolId'>

async function askedBy(reading: Asking, { area, actions: named, person, studentId, from, to }: Filter): Promise<AuditAsked> {
  const ofArea = area === undefined ? null : actionsOf(area)
  const actions = named === undefined ? ofArea : named.filter((name) => ofArea?.includes(name) ?? true)
  return {
    schoolId: reading.schoolId,
    actions,
    studentId: studentId ?? null,
    from: from ?? null,
    to: to ?? null,
    subjects: person === undefined ? null : await subjectsOf(reading, person),
    cluster: await reading.call.database.isCluster(),
  }
}

/** The accounts behind a choice of the list. */
async function subjectsOf({ db, read, call, schoolId }: Asking, person: string): Promise<string[]> {
  if (person === 'NOBODY') return []
  if (person === 'PLATFORM') {
    const [rows] = await call.database.read(0, [
      db.selectFrom('users').select('subject').where('schoolId', '=', 0).where('subject', 'is not', null),
    ] as const)
    return rows.flatMap((row) => row.subject ?? [])
  }
  const [[user]] = await read(
    db.selectFrom('users').select('subject').where('schoolId', '=', schoolId).where('id', '=', Number(person)),
  )
  if (!user?.subject) throw notFound()
  return [user.subject]
}

/** Puts names to accounts and rows: three statements for a page, however long it is, and one for super administrators. */
async function named({ db, read, call, schoolId }: Asking, rows: readonly AuditRow[]): Promise<AuditEntry[]> {
  const subjects = [...new Set(rows.flatMap((row) => row.subject ?? []))]
  const idsOf = (kind: AuditTarget['kind']) => [
    ...new Set(rows.flatMap((row) => (auditWords.get(row.action)?.rows === kind ? row.rowIds : []))),
  ]
  const [people, students, users, payments] = await read(
    statement<{ subject: string; name: string }>(
      `select subject, name from users where school_id = $1 and subject = any($2::uuid[])
       union all select subject, name from students where school_id = $1 and subject = any($2::uuid[])`,
      [schoolId, subjects],
    ),
    statement<{ id: number; name: string }>(`select id, name from students where school_id = $1 and id = any($2::bigint[])`, [
      schoolId,
      idsOf('STUDENT'),
    ]),
    statement<{ id: number; name: string }>(`select id, name from users where school_id = $1 and id = any($2::bigint[])`, [
      schoolId,
      idsOf('USER'),
    ]),
    statement<{ id: number } & ReceiptNumber>(
      `select id, receipt_prefix, receipt_year, receipt_no from payments where school_id = $1 and id = any($2::bigint[])`,
      [schoolId, idsOf('PAYMENT')],
    ),
  )
  const names = new Map(people.map(({ subject, name }) => [subject, name]))
  const unknown = subjects.filter((subject) => !names.has(subject))
  if (unknown.length > 0) {
    const [platform] = await call.database.read(0, [
      db.selectFrom('users').select(['subject', 'name']).where('schoolId', '=', 0).where('subject', 'in', unknown),
    ] as const)
    for (const { subject, name } of platform) if (subject !== null) names.set(subject, name)
  }
  const targets = new Map<string, AuditTarget>()
  for (const { id, name } of students) targets.set(`STUDENT ${id}`, { kind: 'STUDENT', id, name })
  for (const { id, name } of users) targets.set(`USER ${id}`, { kind: 'USER', id, name })
  for (const payment of payments)
    targets.set(`PAYMENT ${payment.id}`, { kind: 'PAYMENT', id: payment.id, name: formatReceiptNumber(payment) })
  return rows.map((row) => {
    const kind = auditWords.get(row.action)?.rows ?? 'OTHER'
    return {
      ...row,
      says: wordsOf(row.action),
      who: row.subject === null ? actorOf(row.role) || row.role : (names.get(row.subject) ?? 'Somebody who is not here any more'),
      rowsAre: row.rowCount === 1 ? rowKinds[kind].one : rowKinds[kind].many,
      targets: row.rowIds.flatMap((id) => targets.get(`${kind} ${id}`) ?? []),
    }
  })
}
