import { sql } from 'kysely'
import { currentSchool } from '#platform/database/currentSchool.ts'
import { deleteAccounts } from '#platform/auth/accounts.ts'
import type { Config } from '#platform/config.ts'
import type { Database, Tx } from '#platform/database/connect.ts'
import { statement } from '#platform/database/statement.ts'
import { type Erasure, readErasures, recordErasure } from '#platform/erasures.ts'
import { deleteFileBytes } from '#platform/files/files.ts'
import type { Job } from '#platform/jobs/jobs.ts'
import { applyAskedErasures } from './askedErasures.ts'
import { defaultRetention, type Retention } from '../privacy.schema.ts'
import { countWithNoun } from '#shared/plural.ts'

/** Days to keep chat notifications. The chat itself keeps the messages. */
const chatNoticeDays = 7
/** Days to keep the problems of a failed import, which name children who may never have joined. */
const problemDays = 30
/** Maximum number of rows per transaction, so that nobody waits for its locks. */
const batch = 5000

/** The rows removed by one transaction, and the files that are no longer used. */
interface Removed {
  count: number
  files?: string[]
}
type Remove = (db: Tx, schoolId: number, before: Date) => Promise<Removed>

interface Rule {
  /** The field name in the audit row. */
  field: string
  days: (retention: Retention) => number | null
  remove: Remove
}

/** All data with a retention period. */
const rules: readonly Rule[] = [
  {
    field: 'chatNotices',
    days: () => chatNoticeDays,
    remove: oldMessages("t.kind in ('CHAT', 'APPROVAL', 'REGISTER', 'MARKS')"),
  },
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
    field: 'attentionTexts',
    days: ({ attentionDays }) => attentionDays,
    remove: deleted(`update attention_entries set person = '', said = '', agreed = '' where school_id = $1 and id in (
      select id from attention_entries where school_id = $1 and written_at < $2 and (person <> '' or said <> '' or agreed <> '') limit $3)`),
  },
  {
    field: 'importProblems',
    days: () => problemDays,
    remove: deleted(`update legacy_imports set problems = '[]' where school_id = $1 and id in (
      select id from legacy_imports where school_id = $1 and finished_at < $2 and problems <> '[]' limit $3)`),
  },
  { field: 'accounts', days: ({ accountDays }) => accountDays, remove: accountsOfFormerStudents },
  {
    field: 'documents',
    // With the default period the files are deleted when they expire.
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

/** Deletes messages in a final state, with their history. */
function oldMessages(which: string): Remove {
  return deleted(`delete from messages t where t.school_id = $1 and t.id in (
    select t.id from messages t where t.school_id = $1 and ${which} and t.state not in ('QUEUED', 'SENDING') and t.state_at < $2 limit $3)`)
}

/** Removes rows that the server may only remove through a function (db/migrations/0021_privacy.sql). */
function locked(what: 'audit' | 'batches' | 'chat'): Remove {
  return async (db, schoolId, before) => {
    const query = statement<{ gone: number; files: string[] }>(
      'select gone, files from forget_locked_rows($1::bigint, $2, $3::timestamptz, $4::int)',
      [schoolId, what, before, batch],
    )
    const [done] = (await db.executeQuery(query.compile())).rows
    return { count: done?.gone ?? 0, files: done?.files ?? [] }
  }
}

/** Deletes the accounts of students who have been disabled for this long without a new enrolment. */
async function accountsOfFormerStudents(db: Tx, schoolId: number, before: Date): Promise<Removed> {
  const students = await db
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
            .where('enrolments.schoolId', '=', currentSchool)
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
    students.flatMap((student) => student.subject ?? []),
  )
  await db
    .updateTable('students')
    .set({ subject: null, loginEmail: null })
    .where('schoolId', '=', schoolId)
    .where(sql<boolean>`id = any(${students.map((student) => student.id)}::bigint[])`)
    .execute()
  return { count: students.length }
}

/**
 * Removes expired data of every school, in transactions of at most 5,000 rows, each with its audit row, and carries out
 * the erasures that were asked for. A failure in one school does not stop the others.
 * @returns the number of removed rows and erased students
 * @throws AggregateError at the end when it failed for some schools
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
    total += await applyToSchool(database, config, id, now, signal).catch((error: unknown) => {
      signal?.throwIfAborted()
      errors.push(error)
      return 0
    })
  await recordMissingErasures(database, config, schools)
  if (errors.length > 0)
    throw new AggregateError(errors, `Expired rows of ${countWithNoun(errors.length, 'school')} could not be removed.`)
  return total
}

async function applyToSchool(
  database: Database,
  config: Config,
  schoolId: number,
  now: Date,
  signal?: AbortSignal,
): Promise<number> {
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
      const { count, files = [] } = await database.transaction(schoolId, (db) => removeBatch(db, schoolId, rule, before))
      for (const file of files) await deleteFileBytes(config, schoolId, file)
      total += count
      // The chat counts threads, because each is removed as a whole.
      if (count === 0 || (count < batch && rule.field !== 'chat')) break
    }
  }
  return total + (await applyAskedErasures(database, config, schoolId, { now, signal }))
}

async function removeBatch(db: Tx, schoolId: number, { field, remove }: Rule, before: Date): Promise<Removed> {
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

/** Records erasures that a process could not record outside the database because it died right after the commit. */
async function recordMissingErasures(database: Database, config: Config, schools: readonly { id: number }[]): Promise<void> {
  const keyOf = (erasure: Erasure) => `${erasure.schoolId} ${erasure.studentId} ${erasure.createdAt.toISOString()}`
  const noted = new Set((await readErasures(config)).map(keyOf))
  for (const { id: schoolId } of schools) {
    const [erased] = await database.read(schoolId, [
      database.kysely
        .selectFrom('students')
        .select(['id as studentId', 'schoolId', 'createdAt'])
        .where('schoolId', '=', schoolId)
        .where('erasedAt', 'is not', null),
    ] as const)
    for (const erasure of erased) if (!noted.has(keyOf(erasure))) await recordErasure(config, erasure)
  }
}

/** Creates the nightly job that applies the retention. */
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
