import { sql } from 'kysely'
import { deleteAccounts } from '#platform/auth/accounts.ts'
import type { Config } from '#platform/config.ts'
import type { Database, Tx } from '#platform/database/connect.ts'
import { statement } from '#platform/database/statement.ts'
import { type Erasure, readErasures, recordErasure } from '#platform/erasures.ts'
import { deleteFileBytes } from '#platform/files/files.ts'
import type { Job } from '#platform/jobs/jobs.ts'
import { defaultRetention, type Retention } from '../privacy.schema.ts'
import { countWithNoun } from '#shared/plural.ts'

/** A notification about a chat is kept for so long: what was written is kept by the chat. */
const chatNoticeDays = 7
/** What an import that failed has found wrong names children who may never have come in. */
const problemDays = 30
/** So many rows go in one transaction, so that nobody waits for it. */
const batch = 5000

/** What one transaction has removed: how many, and the files that nobody holds any more. */
interface Removed {
  count: number
  files?: string[]
}
type Remove = (db: Tx, schoolId: number, before: Date) => Promise<Removed>

interface Rule {
  /** How the audit row names it. */
  field: string
  days: (retention: Retention) => number | null
  remove: Remove
}

/** Everything that is not kept for ever, by what decides how long. */
const rules: readonly Rule[] = [
  { field: 'chatNotices', days: () => chatNoticeDays, remove: oldMessages("t.kind = 'CHAT'") },
  { field: 'messages', days: ({ messageDays }) => messageDays, remove: oldMessages('true') },
  { field: 'noticeTexts', days: ({ messageDays }) => messageDays, remove: locked('batches') },
  { field: 'chat', days: ({ chatDays }) => chatDays, remove: locked('chat') },
  {
    field: 'gateScans',
    days: ({ gateDays }) => gateDays,
    remove: deleted(
      'delete from gate_scans where school_id = $1 and id in (select id from gate_scans where school_id = $1 and at < $2 order by at limit $3)',
    ),
  },
  {
    field: 'incidentTexts',
    days: ({ incidentDays }) => incidentDays,
    remove: deleted(`update incidents set note = '', action_taken = '' where school_id = $1 and id in (
      select id from incidents where school_id = $1 and recorded_at < $2 and (note <> '' or action_taken <> '') limit $3)`),
  },
  {
    field: 'importProblems',
    days: () => problemDays,
    remove: deleted(`update legacy_imports set problems = '[]' where school_id = $1 and id in (
      select id from legacy_imports where school_id = $1 and finished_at < $2 and problems <> '[]' limit $3)`),
  },
  { field: 'accounts', days: ({ accountDays }) => accountDays, remove: accountsOfGone },
  {
    field: 'documents',
    // By default their files go when they expire.
    days: ({ documentDays }) => (documentDays < defaultRetention.documentDays ? documentDays : null),
    remove: deleted(`update document_jobs set expires_at = now() where school_id = $1 and id in (
      select id from document_jobs where school_id = $1 and finished_at < $2 and expires_at > now() limit $3)`),
  },
  { field: 'auditLog', days: ({ auditDays }) => auditDays, remove: locked('audit') },
]

function deleted(text: string): Remove {
  return async (db, schoolId, before) => {
    const { numAffectedRows = 0n } = await db.executeQuery(statement(text, [schoolId, before, batch]).compile())
    return { count: Number(numAffectedRows) }
  }
}

/** Messages that have come to their end, with what became of them. */
function oldMessages(which: string): Remove {
  return deleted(`delete from messages t where t.school_id = $1 and t.id in (
    select t.id from messages t where t.school_id = $1 and ${which} and t.state not in ('QUEUED', 'SENDING') and t.state_at < $2 limit $3)`)
}

/** What the server may not remove, but for this (db/migrations/0021_privacy.sql). */
function locked(what: 'audit' | 'batches' | 'chat'): Remove {
  return async (db, schoolId, before) => {
    const asked = statement<{ gone: number; files: string[] }>(
      'select gone, files from forget_locked_rows($1::bigint, $2, $3::timestamptz, $4::int)',
      [schoolId, what, before, batch],
    )
    const [done] = (await db.executeQuery(asked.compile())).rows
    return { count: done?.gone ?? 0, files: done?.files ?? [] }
  }
}

