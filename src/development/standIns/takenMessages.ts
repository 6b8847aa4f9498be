import { appendFileSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'

export const faults = [
  // Takes what is sent, and says so.
  'none',
  // Takes nothing: 503, 429 and a refusal for good, in the provider's words.
  'down',
  'limited',
  'refused',
  // Takes nothing: a page of something in between, a broken connection, no answer.
  'garbage',
  'reset',
  'ignored',
  // Takes it, but: no answer, a broken connection, an answer nobody can read.
  'silent',
  'lost',
  'unreadable',
] as const
/** How a stand-in misbehaves. */
export type Fault = (typeof faults)[number]

export const tellings = ['prompt', 'none', 'late', 'twice', 'reversed', 'failed'] as const
/**
 * How a stand-in tells what became of a message: in order, not at all, late, everything twice, the last first, or that
 * it failed.
 */
export type Telling = (typeof tellings)[number]

/** A message that a stand-in took. */
const takenShape = z.object({
  ref: z.string(),
  /** What the sender calls it. */
  reference: z.string(),
  to: z.string(),
  template: z.string(),
  values: z.array(z.string()),
  /** The code that the button of a WhatsApp authentication template copies. */
  copyCode: z.string().optional(),
  at: z.number(),
})
export type Taken = z.infer<typeof takenShape>
type Asked = Omit<Taken, 'ref' | 'at'>

/** One word of a stand-in about a message, as it waits to be told. */
export interface Word {
  taken: Taken
  status: 'SENT' | 'DELIVERED' | 'READ' | 'FAILED'
  at: number
}

interface Answer {
  status: number
  json: unknown
}

/** How one provider speaks. */
export interface Protocol {
  /** What is asked for, or the provider's words on a request that is wrong. */
  read(request: FastifyRequest): Asked | Answer
  newRef(): string
  accepted(ref: string): unknown
  says: Record<'down' | 'limited' | 'refused', Answer>
  /** What becomes of a message that arrives. */
  steps: readonly Word['status'][]
  /** How many words one call of the webhook holds at most. */
  mostWords: number
  /** The call of the webhook that tells these words. */
  notice(words: readonly Word[]): { url: string; headers: Record<string, string>; body: string }
}

export interface Options {
  /** A file that keeps what was taken over a restart. */
  stateFile?: string
  /** Milliseconds between two words on a message; a second. */
  pace?: number
  /** How late a late word is; ten seconds. */
  late?: number
  /** How many messages it remembers. */
  most?: number
}

/** What a test does to the stand-in of one provider. */
export interface Taking {
  /** Everything that was taken, the oldest first. */
  taken(): readonly Taken[]
  /** For all that comes from now on; a function is asked for each request. */
  setFault(fault: Fault | ((asked: Asked) => Fault)): void
  setTelling(telling: Telling): void
  /** Tells something of a message now, whatever was told before. */
  tell(ref: string, status: Word['status']): void
  /** How many words have not reached the webhook yet. */
  waiting(): number
  /** The last word on a message that the webhook took; null before there is one. */
  lastWord(ref: string): Word['status'] | null
}

/** So many messages are remembered, and for some moments a tenth more. */
const mostKept = 5000
const mostAttempts = 10
const firstPause = 200

/** Serves `POST path` in the way of a provider that remembers what it took and tells what became of it. */
export function serveProvider(
  app: FastifyInstance,
  path: string,
  protocol: Protocol,
  { stateFile, pace = 1000, late = 10_000, most = mostKept }: Options,
): Taking {
  const words = new Teller(protocol, app)
  const all = openTaken(stateFile, most, (gone) => words.forget(gone))
  let fault: Parameters<Taking['setFault']>[0] = 'none'
  let telling: Telling = 'prompt'

  function take(asked: Asked): Taken {
    const taken = { ...asked, ref: protocol.newRef(), at: Date.now() }
    all.add(taken)
    const steps = telling === 'failed' ? (['FAILED'] as const) : protocol.steps
    if (telling !== 'none')
      steps.forEach((status, place) => {
        const turn = telling === 'reversed' ? steps.length - 1 - place : place
        const wait = (telling === 'late' ? late : 0) + turn * pace
        for (let times = telling === 'twice' ? 2 : 1; times > 0; times--) words.tell({ taken, status, at: taken.at }, wait)
      })
    return taken
  }

  app.post(path, async (request, reply) => {
    const asked = protocol.read(request)
    if ('json' in asked) return reply.code(asked.status).send(asked.json)
    const now = typeof fault === 'function' ? fault(asked) : fault
    if (now === 'down' || now === 'limited' || now === 'refused') {
      const { status, json } = protocol.says[now]
      return reply.code(status).send(json)
    }
    if (now === 'garbage') return page(reply, 500)
    if (now === 'reset' || now === 'ignored') return leave(request, reply, now === 'reset')
    const taken = take(asked)
    if (now === 'silent' || now === 'lost') return leave(request, reply, now === 'lost')
    return now === 'unreadable' ? page(reply, 200) : reply.send(protocol.accepted(taken.ref))
  })

  return {
    taken: () => all.list(),
    setFault: (chosen) => {
      fault = chosen
    },
    setTelling: (chosen) => {
      telling = chosen
    },
    tell: (ref, status) => {
      const taken = all.list().find((one) => one.ref === ref)
      if (!taken) throw new Error(`There is no message ${ref}.`)
      words.tell({ taken, status, at: Date.now() }, 0)
    },
    waiting: () => words.waiting(),
    lastWord: (ref) => words.last(ref),
  }
}

function page(reply: FastifyReply, status: number): FastifyReply {
  return reply.code(status).type('text/html').send('<html><body>Please try again later</body></html>')
}

function leave(request: FastifyRequest, reply: FastifyReply, hangUp: boolean): FastifyReply {
  reply.hijack()
  if (hangUp) request.raw.socket.destroy()
  return reply
}

function openTaken(file: string | undefined, most: number, forgotten: (gone: readonly Taken[]) => void) {
  const lines = file !== undefined && existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
  // The last line may be half of one, where the process was killed.
  const taken = lines.flatMap((line) => {
    const parsed = takenShape.safeParse(jsonOf(line))
    return parsed.success ? [parsed.data] : []
  })
  const trim = () => {
    forgotten(taken.splice(0, Math.max(0, taken.length - most)))
    if (file === undefined) return
    writeFileSync(`${file}.draft`, taken.map((one) => `${JSON.stringify(one)}\n`).join(''), { mode: 0o600 })
    renameSync(`${file}.draft`, file)
  }
  if (taken.length > 0) trim()
  return {
    list: (): readonly Taken[] => taken,
    add: (one: Taken) => {
      taken.push(one)
      if (file !== undefined) appendFileSync(file, `${JSON.stringify(one)}\n`, { mode: 0o600 })
      // Not for each one: the file is written anew.
      if (taken.length >= most * 1.1) trim()
    },
  }
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

/** Carries words to the webhook, several in one call, again and again until it takes them. */
class Teller {
  readonly #protocol: Protocol
  readonly #ended = new AbortController()
  readonly #last = new Map<string, Word['status']>()
  readonly #timers = new Set<NodeJS.Timeout>()
  #due: { word: Word; attempt: number }[] = []
  #carried = 0
  #busy = false

  constructor(protocol: Protocol, app: FastifyInstance) {
    this.#protocol = protocol
    app.addHook('preClose', async () => {
      this.#ended.abort()
      for (const timer of this.#timers) clearTimeout(timer)
    })
  }

  tell(word: Word, wait: number, attempt = 0): void {
    if (this.#ended.signal.aborted) return
    this.#carried++
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      this.#due.push({ word, attempt })
      void this.#carry()
    }, wait)
    this.#timers.add(timer)
  }

  waiting(): number {
    return this.#carried
  }

  last(ref: string): Word['status'] | null {
    return this.#last.get(ref) ?? null
  }

  forget(gone: readonly Taken[]): void {
    for (const { ref } of gone) this.#last.delete(ref)
  }

  async #carry(): Promise<void> {
    if (this.#busy) return
    this.#busy = true
    while (this.#due.length > 0) {
      const some = this.#due.splice(0, this.#protocol.mostWords)
      const told = await this.#post(some.map(({ word }) => word))
      for (const { word, attempt } of some) {
        this.#carried--
        if (told) this.#last.set(word.taken.ref, word.status)
        else if (attempt < mostAttempts) this.tell(word, firstPause * 2 ** attempt, attempt + 1)
      }
    }
    this.#busy = false
  }

  async #post(words: readonly Word[]): Promise<boolean> {
    const { url, headers, body } = this.#protocol.notice(words)
    try {
      const signal = AbortSignal.any([this.#ended.signal, AbortSignal.timeout(20_000)])
      const response = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal })
      await response.body?.cancel()
      return response.ok
    } catch {
      return false
    }
  }
}
