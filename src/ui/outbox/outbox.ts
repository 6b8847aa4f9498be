import { CombinedGraphQLErrors } from '@apollo/client/errors'
import type { OperationVariables, TypedDocumentNode } from '@apollo/client'
import { type Failure, failureOf, isSignedOut } from '../problems.ts'
import { Entries, type Entry } from './entries.ts'
import type { OutboxKind } from './kinds.ts'

/** What became of something that was sent: `waiting` when there was no answer yet; it is kept, and sent again by itself. */
export type Sent<Data = unknown> =
  | { state: 'sent'; key: string; data: Data }
  | { state: 'waiting'; key: string }
  | { state: 'refused'; key: string; failure: Failure }

interface OutboxOptions {
  /** The subject of the sign-in. */
  person: string
  kinds: ReadonlyMap<string, OutboxKind>
  /** Carries out a mutation as that person; gives up when the signal says so. */
  mutate: (mutation: TypedDocumentNode, variables: OperationVariables, signal: AbortSignal) => Promise<unknown>
}

/** A screen waits so long for an answer before it says that the entry waits. */
const statementTimeoutMs = 5_000
/** A connection without an answer is given up; the key makes it safe to ask again. */
const timeoutMs = 20_000
const backOff = { firstMs: 2_000, mostMs: 60_000 }
/** The server's own failures at an entry, after which a person should look and the next entry has its turn. */
const mostFailures = 8

/**
 * What a person has entered, in the order it was entered, on its way to the server. An entry is on the disk before it is sent
 * for the first time and until the server has acknowledged it; of several tabs one sends at a time.
 */
export class Outbox {
  readonly #options: OutboxOptions
  readonly #entries = new Entries()
  readonly #listeners = new Set<() => void>()
  readonly #asking = new Map<string, (sent: Sent) => void>()
  #list: readonly Entry[] = []
  #tabs: BroadcastChannel | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #delay = 0
  #running = false
  #more = false
  #stopped = true
  #reads = 0
  #readLast = 0

  constructor(options: OutboxOptions) {
    this.#options = options
  }

  get kinds(): ReadonlyMap<string, OutboxKind> {
    return this.#options.kinds
  }

