import { execute, parse } from 'graphql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { schema } from '#app/schema.ts'
import { addTestFees } from '#tests/world/fees.ts'
import { takeRegister } from '#tests/world/attendance.ts'
import { refusal } from '#tests/refusals.ts'
import { asOwner } from '#tests/asOwner.ts'
import { addStudents, setSchool } from '#tests/world/rows.ts'
import { type TestWorld, testWorld, type Who } from '#tests/world/testWorld.ts'
import { defaultPhone } from '#shared/defaultPhone.ts'
import { viewStudentOverview } from './overview.queries.ts'

let world: TestWorld

beforeAll(async () => {
  world = await testWorld()
  await addTestFees(world, world.own)
})
afterAll(() => world.close())

const document =
  parse(`query ($schoolId: ID!, $input: StudentOverviewView!) { studentOverview(schoolId: $schoolId, input: $input) {
  head { name sectionName roll registerNo disabled photoUrl } siblings { id name sectionName }
  student { name details { fatherName } } attendance { present absent percent days { day state } }
  fees { total { pending } previousDues { pending } viewerCan { collect { allowed } } } feeCategories { name }
  discipline { points } messages { id } certificates { serial } privacy { erasedAt } } }`)

interface Overview {
  head: { name: string; sectionName: string | null; roll: string | null }
  siblings: { name: string; sectionName: string }[]
  student: { details: object | null }
  attendance: { present: number; absent: number; percent: number; days: { day: string; state: string }[] } | null
  fees: { total: { pending: number } } | null
  feeCategories: object[] | null
  discipline: object | null
  messages: object[] | null
  certificates: object[] | null
  privacy: object | null
}

async function overview(who: Who, studentId = world.own.student7A): Promise<Overview> {
  const answer = await execute({
    schema,
    document,
    contextValue: await world.call(who),
    variableValues: { schoolId: String(world.own.id), input: { studentId: String(studentId), termId: String(world.own.termId) } },
  })
  expect(answer.errors).toBeUndefined()
  return (answer.data as unknown as { studentOverview: Overview }).studentOverview
}

describe('the page of a student', () => {
  test.each([
    ['admin', ['attendance', 'fees', 'feeCategories', 'discipline', 'messages', 'certificates', 'privacy']],
    ['limitedAdmin', ['attendance', 'fees', 'feeCategories', 'discipline', 'messages', 'certificates']],
    ['fees', ['fees', 'feeCategories']],
    ['teacher', ['attendance', 'discipline', 'messages']],
    ['attendant', ['attendance']],
  ] as const)('has the parts that %s may see, and no others', async (who, parts) => {
    const { head, student, siblings, ...others } = await overview(who)
    const shown = Object.entries(others).flatMap(([name, part]) => (part === null ? [] : [name]))
    expect(shown.sort()).toEqual([...parts].sort())
    expect(head).toMatchObject({ name: 'Asha Patil', sectionName: '7-A' })
    expect(student.details === null).toBe(who !== 'admin' && who !== 'limitedAdmin')
    // Rohan is in 8-A, which a teacher of 7-A and an ADMIN of class 7 do not see.
    const seesRohan = who !== 'teacher' && who !== 'limitedAdmin'
    expect(siblings.map(({ name, sectionName }) => `${name} ${sectionName}`)).toEqual(seesRohan ? ['Rohan Patil 8-A'] : [])
  })

  test('leaves out the parts of modules that are off', async () => {
    await setSchool(world, world.own, { feesModule: false, discipline: false })
    try {
      expect(await overview('admin')).toMatchObject({ fees: null, feeCategories: null, discipline: null })
    } finally {
      await setSchool(world, world.own, { feesModule: true, discipline: true })
    }
  })

  test('shows a day of the register once, in one word', async () => {
    await takeRegister(world, 'admin', { sectionId: world.own.section7A, day: '2026-06-15' }, { [world.own.student7A]: 'A' })
    expect((await overview('teacher')).attendance).toMatchObject({
      present: 0,
      absent: 1,
      percent: 0,
      days: expect.arrayContaining([{ day: '2026-06-15', state: 'ABSENT' }]),
    })
  })

  test('calls nobody a sibling by the phone that stands for none, nor a disabled student', async () => {
    const [alone = 0, other = 0] = await addStudents(world, world.own, world.own.section7B, 2)
    const set = (phone: string) =>
      asOwner(world.ownerUrl, `update students set phone = '${phone}' where id in (${alone}, ${other})`)
    await set(defaultPhone)
    expect((await overview('admin', alone)).siblings).toEqual([])
    await set('9876501234')
    expect((await overview('admin', alone)).siblings).toHaveLength(1)
    await asOwner(world.ownerUrl, `update students set disabled = true where id = ${other}`)
    expect((await overview('admin', alone)).siblings).toEqual([])
  })

  test('does not exist for other schools, other sections and students', async () => {
    const input = { studentId: world.own.student7A, termId: world.own.termId }
    const ask = async (who: Who, school = world.own, of = world.own) =>
      refusal(viewStudentOverview(await world.call(who, school), of.id, { ...input, studentId: of.student7A }))
    expect(await ask('admin', world.other)).toMatchObject({ code: 'NOT_FOUND' })
    expect(await ask('student')).toMatchObject({ code: 'FORBIDDEN' })
    const foreign = { ...input, studentId: world.other.student7A }
    expect(await refusal(viewStudentOverview(await world.call('admin'), world.own.id, foreign))).toMatchObject({
      code: 'NOT_FOUND',
    })
    const elsewhere = { ...input, studentId: world.own.student8A }
    expect(await refusal(viewStudentOverview(await world.call('teacher'), world.own.id, elsewhere))).toMatchObject({
      code: 'NOT_FOUND',
    })
  })
})
