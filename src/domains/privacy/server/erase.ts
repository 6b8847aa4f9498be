import { sql } from 'kysely'
import { deleteAccounts } from '#platform/auth/accounts.ts'
import type { Config } from '#platform/config.ts'
import type { Database, Db, Read, Tx } from '#platform/database/connect.ts'
import { statement } from '#platform/database/statement.ts'
import { recordErasure } from '#platform/erasures.ts'
import { deleteFileBytes } from '#platform/files/files.ts'
import { Refusal } from '#platform/refusal.ts'
import { invalidateViewer } from '#platform/viewer.ts'
import { showMoney } from '#shared/money.ts'
import { t } from '#shared/texts.ts'
import { pendingOfStudent } from '#domains/fees/server/online.exports.ts'
import { legacyDigest } from '#domains/legacy/server/legacy.exports.ts'
import { type StudentTable, studentTables } from './studentTables.ts'

/** A locked student who is to be erased. */
export interface StudentToErase {
  schoolId: number
  id: number
  name: string
  disabled: boolean
  subject: string | null
  erasedAt: Date | null
  erasureAskedAt: Date | null
  createdAt: Date
}

/** Locks a student until the transaction ends. */
export function lockStudent(db: Tx, schoolId: number, id: number): Promise<StudentToErase | undefined> {
  return db
    .selectFrom('students')
    .select(['schoolId', 'id', 'name', 'disabled', 'subject', 'erasedAt', 'erasureAskedAt', 'createdAt'])
    .where('schoolId', '=', schoolId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

/** Returns why a student cannot be erased now, as texts; empty when the erasure is possible. */
export async function erasureBlockers(
  { db, read }: { db: Db | Tx; read: Read },
  schoolId: number,
  id: number,
): Promise<string[]> {
  const [[status], [pending]] = await read(
    statement<{ here: boolean; clearing: number; open: number; surplus: number; sending: number }>(
      `select
         not s.disabled and exists (select from enrolments e join terms t on t.school_id = current_school() and t.id = e.term_id
           where e.school_id = $1 and e.student_id = $2 and t.current) as here,
         (select count(*) from payments p where p.school_id = $1 and p.student_id = $2 and p.state = 'CLEARING'
           and p.deleted_at is null)::int as clearing,
         (select count(distinct o.id) from online_orders o join online_order_lines l on l.school_id = current_school() and l.order_id = o.id
           where o.school_id = $1 and l.student_id = $2 and o.state = 'CREATED')::int as open,
         (select count(*) from online_surplus u where u.school_id = $1 and u.student_id = $2 and u.outcome is null)::int as surplus,
         (select count(*) from message_students a join messages m on m.school_id = current_school() and m.id = a.message_id
           where a.school_id = $1 and a.student_id = $2 and m.state = 'SENDING')::int as sending
       from students s where s.school_id = $1 and s.id = $2`,
      [schoolId, id],
    ),
    pendingOfStudent(db, schoolId, id),
  )
  const due = pending?.pending ?? 0
  const reasons: [unknown, string][] = [
    [status?.here, t`The student is enabled in the current term. Disable the student first.`],
    [due > 0, t`${showMoney(due)} is pending. Collect it, or give a discount.`],
    [status?.clearing, t`A cheque is still clearing. Record first whether the bank has paid it.`],
    [status?.open, t`An online payment is under way. Wait until it has succeeded or failed.`],
    [status?.surplus, t`A surplus of an online payment is not settled yet.`],
    [status?.sending, t`A message about the student is being sent. Try again in a minute.`],
  ]
  return reasons.flatMap(([applies, reason]) => (applies ? [reason] : []))
}

/**
 * Erases everything that identifies a student, in the caller's transaction, which has locked the student. Amounts,
 * receipt numbers, marks, issued certificates and published report cards stay. Does nothing for a student who is erased
 * already. `again` skips the checks.
 * @returns what to do after the commit: delete the files' bytes and record the erasure for restores
 * @throws Refusal CONFLICT with the reasons while money or messages are pending or the student has not left
 */
export async function eraseStudentRows(
  { db, read, database, config }: { db: Tx; read: Read; database: Database; config: Config },
  { schoolId, id, subject, erasedAt, createdAt, again = false }: StudentToErase & { again?: boolean },
): Promise<() => Promise<void>> {
  if (erasedAt === null && !again) {
    const reasons = await erasureBlockers({ db, read }, schoolId, id)
    if (reasons.length > 0) throw new Refusal('CONFLICT', reasons.join(' '))
  }
  const run = async <Row>(text: string) => (await db.executeQuery(statement<Row>(text, [schoolId, id]).compile())).rows
  const phones = await run<{ phone: string }>(
    'select unnest(phones || phone) as phone from students where school_id = $1 and id = $2',
  )
  const files = await run<{ id: string }>(`select t.id from files t where t.school_id = $1 and (${rowsOf('files')})`)
  await db
    .updateTable('students')
    .set({ disabled: true, ...(erasedAt === null && { erasedAt: sql`now()` }) })
    .where('schoolId', '=', schoolId)
    .where('id', '=', id)
    .execute()
  await run('select erase_locked_rows($1::bigint, $2::bigint)')
  await run(
    `insert into erased_legacy_ids (school_id, digest)
     select t.school_id, ${legacyDigest('t.school_id', 't.legacy_id')} from legacy_students t where t.school_id = $1 and t.student_id = $2
     on conflict do nothing`,
  )
  const [record, ...others] = studentTables
  for (const table of others) {
    const text = erasureStatement(table)
    if (text !== null) await run(text)
  }
  if (subject !== null) await deleteAccounts(db, [subject])
  const eraseRecord = record && erasureStatement(record)
  if (eraseRecord) await run(eraseRecord)
  // The devices of guardians whose phone is no other child's.
  const { rows: unlisted } = await sql<{ phone: string }>`
    select phone from unnest(${phones.map(({ phone }) => phone)}::text[]) as given (phone)
    where not exists (select from schools_of_phone(phone))`.execute(db)
  await sql`delete from guardian_sessions where phone = any(${unlisted.map(({ phone }) => phone)}::text[])`.execute(db)
  const ids = files.map((file) => file.id)
  if (ids.length > 0) await db.deleteFrom('files').where('schoolId', '=', schoolId).where('id', 'in', ids).execute()
  return async () => {
    invalidateViewer(database, subject)
    for (const file of ids) await deleteFileBytes(config, schoolId, file)
    await recordErasure(config, { schoolId, studentId: id, createdAt })
  }
}

function rowsOf(name: string): string {
  return studentTables.find((entry) => entry.table === name)?.rows ?? 'false'
}

/** Returns the statement that erases a table; null for a table that the server does not erase itself. */
function erasureStatement({ table, rows, erased }: StudentTable): string | null {
  if (erased.how === 'goes') return `delete from ${table} t where t.school_id = $1 and (${rows})`
  if (erased.how !== 'blank') return null
  const columns = Object.entries(erased.columns).map(([column, value]) => `${column} = ${value}`)
  return `update ${table} t set ${columns.join(', ')} where t.school_id = $1 and (${rows})`
}

/** The number of rows that an erasure removes or keeps. */
export interface ErasureCounts {
  messages: number
  chat: number
  incidents: number
  scans: number
  files: number
  payments: number
  certificates: number
  reportCards: number
  marks: number
  account: boolean
}

/** Counts, in one statement, the rows that an erasure touches. */
export function erasureCounts(schoolId: number, id: number) {
  const count = (table: string) => `(select count(*) from ${table} t where t.school_id = $1 and (${rowsOf(table)}))::int`
  return statement<ErasureCounts>(
    `select ${count('messages')} as messages, ${count('chat_messages')} as chat, ${count('incidents')} as incidents,
       ${count('gate_scans')} as scans, ${count('files')} as files, ${count('payments')} as payments,
       ${count('certificates')} as certificates, ${count('report_cards')} as report_cards, ${count('marks')} as marks,
       ${count('logins')} > 0 as account`,
    [schoolId, id],
  )
}
