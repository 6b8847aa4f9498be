import { z } from 'zod'
import { t } from '#shared/texts.ts'
import { command, query, type QueryContext } from '#platform/command.ts'
import { inReadersOrder } from '#platform/database/nameOrder.ts'
import { notFound } from '#platform/refusal.ts'
import { statement } from '#platform/database/statement.ts'
import { formatReceiptNumber, type ReceiptNumber } from '#domains/fees/server/collected.exports.ts'
import { type AuditedScores, readAuditedScores } from '#domains/exams/server/auditedScores.exports.ts'
import { actionLabel, actionNamesOf, actorLabel, auditActions, rowKinds, signInActions } from '../auditActions.ts'
import { auditEntryChoice, auditFilters, auditView } from '../privacy.schema.ts'
import { type AuditQuery, auditCount, auditPage, type AuditRow, maxListed } from './audit.sql.ts'
import { privacyActions } from './privacy.permissions.ts'

/** A row that an audit row refers to and that can be named and opened. */
export interface AuditTarget {
  kind: 'STUDENT' | 'USER' | 'PAYMENT'
  id: number
  name: string
}

/** A row of the audit log with its labels and names. */
export interface AuditEntry extends AuditRow {
  says: string
  /** The person's current name, or the label of an actor that is no person. */
  who: string
  /** The label of the kind of rows that its ids refer to. */
  rowsAre: string
  targets: AuditTarget[]
}

/** A page of the audit log, newest first, with the number of matches up to ten thousand. */
export interface AuditList {
  rows: AuditEntry[]
  total: number
}

type Filter = z.output<typeof auditFilters>

/** Returns a page of a school's audit log, newest first. With `before` it returns older rows and counts nothing. */
export const listAudit = query({
  action: privacyActions.listAudit,
  input: auditView,
  run: async (reading): Promise<AuditList> => {
    const { read, input } = reading
    const { before, page = 0, pageSize = 20 } = input
    const view = await toAuditQuery(reading, input)
    const pageRange = { before: before ?? null, page: Math.min(page, Math.ceil(maxListed / pageSize)), pageSize }
    const [rows, [counted]] =
      before === undefined
        ? await read(auditPage(view, pageRange), auditCount(view))
        : [...(await read(auditPage(view, pageRange))), []]
    return { rows: await withNames(reading, rows), total: counted?.total ?? rows.length }
  },
})

/** Returns the scores that an entry of the audit log has changed; none for an unknown entry. */
export const viewAuditedScores = query({
  action: privacyActions.listAudit,
  input: auditEntryChoice,
  run: (reading): Promise<AuditedScores> => readAuditedScores(reading, reading.input.id),
})

/** Returns the people that the audit log can be filtered by. */
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
        .orderBy(inReadersOrder('name'))
        .orderBy('id'),
    )
    return people
  },
})

/** Records an export of the audit log. Returns the number of rows, counted up to ten thousand. */
export const noteAuditExport = command({
  action: privacyActions.exportAudit,
  input: auditFilters,
  run: async (running) => {
    const [[counted]] = await running.read(auditCount(await toAuditQuery(running, running.input)))
    return { result: counted?.total ?? 0, ids: [], fields: Object.keys(running.input) }
  },
})

type ReadContext = Pick<QueryContext<Filter>, 'db' | 'read' | 'call' | 'schoolId'>

async function toAuditQuery(
  reading: ReadContext,
  { area, actions: chosenActions, person, studentId, from, to }: Filter,
): Promise<AuditQuery> {
  const actionsOfArea = area === undefined ? null : actionNamesOf(area)
  const actions =
    chosenActions === undefined ? actionsOfArea : chosenActions.filter((name) => actionsOfArea?.includes(name) ?? true)
  return {
    schoolId: reading.schoolId,
    actions,
    hidden: actions === null ? signInActions : [],
    studentId: studentId ?? null,
    from: from ?? null,
    to: to ?? null,
    subjects: person === undefined ? null : await subjectsOf(reading, person),
    cluster: await reading.call.database.isCluster(),
  }
}

/** Returns the accounts of a person filter. */
async function subjectsOf({ db, read, call, schoolId }: ReadContext, person: string): Promise<string[]> {
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

/** Adds names to rows, in one round trip for a page of any size and one more for super administrators. */
async function withNames({ db, read, call, schoolId }: ReadContext, rows: readonly AuditRow[]): Promise<AuditEntry[]> {
  const subjects = [...new Set(rows.flatMap((row) => row.subject ?? []))]
  const idsOf = (kind: AuditTarget['kind']) => [
    ...new Set(rows.flatMap((row) => (auditActions.get(row.action)?.rows === kind ? row.rowIds : []))),
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
    const kind = auditActions.get(row.action)?.rows ?? 'OTHER'
    return {
      ...row,
      says: actionLabel(row.action),
      who: row.subject === null ? actorLabel(row.role) || row.role : (names.get(row.subject) ?? t`A former user`),
      rowsAre: row.rowCount === 1 ? rowKinds[kind].singular : rowKinds[kind].plural,
      targets: row.rowIds.flatMap((id) => targets.get(`${kind} ${id}`) ?? []),
    }
  })
}
