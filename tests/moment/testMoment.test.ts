/* oxlint-disable shala/no-clock -- what is tested here is what the clock tells */
import { execFileSync } from 'node:child_process'
import { Worker } from 'node:worker_threads'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { asOwner } from '../asOwner.ts'
import { type TestDatabase, testDatabase, unmigratedDatabase } from '../database.ts'
import { shiftDate } from './shiftDate.ts'
import { enterTestMoment } from './testMoment.ts'

const hour = 3_600_000
const moment = Date.parse(process.env.TEST_MOMENT ?? '2026-11-25T10:00+05:30')
/** A time of this file: the moment, or as much later as the file has taken until now. */
const isOfThisRun = (at: Date | number) => {
  expect(Number(at)).toBeGreaterThanOrEqual(moment - 1)
  expect(Number(at)).toBeLessThan(moment + hour)
}

let migrated: TestDatabase
let bare: TestDatabase

beforeAll(async () => {
  migrated = await testDatabase()
  bare = await unmigratedDatabase()
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
  enterTestMoment()
})

afterAll(async () => {
  await migrated.drop()
  await bare.drop()
})

test('this process, the programs and threads that it starts, and the databases have the same time', async () => {
  isOfThisRun(Date.now())
  isOfThisRun(new Date())
  isOfThisRun(Date.parse(Date()))
  expect(new Date()).toBeInstanceOf(Date)
  expect(new Date().constructor).toBe(Date)
  isOfThisRun(Number(execFileSync(process.execPath, ['--eval', 'console.log(Date.now())'], { encoding: 'utf8' })))
  const thread = new Worker(
    new URL("data:text/javascript,import { parentPort } from 'node:worker_threads'; parentPort.postMessage(Date.now())"),
  )
  isOfThisRun(await new Promise<number>((resolve) => thread.once('message', resolve)))
  for (const { ownerUrl } of [migrated, bare])
    for (const clock of ['now()', 'clock_timestamp()', 'statement_timestamp()']) {
      const [row] = await asOwner<{ at: Date }>(ownerUrl, `select ${clock} as at`)
      isOfThisRun(row?.at ?? 0)
    }
})

test('defaults of columns follow', async () => {
  await asOwner(bare.ownerUrl, 'create table stamped (id integer, at timestamptz not null default now())')
  const [row] = await asOwner<{ at: Date }>(bare.ownerUrl, 'insert into stamped values (1) returning at')
  isOfThisRun(row?.at ?? 0)
})

test('a test sets the time as ever, and has the moment back after it', () => {
  vi.setSystemTime('2030-01-01T00:00:00Z')
  expect(new Date().getUTCFullYear()).toBe(2030)
  vi.useRealTimers()
  isOfThisRun(Date.now())
  vi.useFakeTimers({ now: new Date('2031-01-01T00:00:00Z') })
  expect(new Date().getUTCFullYear()).toBe(2031)
  vi.useRealTimers()
  isOfThisRun(Date.now())
})

test('TEST_MOMENT names another moment; the clock goes on', () => {
  vi.stubEnv('TEST_MOMENT', '2028-02-29T23:58+05:30')
  enterTestMoment()
  const at = Date.now()
  expect(new Date(at).toISOString()).toMatch(/^2028-02-29T18:28/)
  expect(shiftDate(Number(process.env.TEST_CLOCK_AHEAD)) + Number(process.env.TEST_CLOCK_AHEAD)).toBeGreaterThanOrEqual(at)
  vi.stubEnv('TEST_MOMENT', 'a Sunday')
  expect(() => enterTestMoment()).toThrow('TEST_MOMENT is a time with its zone')
})
