import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Embedded, runningEmbedded, startEmbedded } from './embedded.ts'
import { temporaryFolder } from '#scripts/temporaryFolder.ts'

let dataDir = ''
const started: Embedded[] = []
const children: ChildProcess[] = []

beforeAll(() => {
  dataDir = temporaryFolder('embedded')
})

afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  for (const server of started) await server.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

async function start(messages: string[] = []): Promise<Embedded> {
  const server = await startEmbedded({ dataDir, log: (message) => messages.push(message), settings: { fsync: 'off' } })
  started.push(server)
  return server
}

/** Another process that uses the data folder until it is killed. */
async function startElsewhere(): Promise<ChildProcess> {
  const script = `import { startEmbedded } from ${JSON.stringify(join(import.meta.dirname, 'embedded.ts'))}
    await startEmbedded({ dataDir: ${JSON.stringify(dataDir)}, log: () => {}, settings: { fsync: 'off' } })
    console.log('started')
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  children.push(child)
  await once(child.stdout, 'data')
  return child
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL')
  await once(child, 'exit')
}

async function ask(server: Embedded, query: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: server.ownerUrl })
  await client.connect()
  try {
    return (await client.query(query)).rows
  } finally {
    await client.end()
  }
}

const pidFile = () => join(dataDir, 'postgres/cluster/postmaster.pid')
const postgresPid = () => Number(readFileSync(pidFile(), 'utf8').split('\n')[0])

test('a first start makes a UTF-8 database of our own, for 127.0.0.1 and its owner only', async () => {
  const server = await start()
  expect(await ask(server, 'create table kept (word text)')).toEqual([])
  await ask(server, "insert into kept values ('नमस्ते')")
  expect(
    await ask(server, "select upper('é') as upper, current_setting('listen_addresses') as listens, current_database() as name"),
  ).toEqual([{ upper: 'É', listens: '127.0.0.1', name: 'shala' }])
  expect(statSync(join(dataDir, 'postgres/password')).mode & 0o777).toBe(0o600)
  expect(statSync(join(dataDir, 'postgres/cluster')).mode & 0o777).toBe(0o700)
})

test('a second start on the same folder is refused in one sentence, and leaves the first alone', async () => {
  await expect(startEmbedded({ dataDir, log: () => undefined })).rejects.toThrow(
    `Shala is already running on this data folder (shala process ${process.pid}).`,
  )
  expect(await ask(started[0] as Embedded, 'select word from kept')).toEqual([{ word: 'नमस्ते' }])
})

test('a database that is killed while in use comes back by itself on its port', async () => {
  const killed = postgresPid()
  process.kill(killed, 'SIGKILL')
  // The dying one may still answer: another process must have taken its place.
  await expect.poll(() => existsSync(pidFile()) && postgresPid() !== killed, { timeout: 50_000 }).toBe(true)
  await expect
    .poll(() => ask(started[0] as Embedded, 'select word from kept').catch(() => []), { timeout: 50_000 })
    .toEqual([{ word: 'नमस्ते' }])
})

test('a database that goes away again and again, also while it is being brought up, comes back', async () => {
  const ready = () => existsSync(pidFile()) && readFileSync(pidFile(), 'utf8').split('\n')[7]?.trim() === 'ready'
  for (let nth = 0; nth < 12; nth++) {
    await expect.poll(ready, { timeout: 50_000, interval: 1 }).toBe(true)
    // At another moment each time: before the connection that watches it is made, while it is, and after.
    await sleep(nth * 4)
    process.kill(postgresPid(), nth % 2 === 0 ? 'SIGQUIT' : 'SIGINT')
    await expect.poll(ready, { timeout: 50_000, interval: 1 }).toBe(false)
  }
  await expect
    .poll(() => ask(started[0] as Embedded, 'select word from kept').catch(() => []), { timeout: 50_000 })
    .toEqual([{ word: 'नमस्ते' }])
})

test('stopped and started again, everything is there', async () => {
  const before = (started[0] as Embedded).ownerUrl
  await started.pop()?.stop()
  expect(existsSync(pidFile())).toBe(false)
  const server = await start()
  expect(server.ownerUrl).toBe(before)
  expect(await ask(server, 'select word from kept')).toEqual([{ word: 'नमस्ते' }])
  await started.pop()?.stop()
})

test('the database of a killed process stops with it', async () => {
  await kill(await startElsewhere())
  await expect.poll(() => existsSync(pidFile()), { timeout: 50_000 }).toBe(false)
})

test.runIf(process.platform === 'linux')('a database that outlived its process is stopped and started anew', async () => {
  const child = await startElsewhere()
  for (const pid of readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim().split(' ')) {
    if (readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('read -r')) process.kill(Number(pid), 'SIGKILL')
  }
  await kill(child)
  await sleep(300)
  const left = postgresPid()
  const messages: string[] = []
  const server = await start(messages)
  expect(messages).toEqual(['A process that was killed left the database running; it is started anew'])
  expect(postgresPid()).not.toBe(left)
  expect(await ask(server, 'select word from kept')).toEqual([{ word: 'नमस्ते' }])
  await started.pop()?.stop()
})

test('a stale pid file is no obstacle, even when its number belongs to another process by now', async () => {
  writeFileSync(pidFile(), `${process.pid}\n${join(dataDir, 'postgres/cluster')}\n0\n1\n\n127.0.0.1\n\nready\n`)
  expect(await ask(await start(), 'select word from kept')).toEqual([{ word: 'नमस्ते' }])
  await started.pop()?.stop()
})

test('a database without its password file is not replaced by an empty one', async () => {
  const file = join(dataDir, 'postgres/password')
  const password = readFileSync(file)
  rmSync(file)
  await expect(startEmbedded({ dataDir, log: () => undefined })).rejects.toThrow(
    'password is missing. Put it back from your backup.',
  )
  writeFileSync(file, password)
})

test('who asks for a running database moves none of its files: by a path from here, or in a folder that was closed meanwhile', async () => {
  const folder = temporaryFolder('closed')
  const inside = join(folder, 'inside')
  mkdirSync(inside)
  chmodSync(folder, 0o755)
  const server = await startEmbedded({ dataDir: inside, log: () => undefined, settings: { fsync: 'off' } })
  try {
    expect(runningEmbedded(relative(process.cwd(), inside))).toBe(server.ownerUrl)
    chmodSync(folder, 0o700)
    expect(runningEmbedded(inside)).toBe(server.ownerUrl)
    expect(existsSync(join(inside, 'postgres.place'))).toBe(false)
  } finally {
    chmodSync(folder, 0o755)
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
})
