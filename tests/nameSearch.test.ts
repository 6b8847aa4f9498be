import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addStudents, addUser, inSchool } from './world/rows.ts'
import { type TestWorld, testWorld } from './world/testWorld.ts'
import { cardStaff, cardStaffCounts } from '#domains/users/server/users.exports.ts'
import { cardStudentCounts, cardStudents } from '#domains/students/server/students.exports.ts'
import { listStudents } from '#domains/students/server/students.commands.ts'
import { findByWords } from '#shared/nameSearch.ts'
import { writeNameKeys } from '#platform/nameKeysJob.ts'
import { viewerOf } from '#platform/viewer.ts'

let world: TestWorld

const students = [
  'Asha Sharma',
  'आशा शर्मा',
  'Laxmi Deshmukh',
  'लक्ष्मी देशमुख',
  'Dnyaneshwar Chaudhari',
  'Sri Krishna Vishram',
  'Anita Jagtap',
]
const staff = ['Vaishnavi Kulkarni', 'वैष्णवी कुलकर्णी', 'Gyaneshwar Gayakwad']

beforeAll(async () => {
  world = await testWorld()
  await addStudents(
    world,
    world.own,
    world.own.section7B,
    students.map((name) => ({ name })),
  )
  for (const [place, name] of staff.entries())
    await addUser(world, world.own, { name, email: `${place}@names.test`, role: 'TEACHER' })
})

afterAll(() => world.close())

/** Returns the found names of the list of students, by section and by name, and checks that its count is theirs. */
async function listed(search: string) {
  const { own } = world
  const [bySection, byName] = await Promise.all(
    ['SECTION', 'NAME'].map(async (sort) => {
      const { rows, total } = await listStudents(await world.call('admin'), own.id, { termId: own.termId, search, sort })
      expect(total).toBe(rows.length)
      return rows.map((row) => row.name).toSorted()
    }),
  )
  expect(byName).toEqual(bySection)
  return byName ?? []
}

async function cardHolders(search: string) {
  const { own, database } = world
  const viewer = await viewerOf(database, own.subjects.admin ?? '')
  const view = { termId: own.termId, search }
  const [found, [counts]] = await database.read(own.id, [
    cardStudents(database.kysely, own.id, viewer!, view),
    cardStudentCounts(database.kysely, own.id, viewer!, view),
  ] as const)
  expect(counts?.total).toBe(found.length)
  return found.map(({ name }) => name).toSorted()
}

async function cardUsers(search: string) {
  const { own, database } = world
  const [found, [counts]] = await database.read(own.id, [
    cardStaff(database.kysely, own.id, { search }),
    cardStaffCounts(database.kysely, own.id, { search }),
  ] as const)
  expect(counts?.total).toBe(found.length)
  return found.map(({ name }) => name)
}

describe('a student', () => {
  test.each([
    ['sharma', ['Asha Sharma', 'आशा शर्मा']],
    ['शर्मा', ['Asha Sharma', 'आशा शर्मा']],
    ['शर्', ['Asha Sharma', 'आशा शर्मा', 'Sri Krishna Vishram']],
    ['harm', ['Asha Sharma']],
    ['lakshmee', ['Laxmi Deshmukh', 'लक्ष्मी देशमुख']],
    ['देशमुख लक्ष', ['Laxmi Deshmukh', 'लक्ष्मी देशमुख']],
    ['ज्ञानेश्वर', ['Dnyaneshwar Chaudhari']],
    ['Choudhary', ['Dnyaneshwar Chaudhari']],
    ['श्रीकृष्ण', ['Sri Krishna Vishram']],
    // One slip, in one of the words.
    ['deshnukh', ['Laxmi Deshmukh', 'लक्ष्मी देशमुख']],
    ['asha shermaa', ['Asha Sharma', 'आशा शर्मा']],
    // Nobody is called Jagdap, so that it may be a slip.
    ['Jagdap', ['Anita Jagtap']],
    ['जगदाप', ['Anita Jagtap']],
    // Two slips; a name that only begins with another sound of it.
    ['dexhnukh', []],
    ['ram asha', []],
    ["sharma' or true --", []],
  ])('is found for %j in the list, its count and the cards', async (search, names) => {
    expect(await listed(search)).toEqual(names.toSorted())
    expect(await cardHolders(search)).toEqual(names.toSorted())
  })

  test('is found as a list in the browser finds it', async () => {
    const all = await listed('')
    for (const search of [
      ...students,
      'Patil',
      'Pawar',
      'Deshnukh',
      'vishr',
      'Kulkarni',
      'asha patel',
      'zzz',
      'ashaa',
      'Dnaneshwar',
    ])
      expect([search, await listed(search)]).toEqual([search, [...findByWords(all, search, (name) => name)]])
  })

  test('of another school decides nothing', async () => {
    await addStudents(world, world.other, world.other.section7B, [{ name: 'Deshnukh' }, { name: 'Sharma' }])
    expect(await listed('deshnukh')).toEqual(['Laxmi Deshmukh', 'लक्ष्मी देशमुख'])
    expect(await listed('sharma')).toHaveLength(2)
  })
})

test.each([
  ['kulkarni', ['Vaishnavi Kulkarni', 'वैष्णवी कुलकर्णी']],
  ['वैष्णवी', ['Vaishnavi Kulkarni', 'वैष्णवी कुलकर्णी']],
  ['ज्ञानेश्वर गायकवाड', ['Gyaneshwar Gayakwad']],
  ['kulkarmi', ['Vaishnavi Kulkarni', 'वैष्णवी कुलकर्णी']],
  ['2@names', ['Gyaneshwar Gayakwad']],
])('staff is found for %j', async (search, names) => {
  expect((await cardUsers(search)).toSorted()).toEqual(names.toSorted())
})

test('keys that are missing or wrong are written once, and nothing else', async () => {
  const { own, database } = world
  await inSchool(world, own.id, async (db) => {
    await db.updateTable('students').set({ nameKeys: '' }).where('schoolId', '=', own.id).execute()
    await db
      .updateTable('users')
      .set({ nameKeys: ' of before' })
      .where('schoolId', '=', own.id)
      .where('name', '=', staff[1]!)
      .execute()
  })
  expect(await listed('आशा शर्मा')).toEqual(['आशा शर्मा'])
  const count = (await listed('')).length
  expect(await writeNameKeys(database)).toBe(count + 1)
  expect(await listed('आशा शर्मा')).toEqual(['Asha Sharma', 'आशा शर्मा'])
  expect(await cardUsers('kulkarni')).toHaveLength(2)
  expect(await writeNameKeys(database)).toBe(0)
})
