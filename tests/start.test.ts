import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { codeExchange, passwordSignIn } from '#scripts/codeExchange.ts'
import { freePort } from '#platform/freePort.ts'
import { eventually } from './eventually.ts'
import { patience, type TestDatabase, testDatabase, unmigratedDatabase } from './database.ts'
import { temporaryFolder } from '#scripts/temporaryFolder.ts'

// Databases that the product sets up have their own clock.
await vi.hoisted(async () => (await import('#tests/moment/testMoment.ts')).leaveTestMoment())

// Every test starts the product, most of them more than once.
vi.setConfig({ testTimeout: patience(300_000), hookTimeout: patience(300_000) })

const root = join(import.meta.dirname, '..')
const running: Process[] = []
const folders: string[] = []
let database: TestDatabase

beforeAll(async () => {
  database = await testDatabase()
})

afterAll(async () => {
  for (const { child, ended } of running) {
    child.kill('SIGKILL')
    await ended
  }
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  await database.drop()
})

/** Returns the serving processes of a started process. */
function servingOf({ child }: Process): number[] {
  const children = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim().split(' ').map(Number)
  return children.filter((pid) => commandOf(pid).includes('start.ts'))
}

const commandOf = (pid: number) => readFileSync(`/proc/${pid}/cmdline`, 'utf8')

const isAlive = (pid: number) => existsSync(`/proc/${pid}`)

interface Process {
  child: ChildProcess
  output: { stdout: string; stderr: string }
  /** Resolves with the exit code. */
  ended: Promise<number | null>
  says(text: string): Promise<void>
}

function start(settings: Record<string, string>): Process {
  return run(['src/app/start.ts', '--without-web'], settings)
}

