import { execFileSync } from 'node:child_process'
import { closeSync, mkdtempSync, open, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { hashPassword as libraryHash, verifyPassword as libraryVerify } from 'better-auth/crypto'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  HashingBusy,
  hashingFor,
  hashPassword,
  setPasswordCost,
  startPasswordHashing,
  verifyPassword,
  waitingHashes,
} from './passwordHashing.ts'

beforeAll(async () => {
  setPasswordCost('full')
  await startPasswordHashing()
})
afterEach(() => setPasswordCost('full'))

const password = 'a passphrase — ﬁne ₹'

describe('the format of hashes is the sign-in library’s own', () => {
  test('a hash of the library is verified here', async () => {
    const hash = await libraryHash(password)
    expect(await verifyPassword({ hash, password })).toBe(true)
    expect(await verifyPassword({ hash, password: 'another' })).toBe(false)
  })

  test('a hash of this module is verified by the library', async () => {
    const hash = await hashPassword(password)
    expect(hash).toMatch(/^[0-9a-f]{32}:[0-9a-f]{128}$/)
    expect(await libraryVerify({ hash, password })).toBe(true)
    expect(await libraryVerify({ hash, password: 'another' })).toBe(false)
  })

  test.each(['', ':', 'cheap:', 'no hash at all', 'salt:key', `cheap:salt:${'0'.repeat(128)}`])(
    'nothing is the password of %j',
    async (hash) => expect(await verifyPassword({ hash, password })).toBe(false),
  )
})

test('a cheap hash says so, and opens nothing where hashes are not cheap', async () => {
  setPasswordCost('cheap')
  const hash = await hashPassword(password)
  expect(hash).toMatch(/^cheap:/)
  expect(await verifyPassword({ hash, password })).toBe(true)
  expect(await verifyPassword({ hash, password: 'another' })).toBe(false)
  expect(await verifyPassword({ hash: await libraryHash(password), password })).toBe(true)
  setPasswordCost('full')
  expect(await verifyPassword({ hash, password })).toBe(false)
})

test('hashing needs no thread of the pool that files, DNS and pictures use', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'shala-hashing-'))
  const pipe = join(folder, 'pipe')
  execFileSync('mkfifo', [pipe])
  // Opening a pipe takes a thread until somebody opens its other end: more than there are.
  const opened = Array.from({ length: 64 }, () => promisify(open)(pipe, 'r'))
  try {
    const hash = await hashPassword(password)
    expect(await verifyPassword({ hash, password })).toBe(true)
  } finally {
    const writer = openSync(pipe, 'r+')
    for (const file of await Promise.all(opened)) closeSync(file)
    closeSync(writer)
    rmSync(folder, { recursive: true })
  }
})

describe('while more passwords are checked than there are threads', () => {
  /** Starts hashes of one caller, and adds the caller's name to `finished` as each ends. */
  function start(caller: string, times: number, finished: string[] = []): Promise<unknown>[] {
    return Array.from({ length: times }, () =>
      hashingFor(caller, () => hashPassword(password)).then(
        () => finished.push(caller),
        (error: unknown) => error,
      ),
    )
  }

  test('another caller waits for one hash of the first, not for all', async () => {
    const finished: string[] = []
    const attack = start('attacker', 20, finished)
    await Promise.all(start('owner', 1, finished))
    expect(finished.filter((caller) => caller === 'attacker').length).toBeLessThan(8)
    await Promise.all(attack)
    expect(finished).toHaveLength(21)
  })

  test('a caller with too many is refused with a time, and others are not', async () => {
    setPasswordCost('cheap')
    const finished: string[] = []
    const attack = start('attacker', waitingHashes.ofCaller * 2, finished)
    const results = await Promise.all([...attack, ...start('owner', 5, finished)])
    expect(finished.filter((caller) => caller === 'owner')).toHaveLength(5)
    const refused = results.filter((result) => result instanceof HashingBusy)
    expect(refused.length).toBeGreaterThanOrEqual(waitingHashes.ofCaller / 2)
    expect(refused[0]).toMatchObject({ code: 'UNAVAILABLE', message: expect.stringContaining('try again in 30 seconds') })
  })

  test('two hundred teachers behind one address sign in at once', async () => {
    setPasswordCost('cheap')
    const finished: string[] = []
    await Promise.all(start('the school', 200, finished))
    expect(finished).toHaveLength(200)
  })

  test('all callers together may not wait without end', async () => {
    setPasswordCost('cheap')
    const results = await Promise.all(['one', 'another'].flatMap((caller) => start(caller, waitingHashes.all)))
    const refused = results.filter((result) => result instanceof HashingBusy)
    expect(refused.length).toBeGreaterThanOrEqual(waitingHashes.all - 2)
    expect(await hashPassword(password)).toMatch(/^cheap:/)
  })
})
