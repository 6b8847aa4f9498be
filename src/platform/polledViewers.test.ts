import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asOwner } from '#tests/asOwner.ts'
import { addLectureSchool, type LectureSchool } from '#tests/world/lectures.ts'
import { type TestWorld, testWorld } from '#tests/world/testWorld.ts'
import { Database } from './database/connect.ts'
import { invalidateViewer, viewerOf } from './viewer.ts'

let world: TestWorld
let own: LectureSchool
/** Where a change is made by another process. */
let process: Database
let reads = 0

beforeAll(async () => {
  world = await testWorld()
  own = await addLectureSchool(world, world.own)
  process = new Database(world.appUrl, { onError: () => undefined, connections: 3 })
  const read = process.read.bind(process)
  process.read = ((...args: Parameters<typeof read>) => {
    reads += 1
    return read(...args)
  }) as typeof process.read
})

afterAll(async () => {
  await process.close()
  await world.close()
})

const all = () => Promise.all(own.students.map((pupil) => viewerOf(process, pupil.subject)))
const disable = (id: number, disabled: boolean) =>
  asOwner(world.ownerUrl, 'update students set disabled = $2 where id = $1', [id, disabled])

test('a student is who the record says, with the place in the current term', async () => {
  expect(await viewerOf(process, own.students[0]!.subject)).toEqual({
    subject: own.students[0]!.subject,
    role: 'STUDENT',
    schoolId: world.own.id,
    userId: null,
    studentId: own.students[0]!.id,
    name: 'Diya',
    email: '',
    phone: '9876543210',
    classIds: null,
    zoom: null,
    place: { classId: world.own.class7, sectionId: world.own.section7A, roll: '2' },
    language: null,
    ownPassword: true,
  })
  await asOwner(world.ownerUrl, 'update terms set current = false where school_id = $1', [world.own.id])
  invalidateViewer(process, own.students[0]!.subject)
  expect((await viewerOf(process, own.students[0]!.subject))?.place).toBeNull()
  await asOwner(world.ownerUrl, 'update terms set current = true where school_id = $1', [world.own.id])
  invalidateViewer(process, own.students[0]!.subject)
})

test('students who poll are read together, and one who is disabled is out within seconds', async () => {
  await all()
  reads = 0
  await disable(own.students[1]!.id, true)
  const began = performance.now()
  let out = 0
  while (performance.now() - began < 6500) {
    const found = await all()
    expect([found[0], found[2], found[3]].every((viewer) => viewer !== null)).toBe(true)
    if (found[1] === null && !out) out = performance.now() - began
    await sleep(100)
  }
  expect(out).toBeGreaterThan(0)
  expect(out).toBeLessThan(4500)
  // Two or three rounds of the school; once she is out, hers are asked anew every time, as those of anybody who is not
  // let in.
  const ofOut = (6500 - out) / 100
  expect(reads).toBeLessThan(ofOut + 6)
  await disable(own.students[1]!.id, false)
  expect(await viewerOf(process, own.students[1]!.subject)).not.toBeNull()
}, 15_000)

test('what is changed in this process counts at once', async () => {
  await all()
  await disable(own.students[2]!.id, true)
  invalidateViewer(process, own.students[2]!.subject)
  expect(await viewerOf(process, own.students[2]!.subject)).toBeNull()
  await disable(own.students[2]!.id, false)
})

test('a record that could not be read anew is not believed past ten seconds', async () => {
  await all()
  const read = process.read
  process.read = () => Promise.reject(new Error('away'))
  await sleep(2500)
  expect((await all()).every((viewer) => viewer !== null)).toBe(true)
  await sleep(8000)
  await expect(viewerOf(process, own.students[0]!.subject)).rejects.toThrow('away')
  process.read = read
  expect((await all()).every((viewer) => viewer !== null)).toBe(true)
}, 15_000)
