import { appendFileSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'

export const faults = [
  // Accepts each message.
  'none',
  // Accepts nothing: answers 503, 429, or a permanent refusal in the provider's format.
  'down',
  'limited',
  'refused',
  // Accepts nothing: answers a page of some proxy, breaks the connection, or does not answer.
  'garbage',
  'reset',
  'ignored',
  // Accepts the message, but does not answer, breaks the connection, or answers something unreadable.
  'silent',
  'lost',
  'unreadable',
] as const
/** How a stand-in misbehaves when a message is sent to it. */
export type Fault = (typeof faults)[number]

export const reportModes = ['prompt', 'none', 'late', 'twice', 'reversed', 'failed'] as const
/**
 * How a stand-in reports the status of a message: in order, not at all, late, each status twice, the last status
 * first, or as failed.
 */
export type ReportMode = (typeof reportModes)[number]

/** A message that a stand-in accepted. */
const acceptedShape = z.object({
  ref: z.string(),
  /** The sender's own reference of the message. */
  reference: z.string(),
  to: z.string(),
  template: z.string(),
  values: z.array(z.string()),
  /** The code that the button of a WhatsApp authentication template copies. */
  copyCode: z.string().optional(),
  at: z.number(),
})
export type AcceptedMessage = z.infer<typeof acceptedShape>
type MessageRequest = Omit<AcceptedMessage, 'ref' | 'at'>

/** A status of a message that waits to be reported. */
export interface StatusReport {
  message: AcceptedMessage
  status: 'SENT' | 'DELIVERED' | 'READ' | 'FAILED'
  at: number
}

interface Answer {
  status: number
  json: unknown
}

/** The protocol of one provider. */
export interface Protocol {
  /** Reads a request, or returns the provider's answer to a wrong one. */
  read(request: FastifyRequest): MessageRequest | Answer
  newRef(): string
  accepted(ref: string): unknown
  says: Record<'down' | 'limited' | 'refused', Answer>
  /** The statuses of a message that is delivered, in order. */
  steps: readonly StatusReport['status'][]
  /** Maximum number of statuses in one call of the webhook. */
  maxReports: number
  /** Returns the call of the webhook that reports these statuses. */
  notice(reports: readonly StatusReport[]): { url: string; headers: Record<string, string>; body: string }
}

export interface Options {
  /** File that keeps the accepted messages over a restart. */
  stateFile?: string
  /** Milliseconds between two statuses of a message; 1,000 by default. */
  pace?: number
  /** Milliseconds by which a late status is late; 10,000 by default. */
  late?: number
  /** Number of messages it remembers; 5,000 by default. */
  most?: number
}

/** Controls the stand-in of one provider in tests. */
export interface ProviderControl {
  /** Returns all accepted messages, oldest first. */
  messages(): readonly AcceptedMessage[]
  /** Sets the fault of all later requests; a function decides for each request. */
  setFault(fault: Fault | ((asked: MessageRequest) => Fault)): void
  setReportMode(reportMode: ReportMode): void
  /** Reports a status of a message now, whatever was reported before. */
  tell(ref: string, status: StatusReport['status']): void
  /** Number of statuses that have not reached the webhook yet. */
  waiting(): number
  /** The last status that the webhook accepted for a message, or null. */
  lastStatus(ref: string): StatusReport['status'] | null
}

/** Number of messages that are remembered; for some moments a tenth more. */
const maxKept = 5000
const mostAttempts = 10
const firstPause = 200

/** Serves `POST path` like a provider: remembers each accepted message and reports its statuses. */
export function serveProvider(
  app: FastifyInstance,
  path: string,
  protocol: Protocol,
  { stateFile, pace = 1000, late = 10_000, most = maxKept }: Options,
): ProviderControl {
  const reports = new ReportSender(protocol, app)
  const all = openAccepted(stateFile, most, (gone) => reports.forget(gone))
  let fault: Parameters<ProviderControl['setFault']>[0] = 'none'
  let reportMode: ReportMode = 'prompt'

  function take(asked: MessageRequest): AcceptedMessage {
    const message = { ...asked, ref: protocol.newRef(), at: Date.now() }
    all.add(message)
    const steps = reportMode === 'failed' ? (['FAILED'] as const) : protocol.steps
    if (reportMode !== 'none')
      steps.forEach((status, place) => {
        const turn = reportMode === 'reversed' ? steps.length - 1 - place : place
        const wait = (reportMode === 'late' ? late : 0) + turn * pace
        for (let times = reportMode === 'twice' ? 2 : 1; times > 0; times--)
          reports.tell({ message, status, at: message.at }, wait)
      })
    return message
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
    const message = take(asked)
    if (now === 'silent' || now === 'lost') return leave(request, reply, now === 'lost')
    return now === 'unreadable' ? page(reply, 200) : reply.send(protocol.accepted(message.ref))
  })

  return {
    messages: () => all.list(),
    setFault: (chosen) => {
      fault = chosen
    },
    setReportMode: (chosen) => {
      reportMode = chosen
    },
    tell: (ref, status) => {
      const message = all.list().find((one) => one.ref === ref)
      if (!message) throw new Error(`There is no message ${ref}.`)
      reports.tell({ message, status, at: Date.now() }, 0)
    },
    waiting: () => reports.waiting(),
    lastStatus: (ref) => reports.last(ref),
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

function openAccepted(file: string | undefined, most: number, forgotten: (gone: readonly AcceptedMessage[]) => void) {
  const lines = file !== undefined && existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
  // The last line may be incomplete if the process was killed.
  const accepted = lines.flatMap((line) => {
    const parsed = acceptedShape.safeParse(jsonOf(line))
    return parsed.success ? [parsed.data] : []
  })
  const trim = () => {
    forgotten(accepted.splice(0, Math.max(0, accepted.length - most)))
    if (file === undefined) return
    writeFileSync(`${file}.draft`, accepted.map((one) => `${JSON.stringify(one)}\n`).join(''), { mode: 0o600 })
    renameSync(`${file}.draft`, file)
  }
  if (accepted.length > 0) trim()
  return {
    list: (): readonly AcceptedMessage[] => accepted,
    add: (one: AcceptedMessage) => {
      accepted.push(one)
      if (file !== undefined) appendFileSync(file, `${JSON.stringify(one)}\n`, { mode: 0o600 })
      // Not for each message, because the whole file is rewritten.
      if (accepted.length >= most * 1.1) trim()
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

/** Sends statuses to the webhook, several in one call, and repeats a call until the webhook accepts it. */
class ReportSender {
  readonly #protocol: Protocol
  readonly #ended = new AbortController()
  readonly #last = new Map<string, StatusReport['status']>()
  readonly #timers = new Set<NodeJS.Timeout>()
  #due: { report: StatusReport; attempt: number }[] = []
  #carried = 0
  #busy = false

  constructor(protocol: Protocol, app: FastifyInstance) {
    this.#protocol = protocol
    app.addHook('preClose', async () => {
      this.#ended.abort()
      for (const timer of this.#timers) clearTimeout(timer)
    })
  }

  tell(report: StatusReport, wait: number, attempt = 0): void {
    if (this.#ended.signal.aborted) return
    this.#carried++
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      this.#due.push({ report, attempt })
      void this.#carry()
    }, wait)
    this.#timers.add(timer)
  }

  waiting(): number {
    return this.#carried
  }

  last(ref: string): StatusReport['status'] | null {
    return this.#last.get(ref) ?? null
  }

  forget(gone: readonly AcceptedMessage[]): void {
    for (const { ref } of gone) this.#last.delete(ref)
  }

  async #carry(): Promise<void> {
    if (this.#busy) return
    this.#busy = true
    while (this.#due.length > 0) {
      const some = this.#due.splice(0, this.#protocol.maxReports)
      const told = await this.#post(some.map(({ report }) => report))
      for (const { report, attempt } of some) {
        this.#carried--
        if (told) this.#last.set(report.message.ref, report.status)
        else if (attempt < mostAttempts) this.tell(report, firstPause * 2 ** attempt, attempt + 1)
      }
    }
    this.#busy = false
  }

  async #post(reports: readonly StatusReport[]): Promise<boolean> {
    const { url, headers, body } = this.#protocol.notice(reports)
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