/** What students have signed in with who are disabled for so long, and had no new place meanwhile. */
async function accountsOfGone(db: Tx, schoolId: number, before: Date): Promise<Removed> {
  const gone = await db
    .selectFrom('students')
    .select(['id', 'subject'])
    .where('schoolId', '=', schoolId)
    .where('disabled', '=', true)
    .where('subject', 'is not', null)
    .where('switchedAt', '<', before)
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom('enrolments')
            .select('enrolments.id')
            .whereRef('enrolments.schoolId', '=', 'students.schoolId')
            .whereRef('enrolments.studentId', '=', 'students.id')
            .where('enrolments.createdAt', '>=', before),
        ),
      ),
    )
    .orderBy('id')
    .limit(batch)
    .forUpdate()
    .execute()
  await deleteAccounts(
    db,
    gone.flatMap((student) => student.subject ?? []),
  )
  await db
    .updateTable('students')
    .set({ subject: null, loginEmail: null })
    .where('schoolId', '=', schoolId)
    .where(sql<boolean>`id = any(${gone.map((student) => student.id)}::bigint[])`)
    .execute()
  return { count: gone.length }
}

/**
 * Removes, in every school, what it does not keep any longer, in transactions of at most 5,000 rows, each with its audit row. A school
 * where it fails keeps no other's.
 * @returns how many rows went
 * @throws AggregateError at the end, when it failed for some schools
 */
export async function applyRetention(
  database: Database,
  config: Config,
  { now = new Date(), signal }: { now?: Date; signal?: AbortSignal } = {},
): Promise<number> {
  const schools = await database.kysely.selectFrom('schools').select('id').where('id', '>', 0).orderBy('id').execute()
  const errors: unknown[] = []
  let total = 0
  for (const { id } of schools)
    total += await ofSchool(database, config, id, now, signal).catch((error: unknown) => {
      signal?.throwIfAborted()
      errors.push(error)
      return 0
    })
  await noteMissing(database, config, schools)
  if (errors.length > 0)
    throw new AggregateError(errors, `Expired rows of ${countWithNoun(errors.length, 'school')} could not be removed.`)
  return total
}

async function ofSchool(database: Database, config: Config, schoolId: number, now: Date, signal?: AbortSignal): Promise<number> {
  const [[stored]] = await database.read(schoolId, [
    database.kysely.selectFrom('retention').selectAll().where('schoolId', '=', schoolId),
  ] as const)
  let total = 0
  for (const rule of rules) {
    const days = rule.days({ ...defaultRetention, ...stored })
    if (days === null) continue
    const before = new Date(now.getTime() - days * 86_400_000)
    for (;;) {
      signal?.throwIfAborted()
      const { count, files = [] } = await database.transaction(schoolId, (db) => step(db, schoolId, rule, before))
      for (const file of files) await deleteFileBytes(config, schoolId, file)
      total += count
      // The chat counts threads: each goes as a whole.
      if (count === 0 || (count < batch && rule.field !== 'chat')) break
    }
  }
  return total
}

async function step(db: Tx, schoolId: number, { field, remove }: Rule, before: Date): Promise<Removed> {
  const removed = await remove(db, schoolId, before)
  if (removed.count === 0) return removed
  const { files = [] } = removed
  if (files.length > 0) await db.deleteFrom('files').where('schoolId', '=', schoolId).where('id', 'in', files).execute()
  await db
    .insertInto('auditLog')
    .values({ schoolId, role: 'JOB', action: 'retention.apply', fields: [field] })
    .execute()
  return removed
}

/** A process that died right after an erasure has not written it down outside of the database. */
async function noteMissing(database: Database, config: Config, schools: readonly { id: number }[]): Promise<void> {
  const keyOf = (one: Erasure) => `${one.schoolId} ${one.studentId} ${one.createdAt.toISOString()}`
  const noted = new Set((await readErasures(config)).map(keyOf))
  for (const { id: schoolId } of schools) {
    const [erased] = await database.read(schoolId, [
      database.kysely
        .selectFrom('students')
        .select(['id as studentId', 'schoolId', 'createdAt'])
        .where('schoolId', '=', schoolId)
        .where('erasedAt', 'is not', null),
    ] as const)
    for (const one of erased) if (!noted.has(keyOf(one))) await recordErasure(config, one)
  }
}

/** Every night, before what has expired is removed. */
export function retentionJob(database: Database, config: Config): Job<never> {
  return {
    name: 'retention',
    cron: '15 2 * * *',
    retryLimit: 2,
    expireInSeconds: 3600,
    run: async (_, signal) => {
      await applyRetention(database, config, { signal })
    },
  }
}
