import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { passwordLength } from '#shared/signIn.ts'
import { t } from '#shared/texts.ts'
import type { Tx } from '../database/connect.ts'
import { statement } from '../database/statement.ts'
import { type Problem, Refusal } from '../refusal.ts'
import { checkAdminPassword } from './newPassword.ts'
import { clearAttempts } from './passwordAttempts.ts'
import { hashingFor, hashPassword } from './passwordHashing.ts'
import { adminPrefix, phonePrefix } from './passwordPrefixes.ts'
import { endOtherSessions } from './sessions.ts'

// Everything here runs in the command's transaction, which is set to the people's school. So a person exists in both
// the school's tables and the sign-in service, or in neither.

/** A user or student who gets an account. Exactly one of `userId` and `studentId` is set. */
export interface NewAccount {
  email: string
  name: string
  schoolId: number
  userId?: number
  studentId?: number
  /**
   * The subject, a random UUID, if the record was inserted with it. Otherwise one is generated and written into the
   * record. That takes five times as long for thousands of students, because their search index is written again.
   */
  subject?: string
  /** The field that a refusal names: `email` by default, such as `rows.12.email` in an import. */
  path?: string
}

/**
 * Creates accounts, thousands at once. The password is the record's phone number until another one is set.
 *
 * @returns the subjects, in the order of the people; they are stored in the records' `subject` as well
 * @throws Refusal CONFLICT with a problem for every e-mail that is taken, in any school
 */
export async function createAccounts(tx: Tx, people: readonly NewAccount[]): Promise<string[]> {
  if (people.length === 0) return []
  const accounts = people.map((person) => ({
    ...person,
    subject: person.subject ?? randomUUID(),
    email: person.email.trim().toLowerCase(),
  }))
  const subjects = accounts.map((account) => account.subject)
  const created = await sql<{ id: string }>`
    insert into auth."user" (id, name, email, "emailVerified")
    select * from unnest(
      ${subjects}::uuid[], ${accounts.map((account) => account.name)}::text[], ${accounts.map((account) => account.email)}::text[],
      array_fill(false, array[${accounts.length}::integer])
    )
    on conflict (email) do nothing
    returning id
  `.execute(tx)
  if (created.rows.length < accounts.length) {
    const createdIds = new Set(created.rows.map((row) => row.id))
    throw emailTakenRefusal(accounts.filter((account) => !createdIds.has(account.subject)))
  }
  await sql`
    insert into auth.account ("accountId", "providerId", "userId", password, "updatedAt")
    select id::text, 'credential', id, ${phonePrefix} || id, now() from unnest(${subjects}::uuid[]) as id
  `.execute(tx)
  await tx
    .insertInto('logins')
    .expression(
      sql`select * from unnest(
        ${subjects}::uuid[], ${accounts.map((account) => account.schoolId)}::bigint[],
        ${accounts.map((account) => account.userId ?? null)}::bigint[], ${accounts.map((account) => account.studentId ?? null)}::bigint[]
      )`,
    )
    .columns(['subject', 'schoolId', 'userId', 'studentId'])
    .execute()
  const unwritten = accounts.filter((_, index) => people[index]?.subject === undefined)
  await writeSubjects(
    tx,
    'users',
    unwritten.map(({ subject, schoolId, userId }) => ({ subject, schoolId, id: userId })),
  )
  await writeSubjects(
    tx,
    'students',
    unwritten.map(({ subject, schoolId, studentId }) => ({ subject, schoolId, id: studentId })),
  )
  return subjects
}

async function writeSubjects(
  tx: Tx,
  table: 'users' | 'students',
  records: readonly { subject: string; schoolId: number; id: number | undefined }[],
): Promise<void> {
  const rows = records.filter((record) => record.id !== undefined)
  if (rows.length === 0) return
  const stored = await sql`
    update ${sql.table(table)} as record set subject = given.subject
    from unnest(
      ${rows.map((row) => row.subject)}::uuid[], ${rows.map((row) => row.schoolId)}::bigint[], ${rows.map((row) => row.id)}::bigint[]
    ) as given (subject, school_id, id)
    where record.school_id = current_school() and given.school_id = record.school_id and record.id = given.id
  `.execute(tx)
  if (Number(stored.numAffectedRows) !== rows.length) throw new Error(`An account was asked for without its record in ${table}.`)
}

/**
 * Sets a password and ends the account's sessions. A password set by an admin must be replaced by its owner at sign-in.
 * The caller checks the person's phones, see `newPassword.ts`.
 *
 * @throws Refusal BAD_INPUT on `password`; NOT_FOUND when there is no such account
 */
