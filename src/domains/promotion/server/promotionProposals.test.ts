import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asOwner } from '#tests/asOwner.ts'
import { refusal } from '#tests/refusals.ts'
import { inSchool } from '#tests/world/rows.ts'
import { type TestWorld, testWorld } from '#tests/world/testWorld.ts'
import { startNextTerm } from '#tests/world/yearEnd.ts'
import { assessClass, copyScheme } from '#domains/exams/server/schemes.commands.ts'
import { invalidateSchool } from '#platform/school.ts'
import { promotionGround, promotionStudents } from './promotionContext.queries.ts'
import { limitedToClasses } from './promotion.permissions.ts'

let world: TestWorld
let students: number[]

const lack = { subject: 'Maths', component: null, part: null, obtained: 2000, outOf: 10_000, needed: 3300 }

beforeAll(async () => {
  world = await testWorld()
  const { own } = world
  const call = await world.call('admin')
  const science = { name: 'Science', kind: 'COUNTED', pattern: 'Scholastic', group: '', replaces: [] }
  const { id: schemeId } = await copyScheme(call, own.id, { ready: 'cbse-6-8', name: 'Middle school' })
  await assessClass(call, own.id, { classId: own.class7, seen: 0, schemeId, schemeClass: '8', subjects: [science] })
  ;({ students } = await startNextTerm(world, own))
  const [passed, again, failed, unknown] = students
  await publish(schemeId, [
    [passed, { outcome: 'PASS', shortfalls: [] }],
    [again, { outcome: 'COMPARTMENT', shortfalls: [lack] }],
    [failed, { outcome: 'FAIL', shortfalls: [lack] }],
    [unknown, { outcome: 'INCOMPLETE', shortfalls: [] }],
  ])
})

afterAll(() => world.close())

let cards = 0

/** Publishes cards of the year of 7-A, with the fields that a proposal reads. */
async function publish(schemeId: number, of: readonly [number | undefined, object][]): Promise<number> {
  const { id: schoolId, termId, section7A: sectionId } = world.own
  return inSchool(world, schoolId, async (db) => {
    const { id } = await db
      .insertInto('resultPublications')
      .values({
        schoolId,
        termId,
        sectionId,
        part: '',
        schemeId,
        visibleFrom: '2027-04-01',
        cards: of.length,
        leftOut: 0,
        publishedBy: '00000000-0000-0000-0000-000000000001',
        publishedByName: 'Head',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    for (const [studentId = 0, content] of of)
      await db
        .insertInto('reportCards')
        .values({
          schoolId,
          publicationId: id,
          termId,
          studentId,
          content: JSON.stringify(content),
          token: `token-of-a-report-card-${cards++}`,
        })
        .execute()
    return id
  })
}

const ground = async (who: 'admin' | 'limitedAdmin' = 'admin') =>
  promotionGround(await world.call(who), world.own.id, { termId: world.own.termId })

async function proposals() {
  const rows = await promotionStudents(await world.call('admin'), world.own.id, { sectionId: world.own.section7A })
  return new Map(rows.map(({ id, proposal }) => [id, proposal]))
}

const stayingOf7A = async () => (await ground()).sections.find(({ id }) => id === world.own.section7A)?.stayingIds

describe('what published results propose', () => {
  test('says of each student who stays and why; without a card in a class that keeps back nobody moves', async () => {
    const [passed = 0, again = 0, failed = 0, unknown = 0, uncarded = 0] = students
    const proposed = await proposals()
    expect([passed, again, failed, unknown, uncarded].map((id) => proposed.get(id))).toEqual([
      { moves: true, text: 'Passed' },
      { moves: false, text: 'To be examined again in Maths' },
      { moves: false, text: 'Failed: Maths: 20 of 100, 33 needed' },
      { moves: false, text: 'Marks are missing' },
      { moves: false, text: 'No published result' },
    ])
    const staying = await stayingOf7A()
    expect(staying).toContain(failed)
    expect(staying).not.toContain(passed)
  })

  test('is nothing for sections without published results, and for all without the module', async () => {
    const { section7B, section8A } = world.own
    const { sections } = await ground()
    for (const id of [section7B, section8A]) expect(sections.find((section) => section.id === id)?.stayingIds).toEqual([])
    await asOwner(world.ownerUrl, 'update schools set exams = false where id = $1', [world.own.id])
    invalidateSchool(world.database, world.own.id)
    expect(await stayingOf7A()).toEqual([])
    expect([...(await proposals()).values()].every((proposal) => proposal === null)).toBe(true)
    await asOwner(world.ownerUrl, 'update schools set exams = true where id = $1', [world.own.id])
    invalidateSchool(world.database, world.own.id)
  })

  test('follows the newest card that is not withdrawn', async () => {
    const [, again = 0] = students
    const rows = await asOwner<{ scheme_id: string }>(world.ownerUrl, `select scheme_id from result_publications where part = ''`)
    await asOwner(
      world.ownerUrl,
      `update result_publications set withdrawn_at = now(), withdrawn_by = published_by, withdrawn_by_name = 'Head', withdraw_reason = 'Wrong'`,
    )
    expect(await stayingOf7A()).toEqual([])
    await publish(Number(rows[0]?.scheme_id), [[again, { outcome: 'PASS', shortfalls: [], reexamined: [{}] }]])
    expect((await proposals()).get(again)).toEqual({ moves: true, text: 'Passed on re-examination' })
  })

  test('is not for an admin who is limited to classes, nor for another school', async () => {
    expect(await refusal(ground('limitedAdmin'))).toMatchObject({ code: 'FORBIDDEN', message: limitedToClasses() })
    const call = await world.call('admin', world.other)
    const { id: otherId } = world.other
    expect(await refusal(promotionStudents(call, otherId, { sectionId: world.own.section7A }))).toMatchObject({
      code: 'NOT_FOUND',
    })
  })
})
