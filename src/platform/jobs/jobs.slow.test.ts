import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '#tests/database.ts'
import { Database } from '../database/connect.ts'
import { createLog } from '../logging.ts'
import { type Job, type Jobs, migrateJobs, startJobs } from './jobs.ts'

let files: TestDatabase
let database: Database
let jobs: Jobs
const seen: string[] = []
const lines: string[] = []

const greet: Job<{ word: string }> = {
  name: 'greet',
  run: async ({ word }) => {
    seen.push(word)
  },
}
const fail: Job<{ word: string }> = {
  name: 'fail',
  retryLimit: 0,
  cron: '0 6 * * *',
  run: async ({ word }) => {
    throw new TypeError(`broken by "${word}"`)
  },
}

beforeAll(async () => {
  files = await testDatabase()
  database = new Database(files.appUrl, { onError: () => undefined })
  jobs = await startJobs(
    files.appUrl,
    [greet as Job<never>, fail as Job<never>],
    createLog('info', { write: (line) => void lines.push(line) }),
  )
})

afterAll(async () => {
  await jobs.stop()
  await database.close()
  await files.drop()
})

test('the unprivileged role queues and runs a job', async () => {
  await jobs.send(greet, { word: 'hello' })
  await expect.poll(() => seen, { timeout: 50_000 }).toEqual(['hello'])
  expect(await jobs.ready()).toBe(true)
})

test('a job is queued in its transaction', async () => {
  await expect(
    database.transaction(0, async (tx) => {
      await jobs.send(greet, { word: 'rolled back' }, { tx })
      throw new Error('changed my mind')
    }),
  ).rejects.toThrow('changed my mind')
  await database.transaction(0, (tx) => jobs.send(greet, { word: 'committed' }, { tx }))
  await expect.poll(() => seen, { timeout: 50_000 }).toEqual(['hello', 'committed'])
})

test('a failure is logged and stored without the values in its message', async () => {
  await jobs.send(fail, { word: 'Asha' })
  await expect.poll(() => lines.some((line) => line.includes('A job failed')), { timeout: 50_000 }).toBe(true)
  expect(lines.join()).not.toContain('Asha')
})

test('schedules use India’s time zone', async () => {
  const { rows } = await database.pool.query('select name, cron, timezone from jobs.schedule')
  expect(rows).toEqual([{ name: 'fail', cron: '0 6 * * *', timezone: 'Asia/Kolkata' }])
})

test('the role owns nothing of the queue', async () => {
  await expect(database.pool.query('drop table jobs.schedule')).rejects.toThrow('must be owner')
})

test('migrating again changes nothing', async () => {
  await migrateJobs(files.ownerUrl)
})

test('a job queued on any server runs once', async () => {
  const done: string[] = []
  const count: Job<{ word: string }> = {
    name: 'count',
    run: async ({ word }) => {
      done.push(word)
      return { letters: word.length }
    },
  }
  const log = createLog('error', { write: () => undefined })
  const servers = await Promise.all([1, 2].map(() => startJobs(files.appUrl, [greet as Job<never>, count as Job<never>], log)))
  try {
    const words = Array.from({ length: 4 }, (_, nth) => `order ${nth}`)
    await Promise.all(words.map((word, nth) => servers[nth % 2]!.send(count, { word })))
    const outputs = async () => {
      const { rows } = await database.pool.query<{ output: unknown }>(
        `select output from jobs.job where name = 'count' and state = 'completed' and retry_count = 0`,
      )
      return rows.map(({ output }) => output)
    }
    await expect.poll(outputs, { timeout: 50_000 }).toEqual(words.map(() => ({ letters: 7 })))
    expect(done.toSorted()).toEqual(words)
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
  }
})