/** Runs a command of the product with a umask that restricts nothing. */
function run(command: readonly string[], settings: Record<string, string>): Process {
  const child = spawn('/bin/sh', ['-c', 'umask 000; exec "$@"', 'sh', process.execPath, ...command], {
    cwd: root,
    env: { PATH: process.env.PATH, PROCESSES: '1', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = { stdout: '', stderr: '' }
  child.stdout.on('data', (part: Buffer) => (output.stdout += part.toString()))
  child.stderr.on('data', (part: Buffer) => (output.stderr += part.toString()))
  const ended = once(child, 'close').then(() => child.exitCode)
  const started = {
    child,
    output,
    ended,
    says: async (text: string) => {
      await vi.waitFor(() => expect(output.stdout + output.stderr).toContain(text), { timeout: patience(300_000) })
    },
  }
  running.push(started)
  return started
}

function dataFolder(): string {
  const folder = temporaryFolder('start')
  folders.push(folder)
  return folder
}

/** Returns whether a database accepts connections at this URL, whatever the password. */
async function letsIn(url: URL): Promise<boolean> {
  const client = new pg.Client({ connectionString: url.href })
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end()
  }
}

describe('a start failure prints one sentence, exits with 1 and leaves nothing half done', () => {
  async function failure(settings: Record<string, string>): Promise<string> {
    const { ended, output } = start(settings)
    expect(await ended).toBe(1)
    expect(output.stdout).toBe('')
    expect(output.stderr).not.toMatch(/\n\s+at /)
    return output.stderr.trim()
  }

  test('a wrong setting', async () => {
    const dataDir = join(dataFolder(), 'new')
    expect(await failure({ DATA_DIR: dataDir, PORT: '4000x' })).toBe(
      "The setting PORT must be a whole number from 0 to 65535 (it is '4000x').",
    )
    expect(existsSync(dataDir)).toBe(false)
  })

  test('a port in use', async () => {
    const taken = createServer()
    const port = await freePort()
    await new Promise<void>((resolve) => taken.listen(port, '127.0.0.1', resolve))
    const dataDir = dataFolder()
    expect(await failure({ DATA_DIR: dataDir, PORT: String(port) })).toBe(
      `The port ${port} is in use. Stop the program that uses it, or choose another with PORT, such as PORT=${port + 1}.`,
    )
    expect(readdirSync(dataDir)).toEqual(['secret.key'])
    taken.close()
  })

  test('an address of another machine', async () => {
    expect(await failure({ DATA_DIR: dataFolder(), PORT: '0', HOST: '203.0.113.7' })).toContain('The address 203.0.113.7 in HOST')
  })

  test('a database that is down, named without its password', async () => {
    const port = await freePort()
    const DATABASE_URL = `postgres://owner:hunter2@127.0.0.1:${port}/shala`
    const said = await failure({ DATA_DIR: dataFolder(), PORT: '0', DATABASE_URL })
    expect(said).toContain(`No database answers at 127.0.0.1:${port} (DATABASE_URL).`)
    expect(said).not.toContain('hunter2')
  })

  test('a wrong password for the database', async ({ skip }) => {
    const url = new URL(inject('testServer').url)
    url.password = 'hunter2'
    skip(await letsIn(url), 'the server of DATABASE_URL asks nobody for a password')
    const said = await failure({ DATA_DIR: dataFolder(), PORT: '0', DATABASE_URL: url.href })
    expect(said).toBe(
      `The database at 127.0.0.1:${url.port} refuses the user ${url.username} with the password in DATABASE_URL. Correct the setting.`,
    )
  })

  test('a database that does not exist', async () => {
    const url = new URL(inject('testServer').url)
    url.pathname = '/nowhere'
    expect(await failure({ DATA_DIR: dataFolder(), PORT: '0', DATABASE_URL: url.href })).toContain(
      'There is no database nowhere at 127.0.0.1',
    )
  })

  test('a database with too few connections', async () => {
    const said = await failure({
      DATA_DIR: dataFolder(),
      PORT: '0',
      DATABASE_URL: database.ownerUrl,
      SECRET_KEY: database.secretKey,
      DEMO: 'off',
      DATABASE_CONNECTIONS: '500',
    })
    expect(said).toMatch(
      /^The database takes \d+ connections, and this server uses up to 504\. Raise max_connections of PostgreSQL, or/,
    )
  })

  test('a failure of its serving processes, printed once', async () => {
    const AUTH_ISSUER = 'http://127.0.0.1:1'
    const said = await failure({
      DATA_DIR: database.dataDir,
      PORT: '0',
      DATABASE_URL: database.ownerUrl,
      SECRET_KEY: database.secretKey,
      DEMO: 'off',
      PROCESSES: '2',
      AUTH_ISSUER,
    })
    expect(said).toMatch(
      /^The setting AUTH_ISSUER names http:\/\/127\.0\.0\.1:1, but .* does not answer as that OpenID provider\.$/,
    )
  })

  test('a data folder that is a file', async () => {
    expect(await failure({ DATA_DIR: join(root, 'package.json'), PORT: '0' })).toMatch(/DATA_DIR/)
  })
})

describe('files in DATA_DIR are 600 and folders 700, whatever the umask', () => {
  /** Returns everything below a folder with another mode, and that mode. */
  function open(folder: string): string[] {
    return readdirSync(folder, { withFileTypes: true, recursive: true }).flatMap((entry) => {
      const path = join(entry.parentPath, entry.name)
      const mode = statSync(path).mode & 0o777
      // A database started by root runs as another user, whose group may pass through.
      const passed = path === join(folder, 'postgres') && process.getuid?.() === 0
      return mode === (passed ? 0o710 : entry.isDirectory() ? 0o700 : 0o600) ? [] : [`${path} ${mode.toString(8)}`]
    })
  }

  test('files of the server and of operator commands, and those that an earlier version left open', async () => {
    const dataDir = dataFolder()
    mkdirSync(join(dataDir, 'files', '7'), { recursive: true, mode: 0o755 })
    writeFileSync(join(dataDir, 'files', '7', 'photo'), 'x', { mode: 0o644 })
    writeFileSync(join(dataDir, 'erasures.csv'), '', { mode: 0o644 })
    const server = start({ DATA_DIR: dataDir, PORT: '0', DEMO: 'off' })
    await server.says('Stop with Ctrl-C.')
    const backup = run(['scripts/backup.ts'], { DATA_DIR: dataDir })
    expect(await backup.ended, backup.output.stderr).toBe(0)
    expect(readdirSync(join(dataDir, 'backups'))).not.toEqual([])
    await vi.waitFor(() => expect(open(dataDir)).toEqual([]), { timeout: patience(50_000) })
    expect(statSync(dataDir).mode & 0o007).toBe(0)
    server.child.kill('SIGTERM')
    await server.ended
  })
})

describe('the life of a server', () => {
  let server: Process
  let url = ''
  let port = 0
  let metricsPort = 0
  let healthPort = 0

  beforeAll(async () => {
    port = await freePort()
    metricsPort = await freePort()
    healthPort = await freePort()
    url = `http://localhost:${port}`
    server = start({
      PORT: String(port),
      METRICS_PORT: String(metricsPort),
      HEALTH_PORT: String(healthPort),
      DATA_DIR: database.dataDir,
      DATABASE_URL: database.ownerUrl,
      SECRET_KEY: database.secretKey,
      DEMO: 'on',
    })
    await server.says(`Shala runs at ${url}`)
  })

  async function graphql(body: string, headers: Record<string, string> = {}): Promise<Response> {
    return fetch(`${url}/graphql`, { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } })
  }

  /** Returns a JSON body of about this many bytes that queries only its type. */
  const padded = (bytes: number) => JSON.stringify({ query: '{ __typename }', extensions: { padding: 'x'.repeat(bytes) } })

  /** Returns the status for an announced body, which is refused before it is sent. */
  async function announced(bytes: number, headers: Record<string, string> = {}): Promise<number | undefined> {
    const sent = request(`${url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-length': bytes, ...headers },
    })
    sent.on('error', () => undefined)
    sent.flushHeaders()
    const [answer] = (await once(sent, 'response')) as [IncomingMessage]
    sent.destroy()
    return answer.statusCode
  }

  async function token(): Promise<string> {
    const cookie = await passwordSignIn(url, { email: 'admin@shala.test', password: '9876543210' })
    return (await codeExchange(url, cookie)).accessToken
  }

  test('it prints its URL and how to sign in', async () => {
    await server.says('Stop with Ctrl-C.')
    expect(server.output.stdout).toContain('Two demo schools were loaded.')
    expect(server.output.stdout).toContain('Sign in with the password 9876543210 as\n  superadmin@shala.test\n')
    expect(server.output.stdout).toContain(join(database.dataDir, 'mail'))
  })

  test('GET /health/live is answered on a port of its own', async () => {
    await server.says('Stop with Ctrl-C.')
    const response = await fetch(`http://localhost:${healthPort}/health/live`)
    expect([response.status, await response.json()]).toEqual([200, { status: 'ok' }])
  })

  test('PostgreSQL knows the size of the demo’s tables, so that its first screens are fast', async () => {
    await server.says('Stop with Ctrl-C.')
    const owner = new pg.Client({ connectionString: database.ownerUrl })
    await owner.connect()
    const { rows } = await owner.query(
      "select relname from pg_class where relname in ('marks', 'registers') and reltuples > 1000",
    )
    await owner.end()
    expect(rows).toHaveLength(2)
  })

  test('without sign-in a body has at most 32 kB', async () => {
    expect((await graphql(padded(30_000))).status).toBe(200)
    expect(await announced(40_000)).toBe(413)
    expect(await announced(40_000, { authorization: 'Bearer made.up.token' })).toBe(401)
  })

  test('without sign-in a body of unknown length has the same limit', async () => {
    const sent = request(`${url}/graphql`, { method: 'POST', headers: { 'content-type': 'application/json' } })
    sent.on('error', () => undefined)
    const answer = once(sent, 'response').then(([message]) => message as IncomingMessage)
    for (let part = 0; part < 11; part += 1) sent.write('x'.repeat(100_000))
    expect((await answer).statusCode).toBe(413)
    sent.destroy()
  })

  test('an admin can send 2 MB, and 24 MB for an import named in the header', async () => {
    const authorization = `Bearer ${await token()}`
    expect((await graphql(padded(1_900_000), { authorization })).status).toBe(200)
    expect(await announced(2_200_000, { authorization })).toBe(413)
    expect(await announced(26_000_000, { authorization, 'x-operation': 'importTeachers' })).toBe(413)
  })

  test('the log contains no token, name or address, and the metrics have their own port', async () => {
    await graphql(JSON.stringify({ query: 'query Named { __typename }' }))
    const lines = server.output.stderr
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
    const known = ['level', 'time', 'msg', 'requestId', 'route', 'status', 'operation', 'role', 'schoolId', 'durationMs', 'code']
    expect(lines.length).toBeGreaterThan(3)
    for (const line of lines) expect(Object.keys(line).filter((name) => !known.includes(name))).toEqual([])
    expect(server.output.stderr).not.toMatch(/shala\.test|eyJ/)
    const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
    expect(metrics).toMatch(/shala_request_seconds_count\{route="\/graphql",.*status="200"\} \d/)
    expect(metrics).toMatch(/shala_database_connections\{pool="app",state="idle"\} \d/)
    expect((await fetch(`${url}/metrics`)).status).toBe(404)
  })

  /** Starts a request with an unfinished body. */
  function begin(): { sent: ClientRequest; answer: Promise<IncomingMessage> } {
    const sent = request(`${url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-length': 24 },
    })
    const answer = once(sent, 'response').then(([message]) => message as IncomingMessage)
    sent.write('{"query":"{ _')
    return { sent, answer }
  }

  /** Resolves when the server has the connection of a request: it accepts a later one after it. */
  async function hasArrived(sent: ClientRequest): Promise<void> {
    const [socket] = sent.socket ? [sent.socket] : ((await once(sent, 'socket')) as [Socket])
    if (socket.connecting) await once(socket, 'connect')
    const later = request(`${url}/health/ready`, { agent: false })
    const answer = once(later, 'response')
    later.end()
    const [message] = (await answer) as [IncomingMessage]
    message.resume()
    await once(message, 'end')
  }

  test('asked for new serving processes when it has none, it says so and goes on', async () => {
    server.child.kill('SIGHUP')
    await server.says('Nothing was replaced: with one process')
    expect((await fetch(`${url}/health/ready`)).status).toBe(200)
  })

  test('when stopped, it finishes the running request, takes no other, and exits with 0', async () => {
    const { sent, answer } = begin()
    await hasArrived(sent)
    server.child.kill('SIGTERM')
    await server.says('Stopping …')
    // It reports not ready first, so that a proxy goes elsewhere.
    await eventually(async () => expect((await fetch(`${url}/health/ready`)).status).toBe(503))
    await eventually(() => expect(fetch(`${url}/health/live`)).rejects.toThrow())
    sent.end('_typename"}')
    expect((await answer).statusCode).toBe(200)
    expect(await server.ended).toBe(0)
  })

  test('the second Ctrl-C ends it at once', async () => {
    const second = start({
      PORT: String(port),
      DATA_DIR: database.dataDir,
      DATABASE_URL: database.ownerUrl,
      SECRET_KEY: database.secretKey,
    })
    await second.says('Shala runs at')
    const { sent, answer } = begin()
    answer.catch(() => undefined)
    sent.on('error', () => undefined)
    await hasArrived(sent)
    second.child.kill('SIGINT')
    await second.says('Stopping …')
    second.child.kill('SIGINT')
    expect(await second.ended).toBe(130)
    expect(second.output.stdout).not.toContain('demo schools were loaded')
  })
})

test('a second server with a folder of its own is not ready and says why; files:move makes both ready with one storage', {
  timeout: patience(900_000),
}, async () => {
  const own = await unmigratedDatabase()
  const [first, second, shared] = [dataFolder(), dataFolder(), dataFolder()]
  const settings = { DATABASE_URL: own.ownerUrl, SECRET_KEY: own.secretKey, DEMO: 'on', LOG_LEVEL: 'silent' }
  const withFolder = async (DATA_DIR: string, more: Record<string, string> = {}) => {
    const PORT = String(await freePort())
    const server = start({ ...settings, DATA_DIR, PORT, ...more })
    await server.says('Shala runs at')
    const answer = await fetch(`http://localhost:${PORT}/health/ready`)
    const { checks } = (await answer.json()) as { checks: { storage: string } }
    return { server, status: answer.status, storage: checks.storage }
  }
  const stop = async ({ server }: { server: Process }) => {
    server.child.kill('SIGTERM')
    await server.ended
  }
  const move = async (DATA_DIR: string) => {
    const moving = run(['scripts/moveFiles.ts'], { ...settings, ...storage, DATA_DIR })
    return { code: await moving.ended, said: moving.output.stdout + moving.output.stderr }
  }
  const storage = { STORAGE_URL: pathToFileURL(join(shared, 'files')).href }
  try {
    const right = await withFolder(first)
    expect([right.status, right.storage]).toEqual([200, 'ok'])
    const wrong = await withFolder(second)
    expect(wrong.status).toBe(503)
    expect(wrong.storage).toMatch(/^The files of this installation lie in another storage .* STORAGE_URL must be the same/)
    expect(wrong.server.output.stdout).toContain(wrong.storage)
    const backup = run(['scripts/backup.ts'], { ...settings, DATA_DIR: second })
    expect(await backup.ended).toBe(1)
    expect(backup.output.stderr).toContain(`The files of this installation do not lie in ${join(second, 'files')}`)
    const during = await move(first)
    expect([during.code, during.said]).toEqual([1, expect.stringContaining('Servers are working. Stop all of them')])
    await stop(right)
    await stop(wrong)
    const moved = await move(first)
    expect(moved.said).toContain(`The files of this installation are in ${join(shared, 'files')}.`)
    expect([moved.code, moved.said.trim().split('\n').at(-1)]).toEqual([
      0,
      expect.stringMatching(/^moved 0 files \(0\.0 MB\) and 0 erasures, [1-9]\d* were there, 0 missing, 0 removed$/),
    ])
    for (const folder of [first, second]) {
      const again = await withFolder(folder, storage)
      expect([again.status, again.storage]).toEqual([200, 'ok'])
      await stop(again)
    }
    const former = await withFolder(first)
    expect(former.status).toBe(503)
    await stop(former)
  } finally {
    await own.drop()
  }
})

/** Returns what a line of the log says. */
const messageOf = (line: string) => (JSON.parse(line) as { msg: string }).msg

test('with a database of its own and two that serve: started, killed, started again on the same data and port', {
  timeout: 900_000,
}, async () => {
  const port = String(await freePort())
  const settings = { PORT: port, DATA_DIR: dataFolder(), DEMO: 'off', LOG_LEVEL: 'error', PROCESSES: '2' }
  const first = start(settings)
  await first.says('Shala runs at')
  const serving = servingOf(first)
  expect(serving).toHaveLength(2)
  first.child.kill('SIGKILL')
  await first.ended
  const second = start(settings)
  await second.says('Shala runs at')
  // No process is left to stop them; they have noticed it themselves.
  await vi.waitFor(() => expect(serving.filter(isAlive)).toEqual([]), { timeout: 120_000 })
  const [killed = 0, other] = servingOf(second)
  process.kill(killed, 'SIGKILL')
  await vi.waitFor(
    () => {
      expect(servingOf(second)).toHaveLength(2)
      expect(servingOf(second)).toContain(other)
      expect(servingOf(second)).not.toContain(killed)
    },
    { timeout: 120_000 },
  )
  const ready = await fetch(`http://localhost:${port}/health/ready`).catch((error: Error) => String(error.cause))
  expect(ready, second.output.stderr).toMatchObject({ status: 200 })
  expect(second.output.stdout.match(/Shala runs at/g)).toHaveLength(1)
  expect(second.output.stdout).not.toContain('for the first time')
  expect(second.output.stdout).toContain('npm run superadmin')
  second.child.kill('SIGINT')
  expect(await second.ended).toBe(0)
  expect(second.output.stderr.trim().split('\n').map(messageOf)).toEqual(['A serving process ended and is started again'])
  expect(existsSync(join(settings.DATA_DIR, 'postgres/cluster/postmaster.pid'))).toBe(false)
})

test('a reload runs the release that the link names by then, and what dies comes back in its own release', {
  timeout: 900_000,
}, async () => {
  const folder = dataFolder()
  for (const name of ['old', 'new', 'broken']) {
    for (const copied of ['src', 'package.json']) cpSync(join(root, copied), join(folder, name, copied), { recursive: true })
    for (const shared of ['node_modules', 'db']) symlinkSync(join(root, shared), join(folder, name, shared))
  }
  writeFileSync(join(folder, 'broken/src/app/prepare.ts'), 'throw new Error("This release is broken.")')
  const link = join(folder, 'current')
  const point = (name: string) => {
    rmSync(link, { force: true })
    symlinkSync(join(folder, name), link)
  }
  const { ownerUrl, secretKey } = database
  point('old')
  const server = run([join(link, 'src/app/start.ts'), '--without-web'], {
    PORT: String(await freePort()),
    DATA_DIR: join(folder, 'data'),
    STORAGE_URL: pathToFileURL(join(database.dataDir, 'files')).href,
    DATABASE_URL: ownerUrl,
    SECRET_KEY: secretKey,
    PROCESSES: '2',
    // Processes that are replaced wait for so long until nobody keeps a connection.
    KEEP_ALIVE_SECONDS: '1',
  })
  await server.says('Shala runs at')
  const releases = () => servingOf(server).map((pid) => /\/(old|new|broken)\/src/.exec(commandOf(pid))?.[1])
  expect(releases()).toEqual(['old', 'old'])

  point('broken')
  server.child.kill('SIGHUP')
  await server.says('The serving processes go on as they were: ')
  process.kill(servingOf(server)[0] ?? 0, 'SIGKILL')
  await server.says('A serving process ended and is started again')
  await eventually(() => expect(releases()).toEqual(['old', 'old']))

  point('new')
  server.child.kill('SIGHUP')
  await server.says('The serving processes were replaced.')
  expect(releases()).toEqual(['new', 'new'])
  server.child.kill('SIGINT')
  expect(await server.ended).toBe(0)
})
