import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { asOwner } from '#tests/asOwner.ts'
import { addLectureSchool, type LectureSchool } from '#tests/world/lectures.ts'
import { type TestWorld, testWorld } from '#tests/world/testWorld.ts'
import { Database } from './database/connect.ts'
import { invalidateViewer, viewerOf } from './viewer.ts'

let world: TestWorld
let own: LectureSchool
/** Where a change is made by another process. */
let process: Database
const reading = new Set<Promise<unknown>>()
/** What the product measures ages by. */
let now = 1

beforeAll(async () => {
  // The cache holds the object itself, which fake timers would replace.
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  world = await testWorld()
  own = await addLectureSchool(world, world.own)
  process = new Database(world.appUrl, { onError: () => undefined, connections: 3 })
  const read = process.read.bind(process)
  process.read = ((...args: Parameters<typeof read>) => {
    const answer = read(...args)
    reading.add(answer)
    return answer
  }) as typeof process.read
})

afterEach(() => void vi.useRealTimers())

afterAll(async () => {
  vi.restoreAllMocks()
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

/** Lets so much of the product's time pass, and waits for what its timers have read. */
async function pass(milliseconds: number): Promise<void> {
  now += milliseconds
  await vi.advanceTimersByTimeAsync(milliseconds)
  await Promise.allSettled(reading)
}

test('one who polls and is disabled is out within seconds, and nobody else', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await all()
  await disable(own.students[1]!.id, true)
  let out = 0
  for (let passed = 0; passed < 6500; passed += 100) {
    const found = await all()
    expect([found[0], found[2], found[3]].every((viewer) => viewer !== null)).toBe(true)
    if (found[1] === null && !out) out = passed
    await pass(100)
  }
  expect(out).toBeGreaterThan(0)
  expect(out).toBeLessThan(4500)
  await disable(own.students[1]!.id, false)
  expect(await viewerOf(process, own.students[1]!.subject)).not.toBeNull()
})

test('what is changed in this process counts at once', async () => {
  await all()
  await disable(own.students[2]!.id, true)
  invalidateViewer(process, own.students[2]!.subject)
  expect(await viewerOf(process, own.students[2]!.subject)).toBeNull()
  await disable(own.students[2]!.id, false)
})

test('a record that could not be read anew is not believed for long', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  for (const { subject } of own.students) invalidateViewer(process, subject)
  await all()
  const read = process.read
  process.read = () => Promise.reject(new Error('away'))
  await pass(2500)
  expect((await all()).every((viewer) => viewer !== null)).toBe(true)
  await pass(8000)
  await expect(viewerOf(process, own.students[0]!.subject)).rejects.toThrow('away')
  process.read = read
  expect((await all()).every((viewer) => viewer !== null)).toBe(true)
})
