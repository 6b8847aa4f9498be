import { afterAll, beforeAll, expect, test } from 'vitest'
import { addStudents } from '#tests/world/rows.ts'
import { type TestSchool, type TestWorld, testWorld } from '#tests/world/testWorld.ts'
import { checkData, checkDataJob, type Finding, lastDataCheck } from './dataChecks.ts'
import { type Job, startJobs } from './jobs/jobs.ts'
import { createLog } from './logging.ts'

let world: TestWorld

beforeAll(async () => {
  world = await testWorld()
})

afterAll(() => world.close())

/** A child whom no list shows. */
async function plant(school: TestSchool): Promise<void> {
  await addStudents(world, school, null, [{ name: 'Nowhere' }])
}

test('whoever ends it waits for one school, and has heard of what was found until then', async () => {
  await plant(world.own)
  await plant(world.other)
  const ending = new AbortController()
  const heard: number[] = []
  const found = ({ schoolId }: Finding) => {
    heard.push(schoolId)
    ending.abort(new Error('The server stops.'))
  }
  await expect(checkData(world.database, { signal: ending.signal, found })).rejects.toThrow('The server stops.')
  expect(heard).toEqual([world.own.id])
})

test('the result of the last whole run is there for whoever asks, in any process', async () => {
  const never = await lastDataCheck(world.database)
  expect(never).toEqual({ at: expect.any(Date), findings: 0 })
  const lines: string[] = []
  const log = createLog('error', { write: (line) => void lines.push(line) })
  const job = checkDataJob(world.database, log)
  expect(job.expireInSeconds).toBe(4 * 3600)
  const jobs = await startJobs(world.appUrl, [job as Job<never>], log)
  try {
    await jobs.send(job, {} as never)
    await expect.poll(() => lastDataCheck(world.database), { timeout: 50_000 }).toEqual({ at: expect.any(Date), findings: 2 })
    expect(lines.filter((line) => line.includes('found rows that must not be'))).toHaveLength(2)
  } finally {
    await jobs.stop()
  }
})