export async function setPassword(
  tx: Tx,
  subject: string,
  password: string,
  source: 'admin' | 'own' = 'admin',
  keptSession: string | null = null,
): Promise<void> {
  if (source === 'admin') checkAdminPassword(password, [])
  const { min, max } = passwordLength
  if (password.length < min || password.length > max) {
    const message = t`Password should have ${min} to ${max} characters.`
    throw new Refusal('BAD_INPUT', message, [{ path: 'password', message }])
  }
  const hash = await hashingFor(subject, () => hashPassword(password))
  const stored = await sql`
    update auth.account set password = ${source === 'admin' ? adminPrefix + hash : hash}, "updatedAt" = now()
    where "userId" = ${subject} and "providerId" = 'credential'
  `.execute(tx)
  if (stored.numAffectedRows === 0n) throw noAccountRefusal()
  await clearAttempts(tx, subject)
  await sql`delete from auth.one_time_codes where user_id = ${subject}`.execute(tx)
  await endSessions(tx, subject, keptSession)
}

/** Gives accounts one password that counts as chosen by their owners, for the demo. Hashes it once for all of them. */
export async function giveOwnPassword(tx: Tx, subjects: readonly string[], password: string): Promise<void> {
  await sql`
    update auth.account set password = ${await hashPassword(password)}, "updatedAt" = now()
    where "userId" = any(${subjects}::uuid[]) and "providerId" = 'credential'
  `.execute(tx)
}

/**
 * Changes the e-mail of an account. Reset links that went to the old address stop working.
 *
 * @throws Refusal CONFLICT on `email` when another account has it; NOT_FOUND when there is no such account
 */
export async function changeAccountEmail(tx: Tx, subject: string, email: string): Promise<void> {
  const newEmail = email.trim().toLowerCase()
  const stored = await sql`update auth."user" set email = ${newEmail}, "updatedAt" = now() where id = ${subject}`
    .execute(tx)
    .catch((error: unknown) => {
      if (error instanceof pg.DatabaseError && error.constraint === 'user_email_key')
        throw emailTakenRefusal([{ email: newEmail }])
      throw error
    })
  if (stored.numAffectedRows === 0n) throw noAccountRefusal()
  await sql`delete from auth.verification where value = ${subject}`.execute(tx)
  // An external sign-in service is linked by e-mail, so the next sign-in links again.
  await sql`delete from auth.account where "userId" = ${subject} and "providerId" <> 'credential'`.execute(tx)
}

/**
 * Signs an account out everywhere: ends its sessions, refresh tokens and reset links. Call it when a person is
 * disabled. An access token already issued is refused, because every request checks the record.
 */
export async function endSessions(tx: Tx, subject: string, keptSession: string | null = null): Promise<void> {
  await endOtherSessions(tx, subject, keptSession)
  await sql`delete from auth.verification where value = ${subject}`.execute(tx)
}

/** Deletes accounts and everything that belongs to them. The caller deletes the records in the same transaction. */
export async function deleteAccounts(tx: Tx, subjects: readonly string[]): Promise<void> {
  if (subjects.length === 0) return
  await tx.deleteFrom('logins').where(sql<boolean>`subject = any(${subjects}::uuid[])`).execute()
  await sql`delete from auth.verification where value = any(${subjects}::text[])`.execute(tx)
  await sql`delete from auth."user" where id = any(${subjects}::uuid[])`.execute(tx)
}

/** Counts the accounts whose password was set by their owner or an admin, and is not the record's phone number. */
export async function countSetPasswords(tx: Tx, subjects: readonly string[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from auth.account
    where "userId" = any(${subjects}::uuid[]) and "providerId" = 'credential' and password not like ${`${phonePrefix}%`}
  `.execute(tx)
  return rows[0]?.count ?? 0
}

/**
 * Selects the accounts without an own password: it is still the record's phone number, or an admin set it. A separate
 * query, because a cluster cannot join accounts with records.
 */
export function knownPasswordsQuery(subjects: readonly string[]) {
  return statement<{ subject: string }>(
    `select "accountId" as subject from auth.account
     where "providerId" = 'credential' and "accountId" = any($1::text[]) and (password like $2 or password like $3)`,
    [subjects, `${phonePrefix}%`, `${adminPrefix}%`],
  )
}

/**
 * Selects the accounts whose password is still the record's phone number. A separate query, because a cluster cannot
 * join accounts with records.
 */
export function initialPasswordsQuery(subjects: readonly string[]) {
  return statement<{ subject: string }>(
    `select "accountId" as subject from auth.account
     where "providerId" = 'credential' and "accountId" = any($1::text[]) and password like $2`,
    [subjects, `${phonePrefix}%`],
  )
}

function emailTakenRefusal(accounts: readonly { email: string; path?: string }[]): Refusal {
  const problems: Problem[] = accounts.map(({ email, path }) => ({
    path: path ?? 'email',
    message: t`The email ${email} is already used by another account.`,
  }))
  return new Refusal('CONFLICT', problems[0]?.message ?? t`This email is already used by another account.`, problems)
}

function noAccountRefusal(): Refusal {
  return new Refusal('NOT_FOUND', t`This person has no account to sign in with.`)
}