  /** Sends what waits from earlier, and listens to the connection and to other tabs. */
  start(): void {
    this.#stopped = false
    this.#tabs = new BroadcastChannel('shala-outbox')
    this.#tabs.onmessage = ({ data }: MessageEvent<{ person: string; sent: Sent | null }>) => {
      if (data.person !== this.#options.person) return
      const { sent } = data
      void this.#read().finally(() => sent && this.#asking.get(sent.key)?.(sent))
    }
    globalThis.addEventListener?.('online', this.now)
    globalThis.document?.addEventListener('visibilitychange', this.#seen)
    this.now()
  }

  stop(): void {
    this.#stopped = true
    clearTimeout(this.#timer)
    this.#tabs?.close()
    globalThis.removeEventListener?.('online', this.now)
    globalThis.document?.removeEventListener('visibilitychange', this.#seen)
    void this.#entries.close()
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** All entries of the person, in order. */
  readonly list = (): readonly Entry[] => this.#list

  /** Tries at once, whatever the back-off says. */
  readonly now = (): void => {
    this.#delay = 0
    void this.#run()
  }

  /**
   * Keeps an entry and sends it, after everything that waits already. Answers what the server says or, when it has said nothing
   * for five seconds or cannot be reached, that it waits.
   * @throws where this browser cannot keep anything and the server cannot be reached: then nothing is stored anywhere
   */
  async send<Input extends object, Data>(
    kind: OutboxKind<Input, Data>,
    schoolId: string,
    input: Input,
    label: string,
  ): Promise<Sent<Data>> {
    const key = crypto.randomUUID()
    const entry = {
      key,
      person: this.#options.person,
      schoolId,
      kind: kind.name,
      input,
      label,
      deviceAt: new Date().toISOString(),
      ...counted(kind as OutboxKind, input),
    }
    try {
      await this.#entries.add(entry)
    } catch (error) {
      console.error(error)
      return this.#sendUnkept({ ...entry, seq: 0, failures: 0, refusal: null }) as Promise<Sent<Data>>
    }
    return this.#outcome(key) as Promise<Sent<Data>>
  }

  /**
   * Sends what was refused once more, as the last in the order: as it is under the same key, since nobody knows whether a failure
   * of the server's own came after it had stored it; as it was corrected under a new one. null when it is there no more.
   */
  async again<Input extends object, Data>(key: string, input?: Input): Promise<Sent<Data> | null> {
    const next = input ? crypto.randomUUID() : key
    const taken = await this.#entries.takeRefused(this.#options.person, key, (old) => {
      const kind = this.kinds.get(old.kind)
      const corrected = input && { input, deviceAt: new Date().toISOString(), ...(kind && counted(kind, input)) }
      return { ...old, ...corrected, key: next }
    })
    return taken ? (this.#outcome(next) as Promise<Sent<Data>>) : null
  }

  /** Throws away what was refused. What waits cannot be thrown away. */
  async discard(key: string): Promise<void> {
    await this.#entries.takeRefused(this.#options.person, key)
    await this.#changed()
  }

  async #outcome(key: string): Promise<Sent> {
    const outcome = new Promise<Sent>((resolve) => {
      const patience = setTimeout(() => resolve({ state: 'waiting', key }), statementTimeoutMs)
      this.#asking.set(key, (sent) => {
        clearTimeout(patience)
        resolve(sent)
      })
    })
    await this.#changed()
    this.now()
    return outcome.finally(() => this.#asking.delete(key))
  }

  /** One at a time in this tab; who comes meanwhile makes it look once more. */
  async #run(): Promise<void> {
    this.#more = true
    if (this.#running || this.#stopped) return
    this.#running = true
    clearTimeout(this.#timer)
    try {
      while (this.#more && !this.#stopped) {
        this.#more = false
        await oneTabAtATime(this.#options.person, () => this.#sendAll())
      }
    } catch (error) {
      console.error(error)
      this.#later()
    } finally {
      this.#running = false
    }
  }

  async #sendAll(): Promise<void> {
    for (;;) {
      const entry = this.#stopped ? undefined : await this.#entries.firstWaiting(this.#options.person)
      if (!entry) break
      const sent = await this.#sendOne(entry)
      await this.#changed(sent)
      if (sent.state === 'waiting') {
        this.#more = false
        keepOnDisk()
        // Those behind it wait as well.
        for (const [key, answer] of this.#asking) answer({ state: 'waiting', key })
        this.#later()
        return
      }
      this.#delay = 0
    }
    await this.#read()
  }

  async #sendOne(entry: Entry): Promise<Sent> {
    const { key, seq } = entry
    try {
      const data = await this.#mutate(entry)
      await this.#entries.remove(seq)
      return { state: 'sent', key, data }
    } catch (error) {
      const verdict = verdictOf(error)
      if (verdict === 'later') return { state: 'waiting', key }
      const failures = entry.failures + 1
      if (verdict === 'failed' && failures < mostFailures) {
        await this.#entries.change(seq, { failures })
        return { state: 'waiting', key }
      }
      const failure = failureOf(error)
      const { code, message, problems } = failure
      await this.#entries.change(seq, { refusal: { code, message, problems } })
      return { state: 'refused', key, failure }
    }
  }

  /** Where nothing can be kept, the answer is all there is. */
  async #sendUnkept(entry: Entry): Promise<Sent> {
    const { key } = entry
    try {
      return { state: 'sent', key, data: await this.#mutate(entry) }
    } catch (error) {
      if (verdictOf(error) !== 'refused') throw error
      return { state: 'refused', key, failure: failureOf(error) }
    }
  }

  async #mutate(entry: Entry): Promise<unknown> {
    const kind = this.#options.kinds.get(entry.kind)
    if (!kind) throw new UnknownKind()
    const { schoolId, input, key } = entry
    const waitedMs = Math.max(0, Date.now() - Date.parse(entry.deviceAt))
    const variables = kind.variables?.(entry, waitedMs) ?? { schoolId, input: { ...input, key } }
    const signal = AbortSignal.timeout(timeoutMs)
    const tooLong = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as DOMException))
    })
    // Also the token may have to be renewed, on a line that has just gone.
    return Promise.race([this.#options.mutate(kind.mutation as TypedDocumentNode, variables, signal), tooLong])
  }

  #later(): void {
    if (this.#stopped) return
    clearTimeout(this.#timer)
    this.#delay = Math.min(this.#delay * 2 || backOff.firstMs, backOff.mostMs)
    this.#timer = setTimeout(() => void this.#run(), this.#delay * (0.8 + Math.random() * 0.4))
  }

  readonly #seen = () => {
    if (!document.hidden) this.now()
  }

  async #changed(sent: Sent | null = null): Promise<void> {
    // The list is right by the time a screen hears of it.
    await this.#read().catch((error: unknown) => console.error(error))
    if (sent) this.#asking.get(sent.key)?.(sent)
    if (!this.#stopped) this.#tabs?.postMessage({ person: this.#options.person, sent })
  }

  async #read(): Promise<void> {
    if (this.#stopped) return
    this.#reads += 1
    const read = this.#reads
    const list = await this.#entries.of(this.#options.person)
    // A later one has read more.
    if (read < this.#readLast) return
    this.#readLast = read
    if (list.length === 0 && this.#list.length === 0) return
    this.#list = list
    for (const listener of this.#listeners) listener()
  }
}

function counted(kind: OutboxKind, input: object): Pick<Entry, 'count' | 'words'> {
  return { count: kind.count?.(input) ?? 1, words: kind.words }
}

/** The entry was stored by a version of the page that knew more kinds than this one. */
class UnknownKind extends Error {
  constructor() {
    super('This version of the page cannot send it. Reload the page, then send it again.')
    this.name = 'UnknownKind'
  }
}

/**
 * What a failed try says: `refused` for good; `failed` in the server itself, which may be this entry's fault; `later` for
 * everything else, such as no connection, a database that is away, a session that is over, or a network's own page in between.
 */
export function verdictOf(error: unknown): 'refused' | 'failed' | 'later' {
  if (error instanceof UnknownKind) return 'refused'
  const failure = failureOf(error)
  const { expected, code } = failure
  if (expected) return code === 'UNAVAILABLE' || code === 'RATE_LIMITED' || isSignedOut(failure) ? 'later' : 'refused'
  return CombinedGraphQLErrors.is(error) ? 'failed' : 'later'
}

/** Asks the browser not to clear away what waits when the disk is nearly full; it may say no. */
function keepOnDisk(): void {
  globalThis.navigator?.storage?.persist?.().catch(() => undefined)
}

async function oneTabAtATime(person: string, work: () => Promise<void>): Promise<void> {
  // Absent where the page is not secure: there the key has to do.
  if (!globalThis.navigator || !('locks' in navigator)) return work()
  await navigator.locks.request(`shala-outbox ${person}`, work)
}
