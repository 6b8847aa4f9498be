import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asOwner } from '#tests/asOwner.ts'
import { refusal } from '#tests/refusals.ts'
import { addStudents } from '#tests/world/rows.ts'
import { type TestWorld, testWorld, type Who } from '#tests/world/testWorld.ts'
import { importStudentPhotos, viewPhotoStudents } from './importPhotos.commands.ts'

let world: TestWorld
let ids: number[]

beforeAll(async () => {
  world = await testWorld()
  const { own } = world
  ids = await addStudents(world, own, own.section7B, [
    { registerNo: 'G1' },
    { registerNo: 'G2' },
    { registerNo: 'G3' },
    { registerNo: 'G3' },
  ])
  await addStudents(world, own, own.section8A, [{ registerNo: 'E8' }], 50)
  await addStudents(world, world.other, world.other.section7B, [{ registerNo: 'X1' }])
})
afterAll(() => world.close())

const owner = <Row extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
  asOwner<Row>(world.ownerUrl, text, values)

/** Returns the id of a photo that the person has sent and no record has taken. */
async function sent(who: Who = 'admin'): Promise<string> {
  const [file] = await owner<{ id: string }>(
    `insert into files (school_id, purpose, content_type, size, created_by) values ($1, 'student-photo', 'image/jpeg', 10, $2) returning id`,
    [world.own.id, world.own.subjects[who]],
  )
  return file?.id ?? ''
}

const photosOf = async () =>
  (await owner<{ photo: string | null }>('select photo_file as photo from students where id = any($1) order by id', [ids])).map(
    ({ photo }) => photo,
  )

async function store(rows: readonly { registerNo: string; photoFile: string }[], who: Who = 'admin', key = randomUUID()) {
  return importStudentPhotos(await world.call(who), world.own.id, { key, rows })
}

test('stores the photos by register number, once for a key, and replaces earlier ones', async () => {
  const [first, second, third] = [await sent(), await sent(), await sent()]
  const rows = [
    { registerNo: 'G2', photoFile: second },
    { registerNo: 'G1', photoFile: first },
  ]
  const key = randomUUID()
  expect(await store(rows, 'admin', key)).toBe(2)
  expect(await store(rows, 'admin', key)).toBe(2)
  expect(await photosOf()).toEqual([first, second, null, null])
  expect(await store([{ registerNo: 'G1', photoFile: third }])).toBe(1)
  expect(await photosOf()).toEqual([third, second, null, null])
  expect(await owner('select from files where id = $1', [first])).toHaveLength(0)
})

test('stores none when one is wrong, and says which', async () => {
  const before = await photosOf()
  const [good, stolen] = [await sent(), await sent('limitedAdmin')]
  const file = good
  const refused = await refusal(
    store([
      { registerNo: 'G1', photoFile: good },
      { registerNo: 'G9', photoFile: file },
      { registerNo: 'G3', photoFile: file },
      { registerNo: 'G1', photoFile: file },
      { registerNo: 'X1', photoFile: file },
    ]),
  )
  expect(refused).toMatchObject({
    code: 'BAD_INPUT',
    problems: [
      { path: 'rows.1.registerNo', message: 'No student has the register no. G9' },
      { path: 'rows.2.registerNo', message: 'Several students have the register no. G3' },
      { path: 'rows.3.registerNo', message: 'Several files are for the register no. G1' },
      { path: 'rows.4.registerNo', message: 'No student has the register no. X1' },
    ],
  })
  const gone = await refusal(
    store([
      { registerNo: 'G2', photoFile: good },
      { registerNo: 'G1', photoFile: stolen },
    ]),
  )
  expect(gone).toMatchObject({ code: 'BAD_INPUT', problems: [{ path: 'rows.1.photoFile' }] })
  expect(await photosOf()).toEqual(before)
})

test('is for the office, each in the own classes and school', async () => {
  const rows = [{ registerNo: 'E8', photoFile: await sent('limitedAdmin') }]
  expect(await refusal(store(rows, 'limitedAdmin'))).toMatchObject({ code: 'BAD_INPUT' })
  for (const who of ['fees', 'teacher', 'attendant', 'student'] as const)
    expect(await refusal(store(rows, who))).toMatchObject({ code: 'FORBIDDEN' })
  const input = { key: randomUUID(), rows }
  expect(await refusal(importStudentPhotos(await world.call('admin', world.other), world.own.id, input))).toMatchObject({
    code: 'NOT_FOUND',
  })
  expect(await refusal(store([]))).toMatchObject({ code: 'BAD_INPUT' })
})

test('shows which students have the register numbers, with their places', async () => {
  const view = { termId: world.own.termId, registerNos: ['G1', 'G3', 'E8', 'X1', 'G9'] }
  const ask = async (who: Who) =>
    (await viewPhotoStudents(await world.call(who), world.own.id, view)).map(({ registerNo, sectionName }) => [
      registerNo,
      sectionName,
    ])
  expect(await ask('admin')).toEqual([
    ['G1', '7-B'],
    ['G3', '7-B'],
    ['G3', '7-B'],
    ['E8', '8-A'],
  ])
  expect(await ask('limitedAdmin')).toEqual([
    ['G1', '7-B'],
    ['G3', '7-B'],
    ['G3', '7-B'],
  ])
})
