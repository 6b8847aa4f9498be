import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listStudents } from '#domains/students/server/students.commands.ts'
import { listUsers } from '#domains/users/server/users.commands.ts'
import { type Language, languages } from '#shared/languages.ts'
import { normalizeStudentName } from '#shared/names.ts'
import { compareNaturally } from '#shared/naturalOrder.ts'
import { addStudents, addUser } from './world/rows.ts'
import { type TestWorld, testWorld } from './world/testWorld.ts'
import { speakIn } from '#platform/languages/speech.ts'

let world: TestWorld

const names = ['Zoya Khan', 'हेमा शिंदे', 'ळकर', 'Aarav Patil', 'क्षमा', 'अंबिका', 'ज्ञानेश्वर', 'अकबर', 'औषध', 'हेमा मोरे', 'Aarav More']

beforeAll(async () => {
  world = await testWorld()
  await addStudents(
    world,
    world.own,
    world.own.section7B,
    names.map((name) => ({ name })),
  )
  for (const [place, name] of names.entries())
    await addUser(world, world.own, { name, email: `${place}@order.test`, role: 'TEACHER' })
})

afterAll(() => world.close())

/** For readers of English, Devanagari stands by its letters: अंबिका before अकबर, as for readers of Hindi. */
function sortedFor(language: Language, names: readonly string[]): string[] {
  return language === 'en' ? names.toSorted() : names.toSorted(compareNaturally)
}

test.each(languages)('students and users stand in the order of a reader of %s', async (language) => {
  const { own } = world
  await speakIn(language, async () => {
    const call = await world.call('admin')
    const page = async (view: object) => {
      const { rows } = await listStudents(call, own.id, { termId: own.termId, sort: 'NAME', ...view })
      return rows.map((row) => row.name)
    }
    const all = await page({})
    expect(all).toEqual(sortedFor(language, all))
    expect(all.findIndex((name) => name === 'हेमा मोरे') < all.indexOf('Aarav More')).toBe(language !== 'en')
    expect(await page({ descending: true })).toEqual(all.toReversed())
    expect([...(await page({ page: 0, pageSize: 5 })), ...(await page({ page: 1, pageSize: 5 }))]).toEqual(all.slice(0, 10))
    expect(await page({ search: 'हेमा' })).toEqual(['हेमा मोरे', 'हेमा शिंदे'])
    const users = (await listUsers(call, own.id, {})).map((user) => user.name)
    expect(users).toEqual(sortedFor(language, users))
  })
})

test('names in Latin have the English order by their code points', () => {
  const name = fc.string({ unit: fc.constantFrom(...'abcxyzABCXYZ '), minLength: 1 }).map(normalizeStudentName)
  const collator = new Intl.Collator('en-IN')
  fc.assert(
    fc.property(name, name, (a, b) => {
      expect(a < b ? -1 : Number(a > b)).toBe(collator.compare(a, b))
    }),
  )
})
