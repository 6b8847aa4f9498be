import { IDBFactory } from 'fake-indexeddb'
import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { eventually } from '#tests/eventually.ts'
import type { MutationDocument } from '#shared/graphqlDocuments.ts'
import { GraphqlError, ServerError } from '../data/requestGraphql.ts'
import { Entries, type Entry } from './entries.ts'
import { countText, type OutboxKind } from './kinds.ts'
import { Outbox, classifyError } from './outbox.ts'

interface Marks {
  marks: number
}

const mark: OutboxKind<Marks, string> = {
  name: 'mark',
  mutation: {} as MutationDocument<string, never>,
  words: { one: 'mark', many: 'marks' },
  count: ({ marks }) => marks,
}
const scan: OutboxKind<Marks, string> = { ...mark, name: 'scan', words: { one: 'scan', many: 'scans' } }
const kinds = new Map<string, OutboxKind>([mark, scan].map((kind) => [kind.name, kind as OutboxKind]))

const offline = () => new TypeError('Failed to fetch')
const refusal = (code: string, message = 'Not so.') => new GraphqlError([{ message, extensions: { code, problems: [] } }])

/** A server that stores each key once. `fails` are the failures of the next requests, before or after storing. */
class Server {
  readonly stored = new Map<string, number>()
  readonly asked: string[] = []
  fails: { error: unknown; after?: boolean }[] = []

  readonly mutate = async (_: unknown, variables: object) => {
    const { key, marks } = (variables as { input: { key: string; marks: number } }).input
    this.asked.push(key)
    const fault = this.fails.shift()
    if (fault && !fault.after) throw fault.error
    if (!this.stored.has(key)) this.stored.set(key, marks)
    if (fault) throw fault.error
    return `stored ${this.stored.get(key)}`
  }
}

const opened: Outbox[] = []
function open(server: Pick<Server, 'mutate'>, person = 'asha', known = kinds): Outbox {
  const outbox = new Outbox({ person, loadKind: async (name) => known.get(name), mutate: server.mutate })
  opened.push(outbox)
  outbox.start()
  return outbox
}
const settled = (outbox: Outbox, count: number) =>
  vi.waitFor(() => expect(outbox.list()).toHaveLength(count), { timeout: 50_000, interval: 5 })
const waits = (outbox: Outbox) => outbox.list().filter((entry) => entry.refusal === null).length

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory()
})
afterEach(() => {
  for (const outbox of opened.splice(0)) outbox.stop()
  vi.restoreAllMocks()
})

test('a sent entry gets its answer and is removed', async () => {
  const server = new Server()
  const outbox = open(server)
  await expect(outbox.send(mark, '1', { marks: 3 }, '7-B')).resolves.toMatchObject({ state: 'sent', data: 'stored 3' })
  await settled(outbox, 0)
  expect(server.asked).toHaveLength(1)
})

test('an entry is on the disk before it is sent for the first time', async () => {
  let kept: readonly Entry[] = []
  const disk = new Entries()
  const outbox = open({
    mutate: async () => {
      kept = await disk.listFor('asha')
      return 'stored'
    },
  })
  await outbox.send(mark, '1', { marks: 1 }, '7-B')
  expect(kept).toMatchObject([{ label: '7-B', input: { marks: 1 } }])
  await disk.close()
})

test('entries wait without a connection, and are sent once each in order when it returns', async () => {
  const server = new Server()
  const outbox = open(server)
  server.fails = Array.from({ length: 3 }, () => ({ error: offline() }))
  for (const marks of [1, 2, 3])
    await expect(outbox.send(mark, '1', { marks }, `${marks}`)).resolves.toMatchObject({ state: 'waiting' })
  expect(outbox.list().map((entry) => entry.label)).toEqual(['1', '2', '3'])
  expect(server.stored.size).toBe(0)
  outbox.now()
  await settled(outbox, 0)
  expect([...server.stored.values()]).toEqual([1, 2, 3])
})

test('it retries automatically', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0)
  const server = new Server()
  const outbox = open(server)
  server.fails = [{ error: new ServerError(502) }]
  await expect(outbox.send(mark, '1', { marks: 4 }, '')).resolves.toMatchObject({ state: 'waiting' })
  await settled(outbox, 0)
  expect([...server.stored.values()]).toEqual([4])
})

