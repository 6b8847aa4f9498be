import { globSync, readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readIn } from '#platform/database/connect.ts'
import { checkData } from '#platform/dataChecks.ts'
import { listAllStudentPhones } from '#platform/guardians/studentPhones.ts'
import { eraseStudentRows } from '#domains/privacy/server/erase.ts'
import { asOwner } from '#tests/asOwner.ts'
import { type TestWorld, testWorld } from '#tests/world/testWorld.ts'
import { addStudent, deleteStudent, setStudentDisabled, updateStudent } from './students.commands.ts'

const [first, second, third] = ['9700000101', '9700000102', '9700000103'] as const

let world: TestWorld
beforeAll(async () => {
  world = await testWorld()
})
afterAll(() => world.close())

async function schoolsOf(phone: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id from schools_of_phone(${phone}) as id`.execute(world.database.kysely)
  return rows.map(({ id }) => id)
}

const form = (changes: object = {}) => {
  const { termId, class7, section7A } = world.own
  return { termId, section: `${class7}:${section7A}`, roll: '9', name: 'Meera Joshi', phone: first, ...changes }
}

async function add(changes: object = {}): Promise<number> {
  return (await addStudent(await world.call('superadmin'), world.own.id, form(changes))).id
}

test('a phone is found in its schools as the records have it, from a command on', async () => {
  const call = await world.call('superadmin')
  const { own, other } = world
  expect(await schoolsOf(first)).toEqual([])
  const id = await add({ phones: `${second}, ${third}` })
  expect([await schoolsOf(first), await schoolsOf(second), await schoolsOf(third)]).toEqual([[own.id], [own.id], [own.id]])
  const { termId, class7, section7A } = other
  const there = await addStudent(call, other.id, { ...form(), termId, section: `${class7}:${section7A}` })
  expect(await schoolsOf(first)).toEqual([own.id, other.id].toSorted((a, b) => a - b))

  await updateStudent(call, own.id, form({ id, phone: second, phones: '' }))
  expect([await schoolsOf(first), await schoolsOf(second), await schoolsOf(third)]).toEqual([[other.id], [own.id], []])
  await setStudentDisabled(call, own.id, { id, disabled: true })
  expect(await schoolsOf(second)).toEqual([])
  await setStudentDisabled(call, own.id, { id, disabled: false })
  expect(await schoolsOf(second)).toEqual([own.id])
  await deleteStudent(call, own.id, { id })
  expect(await schoolsOf(second)).toEqual([])
  await deleteStudent(call, other.id, { id: there.id })
  expect(await asOwner(world.ownerUrl, 'select from student_phones where phone = any($1)', [[first, second, third]])).toEqual([])
})

test('the default phone is listed for nobody, and an erased student has none', async () => {
  const { own, database } = world
  await add({ phone: '1234567890', roll: '10' })
  expect(await schoolsOf('1234567890')).toEqual([])
  const id = await add({ roll: '11' })
  const { services } = await world.call('superadmin')
  await database.transaction(own.id, async (db) => {
    const student = await db.selectFrom('students').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const given = { db, read: readIn(db), database, config: services.config }
    await eraseStudentRows(given, { ...student, again: true })
  })
  expect(await schoolsOf(first)).toEqual([])
  expect(await asOwner(world.ownerUrl, 'select from student_phones where student_id = $1', [id])).toEqual([])
})

test('a phone is listed since it came to the record, however often the record is saved', async () => {
  const { own, database } = world
  const call = await world.call('superadmin')
  const since = async (id: number) => {
    const rows = await asOwner<{ phone: string; since: string }>(
      world.ownerUrl,
      'select phone, listed_at::text as since from student_phones where student_id = $1',
      [id],
    )
    return Object.fromEntries(rows.map((row) => [row.phone, row.since]))
  }
  const id = await add({ roll: '13', phones: second })
  const before = await since(id)
  expect(Object.keys(before).toSorted()).toEqual([first, second])
  await updateStudent(call, own.id, form({ id, roll: '13', name: 'Meera Patil', phones: second }))
  // Another order of the same phones, and the nightly job.
  await updateStudent(call, own.id, form({ id, roll: '13', phone: second, phones: first }))
  await setStudentDisabled(call, own.id, { id, disabled: true })
  await setStudentDisabled(call, own.id, { id, disabled: false })
  await listAllStudentPhones(database)
  expect(await since(id)).toEqual(before)
  await updateStudent(call, own.id, form({ id, roll: '13', phone: second, phones: third }))
  const changed = await since(id)
  expect(changed).toEqual({ [second]: before[second], [third]: expect.any(String) })
  // A phone that comes back is listed anew: it may have been somebody else's meanwhile.
  await updateStudent(call, own.id, form({ id, roll: '13', phone: second, phones: first }))
  expect(await since(id)).toEqual({ [second]: before[second], [first]: expect.not.stringMatching(before[first] ?? '') })
  await deleteStudent(call, own.id, { id })
})

test('only two functions write the phones of students, and both list them', () => {
  const sources = globSync('src/**/*.ts', { exclude: ['**/*.test.ts', 'src/development/**'] })
  const writers = sources.filter((file) =>
    /(insert into|update) students\b(?! set photo_file)|updateTable\('students'\)[^;]*?\bphones?\b *[:,}][^;]*?\.where/.test(
      readFileSync(file, 'utf8'),
    ),
  )
  // An erasure takes the phones away.
  expect(writers.toSorted()).toEqual(['src/domains/privacy/server/erase.ts', 'src/domains/students/server/students.sql.ts'])
  const text = readFileSync('src/domains/students/server/students.sql.ts', 'utf8')
  expect(text.match(/listStudentPhones\(/g)).toHaveLength(2)
})

test('nobody reads the list of another school but by its phone', async () => {
  const { own, other, database } = world
  const read = (schoolId: number, phone: string) =>
    database.transaction(schoolId, async (db) => {
      await sql`select set_config('app.guardian_phone', ${phone}, true)`.execute(db)
      const { rows } = await sql<{ schoolId: number; phone: string }>`select school_id, phone from student_phones`.execute(db)
      return [...new Set(rows.filter((row) => row.schoolId !== schoolId).map((row) => row.phone))]
    })
  expect(await read(own.id, '')).toEqual([])
  expect(await read(own.id, first)).toEqual([])
  expect(await read(own.id, '9876543210')).toEqual(['9876543210'])
  // The function leaves nothing behind.
  const after = await database.transaction(other.id, async (db) => {
    await sql`select schools_of_phone('9876543210')`.execute(db)
    const { rows } = await sql`select current_setting('app.guardian_phone') as phone, current_school() as school`.execute(db)
    return rows
  })
  expect(after).toEqual([{ phone: '', school: other.id }])
})

test('the job lists what a server of the version before has written, and the check finds what is missing', async () => {
  const { own } = world
  const id = await add({ roll: '12' })
  const findings = async () => (await checkData(world.database)).findings.map(({ check, rows }) => ({ check, rows }))
  const old = "update students set created_at = created_at - interval '2 days', phone = $2, phones = array[$3] where id = $1"
  await asOwner(world.ownerUrl, old, [id, second, third])
  expect(await findings()).toEqual([
    {
      check: 'phones-are-listed',
      rows: expect.arrayContaining([
        { student_id: id, phone_is: 'missing' },
        { student_id: id, phone_is: 'of another' },
      ]),
    },
  ])
  // Until then the student's row decides, and what is listed in vain shows nothing.
  expect([await schoolsOf(first), await schoolsOf(second)]).toEqual([[], []])
  expect(await listAllStudentPhones(world.database)).toBe(3)
  expect(await listAllStudentPhones(world.database)).toBe(0)
  expect([await schoolsOf(first), await schoolsOf(second), await schoolsOf(third)]).toEqual([[], [own.id], [own.id]])
  expect(await findings()).toEqual([])
})
