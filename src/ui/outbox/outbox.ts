import { t } from '@lingui/core/macro'
import type { MutationDocument } from '#shared/graphqlDocuments.ts'
import { GraphqlError } from '../data/requestGraphql.ts'
import { type Failure, failureOf, endsSession } from '../problems.ts'
import { Entries, type Entry } from './entries.ts'
import type { OutboxKind } from './kinds.ts'

/** Result of sending. `waiting` means no answer yet: the entry is kept and sent again automatically. */
export type SendResult<Data = unknown> =
  | { state: 'sent'; key: string; data: Data }
  | { state: 'waiting'; key: string }
  | { state: 'refused'; key: string; failure: Failure }

interface OutboxOptions {
  /** The subject of the sign-in. */
  person: string
  /**
   * Loads a kind by its name; undefined when there is none. Its code comes when there is something to send. Rejects
   * when it could not be loaded, as without a connection.
   */
  loadKind: (name: string) => Promise<OutboxKind | undefined>
  /** Runs a mutation as that person; aborts on the signal. */
  mutate: (mutation: MutationDocument<unknown, object>, variables: object, signal: AbortSignal) => Promise<unknown>
}

/** How long a screen waits for an answer before it shows the entry as waiting. */
const answerTimeoutMs = 5_000
/** Timeout of a request. The request key makes a retry safe. */
const requestTimeoutMs = 20_000
const backOff = { firstMs: 2_000, mostMs: 60_000 }
/** Number of server failures after which the entry counts as refused and the next one is sent. */
const maxFailures = 8

/**
 * A person's entries on their way to the server, in order. An entry is on the disk before it is first sent and until
 * the server acknowledges it. Only one tab sends at a time.
 */
export class Outbox {
  readonly #options: OutboxOptions
  readonly #entries = new Entries()
  readonly #listeners = new Set<() => void>()
  readonly #awaitingResult = new Map<string, (sent: SendResult) => void>()
  #list: readonly Entry[] = []
  #channel: BroadcastChannel | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #delay = 0
  #running = false
  #runAgain = false
  #stopped = true
  #reads = 0
  #lastRead = 0

  constructor(options: OutboxOptions) {
    this.#options = options
  }

  get loadKind(): (name: string) => Promise<OutboxKind | undefined> {
    return this.#options.loadKind
  }

