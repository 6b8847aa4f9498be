import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { nameKeys } from '#shared/nameSearch.ts'
import { t } from '#shared/texts.ts'
import { createAccounts } from '#platform/auth/accounts.ts'
import type { z } from 'zod'
import { command, type CommandResult, type CommandContext } from '#platform/command.ts'
import { type Imported, importTimeoutMs, importWithRows, recordImport } from '#platform/imports.ts'
import { runOncePerKey } from '#platform/requestKeys.ts'
import { type Problem, Refusal } from '#platform/refusal.ts'
import { repeatedEmails } from '../users.rules.ts'
import { emailTwice, teacherImport } from '../users.schema.ts'
import { userActions } from './users.permissions.ts'

/**
 * Adds teachers from a file to the school, all or none, each with an account; the phone is the first password. The same
 * key with the same rows returns the first import again.
 * @returns the number of teachers, and the import's id for `undoTeachersImport`
 * @throws Refusal with problems at `rows.N.field`, N from 0. BAD_INPUT: an invalid cell, or an e-mail that occurs
 * twice. CONFLICT: an e-mail of an existing account of the installation
 */
export const importTeachers = command({
  action: userActions.importTeachers,
  input: teacherImport,
  statementTimeoutMs: importTimeoutMs,
  run: (running) =>
    runOncePerKey(
      running,
      userActions.importTeachers.name,
      running.input,
      () => storeTeachers(running),
      async (ids) => ({ id: (await importWithRows(running, 'teachers', ids)).id, count: ids.length }),
    ),
})

async function storeTeachers(running: CommandContext<z.output<typeof teacherImport>, unknown>): Promise<CommandResult<Imported>> {
  const { db, schoolId, input } = running
  const { rows } = input
  refuse(
    'BAD_INPUT',
    repeatedEmails(rows.map((row) => row.email)).map((index) => ({
      path: `rows.${index}.email`,
      message: emailTwice(),
    })),
  )
  const paths = new Map(rows.map((row, index) => [row.email, `rows.${index}.email`]))
  const users = await db
    .insertInto('users')
    .columns(['schoolId', 'role', 'name', 'nameKeys', 'phone', 'email', 'subject'])
    .expression(
      sql`select ${schoolId}::bigint, 'TEACHER', * from unnest(
          ${rows.map((row) => row.name)}::text[], ${rows.map((row) => nameKeys(row.name))}::text[],
          ${rows.map((row) => row.phone)}::text[], ${rows.map((row) => row.email)}::text[],
          ${rows.map(() => randomUUID())}::uuid[]
        )`,
    )
    .onConflict((conflict) => conflict.columns(['schoolId', 'email']).doNothing())
    .returning(['id', 'name', 'email', 'subject'])
    .execute()
  const added = new Set(users.map((user) => user.email))
  const inSchool = rows.filter((row) => !added.has(row.email)).map((row) => taken(row.email, paths))
  // Also run when some rows are already refused, so that one response reports all rows.
  const inOtherSchools = await createAccounts(
    db,
    users.map(({ id, name, email, subject }) => ({
      name,
      email,
      schoolId,
      userId: id,
      path: paths.get(email) ?? '',
      ...(subject === null ? {} : { subject }),
    })),
  ).then(
    () => [],
    (error: unknown) => {
      if (error instanceof Refusal) return error.problems
      throw error
    },
  )
  refuse('CONFLICT', [...inSchool, ...inOtherSchools])
  const ids = users.map((user) => user.id)
  const result: Imported = { id: await recordImport(running, 'teachers', ids), count: ids.length }
  return { result, ids, fields: ['name', 'phone', 'email', 'role'] }
}

function taken(email: string, paths: ReadonlyMap<string, string>): Problem {
  return { path: paths.get(email) ?? '', message: t`The email ${email} is already used by another account.` }
}

function refuse(code: 'BAD_INPUT' | 'CONFLICT', problems: Problem[]): void {
  const rowIndex = (problem: Problem) => Number(problem.path.split('.')[1])
  problems.sort((left, right) => rowIndex(left) - rowIndex(right))
  if (problems[0]) throw new Refusal(code, problems[0].message, problems)
}
