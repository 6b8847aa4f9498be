import { expect, test } from 'vitest'
import { Archiver, type ArchiverReading, secondsLate } from './safeMoment.ts'

/** At so many seconds, with the log at a position and a segment archived last. */
const reading = (seconds: number, position: string, archived: string | null): ArchiverReading => ({
  now: new Date(seconds * 1000),
  position,
  archived,
  archives: true,
  segmentBytes: String(16 * 1024 * 1024),
  failing: false,
})

const safeSeconds = (archiver: Archiver) => (archiver.safety.at?.getTime() ?? Number.NaN) / 1000

test('how old the last safe moment is: what the archived segments of a PostgreSQL of DATABASE_URL cover', () => {
  const archiver = new Archiver()
  archiver.take(reading(0, '0/5000100', '000000010000000000000003'))
  expect(archiver.safety.state).toBe('STARTING')
  archiver.take(reading(10, '0/5800000', '000000010000000000000004'))
  expect(archiver.safety.at).toBeNull()
  archiver.take(reading(20, '0/6000100', '000000010000000000000004'))
  archiver.take(reading(30, '0/6000200', '000000010000000000000005'))
  expect([archiver.safety.state, safeSeconds(archiver)]).toEqual(['ON', 10])
})

test('an archive that lags behind is not taken for a new one because it archived something just now', () => {
  const archiver = new Archiver()
  for (let second = 0; second <= 100; second += 10)
    archiver.take(reading(second, `${Math.floor(second / 10)}/0`, '0000000100000002000000FF'))
  expect(safeSeconds(archiver)).toBe(30)
})

test('a server that writes nothing stays safe', () => {
  const archiver = new Archiver()
  for (let second = 0; second <= 100; second += 10) archiver.take(reading(second, '0/6000000', '000000010000000000000005'))
  expect(safeSeconds(archiver)).toBe(100)
})

test('other files that are archived, and archiving that fails', () => {
  const archiver = new Archiver()
  archiver.take(reading(0, '0/6000000', '000000010000000000000005'))
  archiver.take({ ...reading(10, '0/7000000', '000000010000000000000005.00000028.backup'), failing: true })
  expect(safeSeconds(archiver)).toBe(0)
  expect(archiver.safety.trouble).toContain('cannot archive its log')
})

test('a server without an archive has none, and nothing is alerted of', () => {
  const archiver = new Archiver()
  archiver.take({ ...reading(0, '0/6000000', null), archives: false })
  expect(archiver.safety.state).toBe('OFF')
  expect(secondsLate(archiver.safety)).toBeUndefined()
})

test('a moment is late by what it is older than BACKUP_EVERY, and with an archive by its age', () => {
  const now = new Date(1_790_000_000_000)
  const at = new Date(now.getTime() - 1000 * 1000)
  const safety = { state: 'ON', at, since: at, everyMinutes: 15, trouble: null } as const
  expect(secondsLate(safety, now)).toBe(100)
  expect(secondsLate({ ...safety, everyMinutes: 30 }, now)).toBe(0)
  expect(secondsLate({ ...safety, everyMinutes: 0 }, now)).toBe(1000)
})

test('a backup that never becomes whole is late from when it was turned on', () => {
  const since = new Date(1_790_000_000_000)
  const now = new Date(since.getTime() + 1000 * 1000)
  expect(secondsLate({ state: 'STARTING', at: null, since, everyMinutes: 15, trouble: null }, now)).toBe(100)
})
