import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoAccounts, loadDemo } from '../src/app/demo/load.ts'
import { checkData } from '../src/platform/dataChecks.ts'
import { Database } from '../src/platform/database/connect.ts'
import { testDatabase } from './database.ts'

let test1: Awaited<ReturnType<typeof testDatabase>>
let test2: Awaited<ReturnType<typeof testDatabase>>
let database: Database

beforeAll(async () => {
  test1 = await testDatabase()
  test2 = await testDatabase()
  database = new Database(test1.appUrl, { onError: () => undefined, connections: 2 })
})

afterAll(async () => {
  await database.close()
  await test1.drop()
  await test2.drop()
})

async function fingerprint(from: Database): Promise<string> {
  const schools = await from.kysely.selectFrom('schools').select('id').where('isSociety', '=', false).orderBy('id').execute()
  const hash = createHash('sha256')
  for (const { id } of schools) {
    const [students, users] = await from.read(id, [
      from.kysely.selectFrom('students').select(['name', 'phone', 'birthdate', 'loginEmail', 'qrcode']).orderBy('id'),
      from.kysely.selectFrom('users').select(['name', 'email', 'role']).orderBy('id'),
    ] as const)
    hash.update(JSON.stringify([students, users]))
  }
  return hash.digest('hex')
}

test('the demo has two schools of 600 and 200 students, is loaded once, is the same everywhere, and passes every check', async () => {
  expect(await loadDemo(database)).toBe(true)
  expect(await loadDemo(database)).toBe(false)
  const schools = await database.kysely.selectFrom('schools').selectAll().where('isSociety', '=', false).orderBy('id').execute()
  expect(schools.map((school) => school.attType)).toEqual(['DAILY', 'SUBJECTWISE'])
  const counts = await Promise.all(
    schools.map(
      async ({ id }) => (await database.read(id, [database.kysely.selectFrom('students').select('id')] as const))[0].length,
    ),
  )
  expect(counts).toEqual([600, 200])

  const again = new Database(test2.appUrl, { onError: () => undefined, connections: 2 })
  try {
    await loadDemo(again)
    expect(await fingerprint(again)).toBe(await fingerprint(database))
  } finally {
    await again.close()
  }

  const { findings, checks } = await checkData(database)
  expect(checks).toBeGreaterThan(4)
  expect(findings).toEqual([])
  expect(new Set(demoAccounts).size).toBe(6)
})

test('the checks find what must not be', async () => {
  const [school] = await database.kysely.selectFrom('schools').select('id').where('isSociety', '=', false).orderBy('id').execute()
  const id = school?.id ?? 0
  await database.transaction(id, async (db) => {
    await db.updateTable('terms').set({ current: false }).where('schoolId', '=', id).execute()
    const user = await db
      .selectFrom('users')
      .select(['id', 'subject'])
      .where('role', '=', 'TEACHER')
      .limit(1)
      .executeTakeFirstOrThrow()
    await db.deleteFrom('logins').where('subject', '=', user.subject).execute()
    const student = await db.selectFrom('students').select('id').limit(1).executeTakeFirstOrThrow()
    await db.deleteFrom('enrolments').where('studentId', '=', student.id).execute()
    await db.updateTable('students').set({ loginEmail: 'other@x.test' }).where('id', '=', student.id).execute()
  })
  const { findings } = await checkData(database)
  expect(findings.map((finding) => finding.check).sort()).toEqual([
    'accounts-have-logins',
    'email-of-record-is-email-of-account',
    'one-current-term',
    'students-have-a-place',
  ])
})