test('a lost answer does not store the entry twice', async () => {
  const server = new Server()
  const outbox = open(server)
  server.fails = [{ error: offline(), after: true }]
  await expect(outbox.send(mark, '1', { marks: 5 }, '')).resolves.toMatchObject({ state: 'waiting' })
  outbox.now()
  await settled(outbox, 0)
  expect([...server.stored.values()]).toEqual([5])
  expect(new Set(server.asked).size).toBe(1)
})

test('waiting entries survive the page, and are sent only as the same person', async () => {
  const server = new Server()
  const first = open(server)
  server.fails = [{ error: offline() }]
  const { key } = await first.send(mark, '1', { marks: 6 }, '7-B')
  first.stop()
  const stranger = open(server, 'ravi')
  await stranger.send(mark, '1', { marks: 7 }, '7-A')
  expect([...server.stored.values()]).toEqual([7])
  const second = open(server)
  await eventually(() => expect(server.stored.get(key)).toBe(6))
  await settled(second, 0)
})

test('a refused entry keeps its message, and the next entry is sent', async () => {
  const server = new Server()
  const outbox = open(server)
  server.fails = [{ error: refusal('CONFLICT', '7-B was taken by Sunita Patil at 08:04 meanwhile.') }]
  const refused = await outbox.send(mark, '1', { marks: 1 }, 'first')
  expect(refused).toMatchObject({ state: 'refused', failure: { code: 'CONFLICT' } })
  await outbox.send(mark, '1', { marks: 2 }, 'second')
  await settled(outbox, 1)
  expect(outbox.list()[0]).toMatchObject({
    label: 'first',
    refusal: { message: '7-B was taken by Sunita Patil at 08:04 meanwhile.' },
  })
  await expect(outbox.again(refused.key, { marks: 9 })).resolves.toMatchObject({ state: 'sent', data: 'stored 9' })
  await settled(outbox, 0)
  expect([...server.stored.values()]).toEqual([2, 9])
  expect(server.stored.has(refused.key)).toBe(false)
  await expect(outbox.again(refused.key)).resolves.toBeNull()
})

test('an unchanged refused entry is sent again under its key', async () => {
  const server = new Server()
  const outbox = open(server)
  server.fails = Array.from({ length: 8 }, (_, tries) => ({ error: refusal('UNEXPECTED'), after: tries === 7 }))
  const { key } = await outbox.send(mark, '1', { marks: 3 }, '')
  await eventually(() => {
    outbox.now()
    expect(outbox.list()[0]?.refusal).toMatchObject({ code: 'UNEXPECTED' })
  })
  await expect(outbox.again(key)).resolves.toMatchObject({ state: 'sent', key })
  expect([...server.stored]).toEqual([[key, 3]])
})

test('only refused entries can be deleted', async () => {
  const server = new Server()
  const outbox = open(server)
  server.fails = [{ error: refusal('FORBIDDEN') }, { error: offline() }]
  const refused = await outbox.send(mark, '1', { marks: 1 }, '')
  const waiting = await outbox.send(mark, '1', { marks: 2 }, '')
  await outbox.discard(refused.key)
  await outbox.discard(waiting.key)
  expect(outbox.list().map(({ key }) => key)).toEqual([waiting.key])
})

test('entries wait when the session has ended', async () => {
  const server = new Server()
  const outbox = open(server)
  server.fails = [{ error: refusal('SIGNED_OUT') }]
  await expect(outbox.send(mark, '1', { marks: 1 }, '')).resolves.toMatchObject({ state: 'waiting' })
  expect(waits(outbox)).toBe(1)
})

test('an entry that makes the server fail is refused after eight attempts', async () => {
  const server = new Server()
  const outbox = open(server)
  server.fails = Array.from({ length: 8 }, () => ({ error: refusal('UNEXPECTED', 'Something went wrong on our side.') }))
  await outbox.send(mark, '1', { marks: 1 }, 'poison')
  for (let tries = 1; tries < 8; tries += 1) {
    expect(waits(outbox)).toBe(1)
    outbox.now()
    await eventually(() => expect(server.asked).toHaveLength(tries + 1))
    await eventually(() => expect(outbox.list()[0]?.failures === tries + 1 || outbox.list()[0]?.refusal).toBeTruthy())
  }
  expect(outbox.list()[0]?.refusal?.message).toBe('Something went wrong on our side.')
  await expect(outbox.send(mark, '1', { marks: 2 }, '')).resolves.toMatchObject({ state: 'sent' })
})

