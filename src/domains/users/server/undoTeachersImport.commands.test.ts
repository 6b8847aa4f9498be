import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fromNow } from '#tests/moments.ts'
import { auditRows, refusal } from '#tests/refusals.ts'
import { addSectionTeacher, addSubject } from '#tests/world/rows.ts'
import { type TestWorld, testWorld, type Who } from '#tests/world/testWorld.ts'
import { setPassword } from '#platform/auth/accounts.ts'
import { undoMessages } from '#platform/imports.ts'
import { viewerOf } from '#platform/viewer.ts'
import { importTeachers } from './importTeachers.commands.ts'
import { undoTeachersImport } from './undoTeachersImport.commands.ts'
import { deleteUser, listTeachers, setUserDisabled, updateUser } from './users.commands.ts'

let world: TestWorld
let files = 0

beforeAll(async () => {
  world = await testWorld()
})

afterAll(() => world.close())

/** Imports three teachers and returns the ids of the import and the teachers. */
async function imported(who: Who = 'admin') {
  files += 1
  const rows = [0, 1, 2].map((place) => ({
    name: `file ${files}`,
    phone: `900000000${place}`,
    email: `file${files}.${place}@undo.test`,
  }))
  const { id } = await importTeachers(await world.call(who), world.own.id, { rows })
  const emails = rows.map((row) => row.email)
  const users = (await teachers()).filter((teacher) => emails.includes(teacher.email))
  return { id, users, ids: users.map((user) => user.id) }
}

const undoing = async (id: number, who: Who = 'admin') => undoTeachersImport(await world.call(who), world.own.id, { id })
const teachers = async () => listTeachers(await world.call('admin'), world.own.id, {})

async function everything(): Promise<unknown> {
  const { rows } = await sql`
    select (select count(*) from auth."user") as users, (select count(*) from auth.account) as accounts,
      (select count(*) from logins) as logins
  `.execute(world.database.kysely)
  return { ...(rows[0] as object), teachers: await teachers() }
}

async function subjectOf(userId: number): Promise<string> {
  const login = await world.database.kysely
    .selectFrom('logins')
    .select('subject')
    .where('schoolId', '=', world.own.id)
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow()
  return login.subject
}

const undoRefusal = (what: string) => ({
  code: 'CONFLICT',
  message: `This import cannot be undone any more: these teachers have ${what}.`,
  problems: [],
})

describe('undoTeachersImport', () => {
  test('deletes the teachers with their accounts, and nobody else', async () => {
    const before = await everything()
    const { id, ids } = await imported()
    const subject = await subjectOf(ids[0] ?? 0)
    expect(await viewerOf(world.database, subject)).not.toBeNull()
    expect(await undoing(id)).toBe(3)
    expect(await everything()).toEqual(before)
    expect(await viewerOf(world.database, subject)).toBeNull()
    const audit = (await auditRows(world)).at(-1)
    expect(audit).toMatchObject({ action: 'user.undoImport', role: 'ADMIN' })
    expect(new Set(audit?.rowIds)).toEqual(new Set(ids))
  })

  test('works once, also when called twice concurrently', async () => {
    const { id } = await imported()
    const twins = await Promise.allSettled([undoing(id), undoing(id)])
    expect(twins.map((twin) => twin.status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await refusal(undoing(id))).toEqual({ code: 'CONFLICT', message: undoMessages.twice, problems: [] })
  })

  test('works within a day', async () => {
    const { id } = await imported()
    await world.database.transaction(world.own.id, async (db) => {
      const createdAt = fromNow(-24.1 * 3_600_000)
      await db.updateTable('imports').set({ createdAt }).where('schoolId', '=', world.own.id).where('id', '=', id).execute()
    })
    const before = await everything()
    expect(await refusal(undoing(id))).toEqual({ code: 'CONFLICT', message: undoMessages.late, problems: [] })
    expect(await everything()).toEqual(before)
  })

  test('ignores teachers deleted earlier, and deletes disabled ones', async () => {
    const before = await everything()
    const { id, ids } = await imported()
    await deleteUser(await world.call('admin'), world.own.id, { id: ids[0] })
    await setUserDisabled(await world.call('admin'), world.own.id, { id: ids[1], disabled: true })
    expect(await undoing(id)).toBe(2)
    expect(await everything()).toEqual(before)
  })

  test('deletes none when some teach, and says how many sections and subjects', async () => {
    const { id, ids } = await imported()
    const schoolId = world.own.id
    await addSectionTeacher(world, world.own, world.own.section7A, ids[0] ?? 0)
    await addSectionTeacher(world, world.own, world.own.section7B, ids[1] ?? 0)
    await addSubject(world, world.own, { sectionId: world.own.section7A, userId: ids[0] ?? 0 })
    const before = await everything()
    expect(await refusal(undoing(id))).toEqual(undoRefusal('2 sections and 1 subject'))
    expect(await everything()).toEqual(before)
    await world.database.transaction(schoolId, async (db) => {
      await db.deleteFrom('sectionTeachers').where('schoolId', '=', schoolId).where('userId', 'in', ids).execute()
      await db.deleteFrom('subjectTeachers').where('schoolId', '=', schoolId).where('userId', 'in', ids).execute()
    })
    // A refusal changes nothing, so the undo works once the assignments are removed.
    expect(await undoing(id)).toBe(3)
  })

  test('is refused when one was changed or has set a password', async () => {
    const { id, users } = await imported()
    const [first] = users
    const given = {
      id: first?.id,
      name: 'Renamed',
      phone: '9876543210',
      email: first?.email,
      role: 'TEACHER',
      limitedToClasses: false,
      classIds: [],
    }
    await updateUser(await world.call('admin'), world.own.id, { ...given, zoomId: '', zoomPassword: '', zoomLink: '' })
    expect(await refusal(undoing(id))).toEqual(undoRefusal('1 record changed since'))
    const subject = await subjectOf(users[1]?.id ?? 0)
    await world.database.transaction(world.own.id, (db) => setPassword(db, subject, 'my own password', 'own'))
    expect(await refusal(undoing(id))).toEqual(undoRefusal('1 password set since and 1 record changed since'))
  })

  test('is allowed for the importer and SUPERADMIN', async () => {
    const { id } = await imported('limitedAdmin')
    expect(await refusal(undoing(id))).toEqual({ code: 'FORBIDDEN', message: undoMessages.notYours, problems: [] })
    expect(await undoing(id, 'superadmin')).toBe(3)
  })

  test.each(['fees', 'teacher', 'attendant', 'student'] as const)('is refused to the role of %s', async (who) => {
    const { id } = await imported()
    expect((await refusal(undoing(id, who))).code).toBe('FORBIDDEN')
  })

  test('answers NOT_FOUND for an import of another school or kind', async () => {
    const call = await world.call('admin', world.other)
    const rows = [{ name: 'Other', phone: '9000000000', email: 'other@undo.test' }]
    const foreign = await importTeachers(call, world.other.id, { rows })
    for (const who of ['admin', 'superadmin'] as const) expect((await refusal(undoing(foreign.id, who))).code).toBe('NOT_FOUND')
    const elsewhere = undoTeachersImport(await world.call('admin'), world.other.id, { id: foreign.id })
    expect((await refusal(elsewhere)).code).toBe('NOT_FOUND')
    const { id } = await imported()
    await world.database.transaction(world.own.id, async (db) => {
      await db
        .updateTable('imports')
        .set({ kind: 'students' })
        .where('schoolId', '=', world.own.id)
        .where('id', '=', id)
        .execute()
    })
    expect((await refusal(undoing(id))).code).toBe('NOT_FOUND')
  })
})