  /** Sends earlier entries, and listens to the connection and to other tabs. */
  start(): void {
    this.#stopped = false
    this.#channel = new BroadcastChannel('shala-outbox')
    this.#channel.onmessage = ({ data }: MessageEvent<{ person: string; sent: SendResult | null }>) => {
      if (data.person !== this.#options.person) return
      const { sent } = data
      void this.#read().finally(() => sent && this.#awaitingResult.get(sent.key)?.(sent))
    }
    globalThis.addEventListener?.('online', this.now)
    globalThis.document?.addEventListener('visibilitychange', this.#onVisible)
    this.now()
  }

  stop(): void {
    this.#stopped = true
    clearTimeout(this.#timer)
    this.#channel?.close()
    globalThis.removeEventListener?.('online', this.now)
    globalThis.document?.removeEventListener('visibilitychange', this.#onVisible)
    void this.#entries.close()
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Returns all entries of the person, in order. */
  readonly list = (): readonly Entry[] => this.#list

  /** Sends immediately, ignoring the back-off. */
  readonly now = (): void => {
    this.#delay = 0
    void this.#run()
  }

  /**
   * Stores an entry and sends it after all waiting ones. Returns the server's answer, or `waiting` after five seconds
   * without one.
   * @throws when the browser cannot store the entry and the server cannot be reached: then it is stored nowhere
   */
  async send<Input extends object, Data>(
    kind: OutboxKind<Input, Data>,
    schoolId: string,
    input: Input,
    label: string,
  ): Promise<SendResult<Data>> {
    const key = crypto.randomUUID()
    const entry = {
      key,
      person: this.#options.person,
      schoolId,
      kind: kind.name,
      input,
      label,
      deviceAt: new Date().toISOString(),
      ...countOf(kind as OutboxKind, input),
    }
    try {
      await this.#entries.add(entry)
    } catch (error) {
      console.error(error)
      return this.#sendUnkept({ ...entry, seq: 0, failures: 0, refusal: null }) as Promise<SendResult<Data>>
    }
    return this.#outcome(key) as Promise<SendResult<Data>>
  }

  /**
   * Sends a refused entry again, as the last in the order. Unchanged, it keeps its key, because a server failure may
   * have come after the entry was stored. Corrected, it gets a new key. Returns null when the entry no longer exists.
   */
  async again<Input extends object, Data>(key: string, input?: Input): Promise<SendResult<Data> | null> {
    const next = input ? crypto.randomUUID() : key
    const refused = this.#list.find((entry) => entry.key === key)
    const kind = input && refused && (await this.#options.loadKind(refused.kind))
    const taken = await this.#entries.takeRefused(this.#options.person, key, (old) => {
      const corrected = input && { input, deviceAt: new Date().toISOString(), ...(kind && countOf(kind, input)) }
      return { ...old, ...corrected, key: next }
    })
    return taken ? (this.#outcome(next) as Promise<SendResult<Data>>) : null
  }

  /** Deletes a refused entry. A waiting entry cannot be deleted. */
  async discard(key: string): Promise<void> {
    await this.#entries.takeRefused(this.#options.person, key)
    await this.#publishChange()
  }

  async #outcome(key: string): Promise<SendResult> {
    const outcome = new Promise<SendResult>((resolve) => {
      const timer = setTimeout(() => resolve({ state: 'waiting', key }), answerTimeoutMs)
      this.#awaitingResult.set(key, (sent) => {
        clearTimeout(timer)
        resolve(sent)
      })
    })
    await this.#publishChange()
    this.now()
    return outcome.finally(() => this.#awaitingResult.delete(key))
  }

  /** Runs once at a time in this tab. A call during a run makes it check for entries once more. */
  async #run(): Promise<void> {
    this.#runAgain = true
    if (this.#running || this.#stopped) return
    this.#running = true
    clearTimeout(this.#timer)
    try {
      while (this.#runAgain && !this.#stopped) {
        this.#runAgain = false
        await oneTabAtATime(this.#options.person, () => this.#sendAll())
      }
    } catch (error) {
      console.error(error)
      this.#scheduleRetry()
    } finally {
      this.#running = false
    }
  }

  async #sendAll(): Promise<void> {
    for (;;) {
      const entry = this.#stopped ? undefined : await this.#entries.firstWaiting(this.#options.person)
      if (!entry) break
      const sent = await this.#sendOne(entry)
      await this.#publishChange(sent)
      if (sent.state === 'waiting') {
        this.#runAgain = false
        requestPersistentStorage()
        // The entries behind it wait as well.
        for (const [key, answer] of this.#awaitingResult) answer({ state: 'waiting', key })
        this.#scheduleRetry()
        return
      }
      this.#delay = 0
    }
    await this.#read()
  }

  async #sendOne(entry: Entry): Promise<SendResult> {
    const { key, seq } = entry
    try {
      const data = await this.#mutate(entry)
      await this.#entries.remove(seq)
      return { state: 'sent', key, data }
    } catch (error) {
      const verdict = classifyError(error)
      if (verdict === 'later') return { state: 'waiting', key }
      const failures = entry.failures + 1
      if (verdict === 'failed' && failures < maxFailures) {
        await this.#entries.change(seq, { failures })
        return { state: 'waiting', key }
      }
      const failure = failureOf(error)
      const { code, message, problems } = failure
      await this.#entries.change(seq, { refusal: { code, message, problems } })
      return { state: 'refused', key, failure }
    }
  }

  /** Without storage, the request's answer is the only result. */
  async #sendUnkept(entry: Entry): Promise<SendResult> {
    const { key } = entry
    try {
      return { state: 'sent', key, data: await this.#mutate(entry) }
    } catch (error) {
      if (classifyError(error) !== 'refused') throw error
      return { state: 'refused', key, failure: failureOf(error) }
    }
  }

  async #mutate(entry: Entry): Promise<unknown> {
    const kind = await this.#options.loadKind(entry.kind)
    if (!kind) throw new UnknownKind()
    const { schoolId, input, key } = entry
    const waitedMs = Math.max(0, Date.now() - Date.parse(entry.deviceAt))
    const variables = kind.variables?.(entry, waitedMs) ?? { schoolId, input: { ...input, key } }
    const signal = AbortSignal.timeout(requestTimeoutMs)
    const tooLong = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as DOMException))
    })
    // Includes the token's renewal, which can hang on a lost connection too.
    return Promise.race([this.#options.mutate(kind.mutation as MutationDocument<unknown, object>, variables, signal), tooLong])
  }

  #scheduleRetry(): void {
    if (this.#stopped) return
    clearTimeout(this.#timer)
    this.#delay = Math.min(this.#delay * 2 || backOff.firstMs, backOff.mostMs)
    this.#timer = setTimeout(() => void this.#run(), this.#delay * (0.8 + Math.random() * 0.4))
  }

  readonly #onVisible = () => {
    if (!document.hidden) this.now()
  }

  async #publishChange(sent: SendResult | null = null): Promise<void> {
    // Update the list before the screen gets the result.
    await this.#read().catch((error: unknown) => console.error(error))
    if (sent) this.#awaitingResult.get(sent.key)?.(sent)
    if (!this.#stopped) this.#channel?.postMessage({ person: this.#options.person, sent })
  }

  async #read(): Promise<void> {
    if (this.#stopped) return
    this.#reads += 1
    const read = this.#reads
    const list = await this.#entries.listFor(this.#options.person)
    // A later read has newer data.
    if (read < this.#lastRead) return
    this.#lastRead = read
    if (list.length === 0 && this.#list.length === 0) return
    this.#list = list
    for (const listener of this.#listeners) listener()
  }
}

function countOf(kind: OutboxKind, input: object): Pick<Entry, 'count' | 'words'> {
  return { count: kind.count?.(input) ?? 1, words: kind.words }
}

/** Error for an entry of a kind that this version of the page does not know. */
class UnknownKind extends Error {
  constructor() {
    super(t`This version of the page cannot send it. Reload the page, then send it again.`)
    this.name = 'UnknownKind'
  }
}

/**
 * Classifies a failed attempt. `refused` is final. `failed` is an error in the server, perhaps caused by this entry.
 * `later` is everything else: no connection, an unavailable database, an ended session, a network's login page.
 */
export function classifyError(error: unknown): 'refused' | 'failed' | 'later' {
  if (error instanceof UnknownKind) return 'refused'
  const failure = failureOf(error)
  const { expected, code } = failure
  if (expected) return code === 'UNAVAILABLE' || code === 'RATE_LIMITED' || endsSession(failure) ? 'later' : 'refused'
  return error instanceof GraphqlError ? 'failed' : 'later'
}

/** Asks the browser not to evict the entries when the disk is nearly full; it may refuse. */
function requestPersistentStorage(): void {
  globalThis.navigator?.storage?.persist?.().catch(() => undefined)
}

async function oneTabAtATime(person: string, work: () => Promise<void>): Promise<void> {
  // Web Locks need a secure page; elsewhere the request key prevents double storing.
  if (!globalThis.navigator || !('locks' in navigator)) return work()
  await navigator.locks.request(`shala-outbox ${person}`, work)
}
