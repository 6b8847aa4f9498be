import { Refusal } from './refusal.ts'

/**
 * How urgent a piece of work is, the most urgent first. COUNTER: a person at a counter or in the office waits, often
 * with a family in front of the desk. PERSON: anybody else waits. BACKGROUND: nobody waits for the answer.
 */
export const urgencies = ['COUNTER', 'PERSON', 'BACKGROUND'] as const
export type Urgency = (typeof urgencies)[number]

/** Whose work it is, and how urgent. */
export interface Turn {
  /** The account or session that the work is for. */
  person: string
  urgency: Urgency
  /** Removes waiting work when it aborts; `run` rejects with its reason. */
  signal?: AbortSignal
}

export interface QueueLimits {
  /** Maximum number of pieces of work that run at once. */
  atOnce: number
  /**
   * Number of pieces that wait with one urgency, of all persons, from which on only persons with none are let in. Twice
   * as many are the maximum.
   */
  waiting: number
  /** Maximum number of pieces that wait of one person. */
  waitingOfPerson: number
  /** The messages of the two refusals. */
  messages: { tooManyOfPerson(): string; tooMany(): string }
}

/** Seconds after which a refused person may try again. */
const retryAfterSeconds = 5

/** Runs a piece of work when it is its turn. */
export type FairQueue = <Result>(turn: Turn, work: () => Promise<Result>) => Promise<Result>

/**
 * Creates a queue in which nobody can keep others waiting. More urgent work starts first. Within one urgency the
 * persons take turns, and one person's work runs one piece after another. A person's work is refused when too much of
 * it waits.
 *
 * Background work is never refused. It takes all places while nobody else is served, otherwise one.
 *
 * @throws Refusal RATE_LIMITED when too much of the person waits, UNAVAILABLE when too much of all persons waits
 */
export function fairQueue({ atOnce, waiting, waitingOfPerson, messages }: QueueLimits): FairQueue {
  const running = { all: 0, background: 0 }
  /** Persons with running work that is not background. */
  const served = new Set<string>()
  /** Waiting work by person; the person whose turn comes first is the first of the map. */
  const lines: Record<Urgency, Map<string, (() => void)[]>> = { COUNTER: new Map(), PERSON: new Map(), BACKGROUND: new Map() }

  function waitingIn(urgency: Urgency): number {
    return [...lines[urgency].values()].reduce((sum, line) => sum + line.length, 0)
  }

  function canStart({ person, urgency }: Turn): boolean {
    if (running.all >= atOnce) return false
    if (urgency !== 'BACKGROUND') return !served.has(person)
    const othersAreServed = running.all > running.background || lines.COUNTER.size + lines.PERSON.size > 0
    return running.background === 0 || !othersAreServed
  }

  function countStart({ person, urgency }: Turn): void {
    running.all += 1
    if (urgency === 'BACKGROUND') running.background += 1
    else served.add(person)
  }

  function countEnd({ person, urgency }: Turn): void {
    running.all -= 1
    if (urgency === 'BACKGROUND') running.background -= 1
    else served.delete(person)
    putLast(urgency, person)
    while (startNext()) continue
  }

  /** The person's waiting work lets everybody else's of this urgency pass. */
  function putLast(urgency: Urgency, person: string): void {
    const line = lines[urgency].get(person)
    lines[urgency].delete(person)
    if (line && line.length > 0) lines[urgency].set(person, line)
  }

  /** Starts the piece of work whose turn it is. Returns whether there was one. */
  function startNext(): boolean {
    for (const urgency of urgencies)
      for (const [person, line] of lines[urgency]) {
        if (!canStart({ person, urgency })) continue
        const start = line.shift()
        putLast(urgency, person)
        countStart({ person, urgency })
        start?.()
        return true
      }
    return false
  }

  async function wait({ person, urgency, signal }: Turn): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<undefined>()
    const start = () => resolve(undefined)
    const line = lines[urgency].get(person) ?? []
    line.push(start)
    lines[urgency].set(person, line)
    const abandon = () => {
      const place = line.indexOf(start)
      if (place < 0) return
      line.splice(place, 1)
      if (line.length === 0) lines[urgency].delete(person)
      reject(signal?.reason as Error)
    }
    signal?.addEventListener('abort', abandon, { once: true })
    try {
      await promise
    } finally {
      signal?.removeEventListener('abort', abandon)
    }
  }

  function refuseIfFull({ person, urgency }: Turn): void {
    if (urgency === 'BACKGROUND') return
    const own = lines[urgency].get(person)?.length ?? 0
    if (own >= waitingOfPerson) throw new Refusal('RATE_LIMITED', messages.tooManyOfPerson(), [], retryAfterSeconds)
    const all = waitingIn(urgency)
    // Whoever has nothing waiting is let in for longer: the others' work must not keep a newcomer out.
    if (all >= waiting && (own > 0 || all >= 2 * waiting))
      throw new Refusal('UNAVAILABLE', messages.tooMany(), [], retryAfterSeconds)
  }

  return async (turn, work) => {
    turn.signal?.throwIfAborted()
    if (!lines[turn.urgency].has(turn.person) && canStart(turn)) countStart(turn)
    else {
      refuseIfFull(turn)
      await wait(turn)
    }
    try {
      turn.signal?.throwIfAborted()
      return await work()
    } finally {
      countEnd(turn)
    }
  }
}
