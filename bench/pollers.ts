/**
 * Load generator of `bench/live.ts`, in a separate process. Everybody polls over their own connection, at their
 * interval ±10 %, as the pages do. It receives the load as a message and answers with one message.
 */
import { createConnection, type Socket } from 'node:net'

/** A polling person. */
export interface Poller {
  token: string
  /** Milliseconds between polls. */
  every: number
  /** True for a student, whose first answer marks them present. */
  student: boolean
  /** Request body, with `@seen` in place of the last version. */
  body: string
}

export interface Load {
  host: string
  port: number
  pollers: Poller[]
  /** Milliseconds over which pollers start, then until the measurement starts, and then of the measurement. */
  ramp: number
  settle: number
  measure: number
}

export interface Polled {
  polls: number
  seconds: number
  /** Errors of the whole run. */
  errors: string[]
  failed: number
  /** Number of students with at least one answer. */
  answered: number
  p50: number
  p99: number
  worst: number
  /** The slowest answer before the measurement, while everybody joined. */
  worstJoining: number
  /** Processor cores that this process used during the measurement, and seconds before it. */
  cores: number
  joiningSeconds: number
}

const turnMs = 4

class Client {
  readonly #load: Load
  readonly #done: (milliseconds: number, text: string) => void
  #socket: Socket | undefined
  #seen = ''
  #sentAt = 0
  #received = ''
  readonly #head: string
  /** The body before and after the version that was seen last. */
  readonly #before: string
  readonly #after: string
  /** Bytes of both. */
  readonly #length: number

  constructor(load: Load, poller: Poller, done: (milliseconds: number, text: string) => void) {
    this.#load = load
    this.#done = done
    this.#head = `POST /graphql HTTP/1.1\r\nhost: ${load.host}:${load.port}\r\nauthorization: Bearer ${poller.token}\r\ncontent-type: application/json\r\ncontent-length: `
    const [before = '', after = ''] = poller.body.split('@seen')
    this.#before = `\r\n\r\n${before}`
    this.#after = after
    this.#length = Buffer.byteLength(before + after)
  }

  poll(): void {
    if (this.#sentAt > 0) {
      this.#done(performance.now() - this.#sentAt, 'not answered before the next poll')
      return
    }
    this.#sentAt = performance.now()
    if (!this.#socket) {
      this.#socket = createConnection({ host: this.#load.host, port: this.#load.port, noDelay: true })
      // A character for each byte, as lengths are counted.
      this.#socket.setEncoding('latin1')
      this.#socket.on('data', (part: string) => this.#take(part))
      this.#socket.on('error', (error) => this.#end(String(error)))
      this.#socket.on('close', () => {
        this.#socket = undefined
      })
    }
    this.#socket.write(`${this.#head}${this.#length + this.#seen.length}${this.#before}${this.#seen}${this.#after}`, 'latin1')
  }

  #take(part: string): void {
    this.#received += part
    const end = this.#received.indexOf('\r\n\r\n')
    if (end < 0) return
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(this.#received.slice(0, end))?.[1] ?? Number.NaN)
    const body = this.#received.slice(end + 4)
    if (body.length < length) return
    const ok = this.#received.startsWith('HTTP/1.1 200') && !body.includes('"errors"') && body.length === length
    this.#seen = /"version":"([^"]*)"/.exec(body)?.[1] ?? this.#seen
    this.#received = ''
    this.#end(ok ? '' : body.slice(0, 200) || 'no body')
  }

  #end(error: string): void {
    if (this.#sentAt === 0) return
    const took = performance.now() - this.#sentAt
    this.#sentAt = 0
    this.#done(took, error)
  }

  close(): void {
    this.#socket?.destroy()
  }
}

async function run(load: Load): Promise<Polled> {
  const errors = new Map<string, number>()
  const times: number[] = []
  const countFrom = performance.now() + load.ramp + load.settle
  const countTo = countFrom + load.measure
  let failed = 0
  let worstJoining = 0
  const answered = new Set<Poller>()
  const clients = load.pollers.map(
    (poller) =>
      new Client(load, poller, (milliseconds, error) => {
        const now = performance.now()
        if (error) {
          failed += 1
          errors.set(error, (errors.get(error) ?? 0) + 1)
        } else if (poller.student) answered.add(poller)
        if (now >= countFrom && now < countTo) times.push(milliseconds)
        else worstJoining = Math.max(worstJoining, milliseconds)
      }),
  )
  // One timer for all pollers, because thousands of timers would be a load too, and so would looking at all of them.
  const begun = performance.now()
  const turns: number[][] = []
  const askAt = (index: number, time: number) => (turns[Math.ceil((time - begun) / turnMs)] ??= []).push(index)
  for (const index of load.pollers.keys()) askAt(index, begun + Math.random() * load.ramp)
  let turn = 0
  let usage = process.cpuUsage()
  let joiningSeconds = 0
  let counting = false
  let cores = 0
  await new Promise<void>((resolve) => {
    const tick = () => {
      const now = performance.now()
      if (!counting && now >= countFrom) {
        counting = true
        const { user, system } = process.cpuUsage(usage)
        joiningSeconds = (user + system) / 1_000_000
        usage = process.cpuUsage()
      }
      if (now >= countTo) {
        const { user, system } = process.cpuUsage(usage)
        cores = (user + system) / 1000 / (now - countFrom)
        resolve()
        return
      }
      for (; begun + turn * turnMs <= now; turn++)
        for (const index of turns[turn] ?? []) {
          clients[index]?.poll()
          askAt(index, now + (load.pollers[index]?.every ?? 0) * (0.9 + Math.random() * 0.2))
        }
      setTimeout(tick, turnMs)
    }
    tick()
  })
  for (const client of clients) client.close()
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.floor(share * (times.length - 1))] ?? 0
  return {
    polls: times.length,
    seconds: load.measure / 1000,
    failed,
    answered: answered.size,
    p50: at(0.5),
    p99: at(0.99),
    worst: at(1),
    worstJoining,
    cores,
    joiningSeconds,
    errors: [...errors].map(([text, count]) => `${count} × ${text}`).slice(0, 10),
  }
}

process.once('message', (load: Load) => {
  void run(load).then((polled) => {
    process.send?.(polled)
    process.disconnect?.()
  })
})