test('two tabs with the same entries send each of them once', async () => {
  const server = new Server()
  const before = open(server)
  server.fails = Array.from({ length: 20 }, () => ({ error: offline() }))
  for (let marks = 0; marks < 20; marks += 1) await before.send(mark, '1', { marks }, '')
  before.stop()
  server.asked.length = 0
  server.fails = []
  const [one, two] = [open(server), open(server)]
  await eventually(() => expect(server.asked).toHaveLength(20))
  await Promise.all([settled(one, 0), settled(two, 0)])
  expect([...server.stored.values()]).toEqual(Array.from({ length: 20 }, (_, marks) => marks))
})

test('a tab gets the result of its entry when another tab has sent it', async () => {
  let release: () => void = () => undefined
  const gate = new Promise<void>((resolve) => {
    release = resolve
  })
  const server = new Server()
  const busy = open({
    mutate: async (mutation, variables) => {
      await gate
      return server.mutate(mutation, variables)
    },
  })
  const first = busy.send(mark, '1', { marks: 1 }, '')
  await settled(busy, 1)
  const other = open(server)
  const second = other.send(mark, '1', { marks: 2 }, '')
  await eventually(() => expect(other.list()).toHaveLength(2))
  release()
  await expect(first).resolves.toMatchObject({ state: 'sent' })
  await expect(second).resolves.toMatchObject({ state: 'sent', data: 'stored 2' })
  expect(server.asked).toHaveLength(2)
})

test('no entry is lost or stored twice on an unreliable connection', async () => {
  const server = new Server()
  let outbox = open(server)
  const random = (below: number) => Math.floor(Math.random() * below)
  server.fails = Array.from({ length: 150 }, () => ({ error: offline(), after: random(2) === 0 }))
  for (let marks = 0; marks < 60; marks += 1) {
    await outbox.send(mark, '1', { marks }, '')
    if (random(4) > 0) continue
    outbox.stop()
    outbox = open(server)
  }
  while (outbox.list().length > 0 || server.stored.size < 60) {
    outbox.now()
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  expect([...server.stored.values()]).toEqual(Array.from({ length: 60 }, (_, marks) => marks))
})

test('without browser storage, a failed request is an error', async () => {
  vi.spyOn(console, 'error').mockReturnValue(undefined)
  const server = new Server()
  const outbox = open(server)
  vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(() => {
    throw new DOMException('No.', 'SecurityError')
  })
  await new Promise((resolve) => setTimeout(resolve, 20))
  outbox.stop()
  await expect(outbox.send(mark, '1', { marks: 1 }, '')).resolves.toMatchObject({ state: 'sent' })
  server.fails = [{ error: offline() }]
  await expect(outbox.send(mark, '1', { marks: 2 }, '')).rejects.toThrow('Failed to fetch')
})

test('an entry of an unknown kind is kept', async () => {
  const server = new Server()
  const outbox = open(server, 'asha', new Map())
  await expect(outbox.send(mark, '1', { marks: 1 }, '')).resolves.toMatchObject({ state: 'refused' })
  expect(outbox.list()[0]?.refusal?.message).toContain('Reload the page')
  expect(server.asked).toEqual([])
})

test.each([
  [offline(), 'later'],
  [refusal('UNAVAILABLE'), 'later'],
  [refusal('RATE_LIMITED'), 'later'],
  [refusal('SIGNED_OUT'), 'later'],
  [new DOMException('', 'TimeoutError'), 'later'],
  // A network's login page.
  [new SyntaxError('Unexpected token <'), 'later'],
  [refusal('UNEXPECTED'), 'failed'],
  [refusal('CONFLICT'), 'refused'],
  [refusal('NOT_FOUND'), 'refused'],
  [refusal('BAD_INPUT'), 'refused'],
])('%s is %s', (error, verdict) => {
  expect(classifyError(error)).toBe(verdict)
})

test('waiting entries are counted with their noun', () => {
  const marks = (count: number) => ({ count, words: mark.words })
  expect(countText([marks(1)])).toBe('1 mark')
  expect(countText([marks(2), marks(50)])).toBe('52 marks')
  expect(countText([marks(2), { count: 1, words: scan.words }])).toBe('2 entries')
})

test('marks are counted as they are entered, and again when they are corrected', async () => {
  const server = new Server()
  const outbox = open(server)
  server.fails = [{ error: refusal('BAD_INPUT') }, { error: offline() }]
  const { key } = await outbox.send(mark, '1', { marks: 50 }, '7-B')
  expect(countText(outbox.list())).toBe('50 marks')
  await outbox.again(key, { marks: 1 })
  expect(countText(outbox.list())).toBe('1 mark')
})
