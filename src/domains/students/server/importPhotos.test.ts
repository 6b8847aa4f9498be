import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { asOwner } from '#tests/asOwner.ts'
import { refusal } from '#tests/refusals.ts'
import { addStudents } from '#tests/world/rows.ts'
import { addTermWithSection } from '#tests/world/yearEnd.ts'
import { type TestWorld, testWorld, type Who } from '#tests/world/testWorld.ts'
import { checkData } from '#platform/dataChecks.ts'
import { undoMessages } from '#platform/imports.ts'
import { deleteStudent, setStudentPhoto } from './students.commands.ts'
import { deleteFormerPhotos } from './deleteFormerPhotos.exports.ts'
import { importStudentPhotos, viewPhotoStudents } from './importPhotos.commands.ts'
import { undoPhotosImport } from './undoPhotosImport.commands.ts'

let world: TestWorld
let ids: number[]

beforeAll(async () => {
  world = await testWorld()
  const { own } = world
  ids = await addStudents(world, own, own.section7B, [{ registerNo: 'G1' }, { registerNo: 'G2' }, { registerNo: 'G3' }])
  // A number is of one student in a term, and may be of another in an earlier one.
  const past = await addTermWithSection(world, own, { name: '2019-20', past: true }, '7')
  ids.push(...(await addStudents(world, past, past.sectionId, [{ registerNo: 'G3' }])))
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

const isKept = async (file: string) => (await owner('select from files where id = $1', [file])).length === 1

const photosOf = async () =>
  (await owner<{ photo: string | null }>('select photo_file as photo from students where id = any($1) order by id', [ids])).map(
    ({ photo }) => photo,
  )

async function store(rows: readonly { registerNo: string; photoFile: string }[], who: Who = 'admin', key = randomUUID()) {
  return importStudentPhotos(await world.call(who), world.own.id, { key, rows })
}

test('stores the photos by register number, once for a key, and keeps those that it replaces', async () => {
  const [first, second, third] = [await sent(), await sent(), await sent()]
  const rows = [
    { registerNo: 'G2', photoFile: second },
    { registerNo: 'G1', photoFile: first },
  ]
  const key = randomUUID()
  const stored = await store(rows, 'admin', key)
  expect(stored.count).toBe(2)
  expect(await store(rows, 'admin', key)).toEqual(stored)
  expect(await photosOf()).toEqual([first, second, null, null])
  expect((await store([{ registerNo: 'G1', photoFile: third }])).count).toBe(1)
  expect(await photosOf()).toEqual([third, second, null, null])
  expect(await isKept(first)).toBe(true)
  expect((await checkData(world.database)).findings).toEqual([])
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
    ['G3', null],
    ['E8', '8-A'],
  ])
  expect(await ask('limitedAdmin')).toEqual([
    ['G1', '7-B'],
    ['G3', '7-B'],
  ])
})

describe('the undo', () => {
  const undo = async (id: number, who: Who = 'admin') => undoPhotosImport(await world.call(who), world.own.id, { id })
  const setPhoto = async (place: number, photoFile: string) =>
    setStudentPhoto(await world.call('admin'), world.own.id, { id: ids[place], photoFile })
  afterEach(async () => expect((await checkData(world.database)).findings).toEqual([]))

  test('brings the former photos back and deletes the stored ones, once', async () => {
    const before = await photosOf()
    const [first, second] = [await sent(), await sent()]
    await setPhoto(1, '')
    const { id } = await store([
      { registerNo: 'G1', photoFile: first },
      { registerNo: 'G2', photoFile: second },
    ])
    expect(await undo(id)).toBe(2)
    expect(await photosOf()).toEqual([before[0], null, null, null])
    expect([await isKept(first), await isKept(second)]).toEqual([false, false])
    expect(await refusal(undo(id))).toMatchObject({ code: 'CONFLICT', message: undoMessages.twice })
  })

  test('of two imports takes the later one back first', async () => {
    const [before] = await photosOf()
    const photos = [await sent(), await sent()] as const
    const [earlier, later] = [
      await store([{ registerNo: 'G1', photoFile: photos[0] }]),
      await store([{ registerNo: 'G1', photoFile: photos[1] }]),
    ]
    expect(await refusal(undo(earlier.id))).toMatchObject({
      code: 'CONFLICT',
      message: 'This import cannot be undone any more: 1 photo was changed since.',
    })
    await undo(later.id)
    await undo(earlier.id)
    expect((await photosOf())[0]).toBe(before)
  })

  test('is refused when a photo was changed since, and nothing is changed', async () => {
    const { id } = await store([
      { registerNo: 'G1', photoFile: await sent() },
      { registerNo: 'G2', photoFile: await sent() },
    ])
    await setPhoto(1, await sent())
    const before = await photosOf()
    expect(await refusal(undo(id))).toMatchObject({ code: 'CONFLICT' })
    expect(await photosOf()).toEqual(before)
  })

  test('is for the importer and a SUPERADMIN, in the own school', async () => {
    const { id } = await store([{ registerNo: 'G1', photoFile: await sent() }])
    expect(await refusal(undo(id, 'limitedAdmin'))).toMatchObject({ code: 'FORBIDDEN', message: undoMessages.notYours })
    for (const who of ['fees', 'teacher', 'attendant', 'student'] as const)
      expect(await refusal(undo(id, who))).toMatchObject({ code: 'FORBIDDEN' })
    const elsewhere = undoPhotosImport(await world.call('superadmin'), world.other.id, { id })
    expect(await refusal(elsewhere)).toMatchObject({ code: 'NOT_FOUND' })
    const [students] = await owner<{ id: string }>(
      `insert into imports (school_id, kind, row_ids, created_by) values ($1, 'students', '{}', $2) returning id`,
      [world.own.id, world.own.subjects.admin],
    )
    expect(await refusal(undo(Number(students?.id)))).toMatchObject({ code: 'NOT_FOUND' })
    expect(await refusal(undo(0))).toMatchObject({ code: 'BAD_INPUT' })
    expect(await undo(id, 'superadmin')).toBe(1)
  })

  test('is for a day: then the former photos are deleted', async () => {
    const { config } = (await world.call('admin')).services
    const former = await sent()
    await setPhoto(0, former)
    const { id } = await store([{ registerNo: 'G1', photoFile: await sent() }])
    expect(await deleteFormerPhotos(world.database, config)).toBe(0)
    expect(await isKept(former)).toBe(true)
    await owner("update imports set created_at = now() - interval '25 hours' where id = $1", [id])
    expect(await deleteFormerPhotos(world.database, config)).toBe(1)
    expect(await isKept(former)).toBe(false)
    expect(await refusal(undo(id))).toMatchObject({ code: 'CONFLICT', message: undoMessages.late })
  })

  test('knows nothing of a student who was deleted since, nor keeps the photo', async () => {
    const { own } = world
    const [gone = 0] = await addStudents(world, own, own.section7B, [{ registerNo: 'G8' }], 80)
    const former = await sent()
    await setStudentPhoto(await world.call('admin'), own.id, { id: gone, photoFile: former })
    const { id } = await store([
      { registerNo: 'G8', photoFile: await sent() },
      { registerNo: 'G2', photoFile: await sent() },
    ])
    await deleteStudent(await world.call('superadmin'), own.id, { id: gone })
    expect(await isKept(former)).toBe(false)
    expect(await undo(id)).toBe(1)
  })
})
