import { afterAll, beforeAll, expect, test } from 'vitest'
import { asOwner } from '#tests/asOwner.ts'
import { refusal } from '#tests/refusals.ts'
import { addStudents, inSchool } from '#tests/world/rows.ts'
import { type TestWorld, testWorld } from '#tests/world/testWorld.ts'
import { addTermWithSection } from '#tests/world/yearEnd.ts'
import { enrolStudentsOfPart } from './studentsPart.ts'

let world: TestWorld

beforeAll(async () => {
  world = await testWorld()
})
afterAll(() => world.close())

test('a part with a register number of another student of the new term fails with both names, until one is changed', async () => {
  const { own } = world
  const next = await addTermWithSection(world, own, { name: '2027-28' }, '8')
  const [moving = 0] = await addStudents(world, own, own.section7B, [{ name: 'Moves Up', registerNo: 'GR-9' }])
  const [there = 0] = await addStudents(world, next, next.sectionId, [{ name: 'There Already', registerNo: 'gr-9' }])
  const part = {
    kind: 'STUDENTS',
    sectionId: own.section7B,
    title: '7-B',
    targetSectionId: next.sectionId,
    targetTitle: '8-A',
    stayingIds: [],
  }
  const promoted = () =>
    inSchool(world, own.id, (db) =>
      enrolStudentsOfPart(
        db,
        { schoolId: own.id, fromTermId: own.termId, toTermId: next.termId },
        part as never,
        {
          rolls: 'NONE',
          feeCategories: false,
          moves: [],
        } as never,
      ),
    )
  expect(await refusal(promoted())).toMatchObject({
    message: 'the register number GR-9 of Moves Up is also of There Already (8-A). Change one of the two, then continue.',
  })
  await asOwner(world.ownerUrl, "update students set register_no = 'gr-10' where id = $1", [there])
  expect(await promoted()).toMatchObject({ count: 1 })
  expect(
    await asOwner(world.ownerUrl, 'select register_key from enrolments where student_id = $1 and term_id = $2', [
      moving,
      next.termId,
    ]),
  ).toEqual([{ register_key: 'gr-9' }])
})
