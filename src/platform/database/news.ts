import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Database } from './connect.ts'

const channel = 'shala'
/** PostgreSQL takes messages of up to 8000 bytes; a key is at most a UUID. */
const keysPerMessage = 150
/** Past so many it is shorter to say that all of it may have changed. */
const mostKeys = 1500
const beatMs = 10_000
const again = { first: 100, most: 5000 }

/** What a process remembers of one kind of thing. */
export interface Memory {
  forget(database: Database, keys: readonly string[]): void
  forgetAll(database: Database): void
}

interface State {
  /** What is told by this process is not news to it. */
  readonly sender: string
  readonly untold: Map<string, Set<string>>
  /** The round that is still gathering what it will tell; one that has begun to tell gathers no more. */
  gathering: Promise<void> | undefined
  /** The last round that was begun or waits for its turn. */
  telling: Promise<void> | undefined
  /** Counts, for each topic, how often something of it was forgotten. */
  readonly forgotten: Map<string, number>
}

const memories = new Map<string, Memory>()
const states = new WeakMap<Database, State>()

function stateOf(database: Database): State {
  let state = states.get(database)
  if (!state) {
    state = { sender: randomUUID(), untold: new Map(), gathering: undefined, telling: undefined, forgotten: new Map() }
    states.set(database, state)
  }
  return state
}

/**
 * Names what processes remember, so that each forgets what another has changed. What is told and does not arrive, because a process was
 * killed or a connection lost, is forgotten for its age.
 */
export function remembered(topic: string, memory: Memory) {
  memories.set(topic, memory)
  return {
    /** To be called when a change has been committed: forgets it here at once, and in every other process of this database. */
    forget(database: Database, key: string | number): void {
      const state = stateOf(database)
      forgetKeys(database, topic, [String(key)])
      const keys = state.untold.get(topic) ?? new Set()
      state.untold.set(topic, keys.add(String(key)))
      state.gathering ??= nextRound(database, state)
    },
    /** Changes whenever something is forgotten: what was read before and arrives after must not be remembered. */
    age: (database: Database): number => stateOf(database).forgotten.get(topic) ?? 0,
  }
}

/**
 * Resolves when what was forgotten here until now has been told: whoever is answered after that finds the change in every process. It
 * waits for two rounds at most, however much others forget meanwhile.
 */
export function newsTold(database: Database): Promise<void> | undefined {
  return states.get(database)?.telling
}

/** A round tells in one statement what was forgotten until it begins; it begins when the one before is over. */
function nextRound(database: Database, state: State): Promise<void> {
  const round = Promise.resolve(state.telling).then(async () => {
    state.gathering = undefined
    await tell(database, state)
    if (state.telling === round) state.telling = undefined
  })
  state.telling = round
  return round
}

/** The database being away is no reason to fail: the change has been made, and is known elsewhere when what is remembered there is old. */
async function tell(database: Database, { sender, untold }: State): Promise<void> {
  const messages: string[] = []
  for (const [topic, set] of untold) {
    const keys = [...set]
    if (keys.length > mostKeys) messages.push(JSON.stringify([sender, topic]))
    else
      for (let from = 0; from < keys.length; from += keysPerMessage)
        messages.push(JSON.stringify([sender, topic, ...keys.slice(from, from + keysPerMessage)]))
  }
  untold.clear()
  await database.pool
    .query('select pg_notify($1, message) from unnest($2::text[]) as message', [channel, messages])
    .catch(() => undefined)
}

function forgetKeys(database: Database, topic: string, keys: readonly string[]): void {
  const { forgotten } = stateOf(database)
  forgotten.set(topic, (forgotten.get(topic) ?? 0) + 1)
  memories.get(topic)?.forget(database, keys)
}

function forgetAll(database: Database, topics: Iterable<string> = memories.keys()): void {
  const { forgotten } = stateOf(database)
  for (const topic of topics) {
    forgotten.set(topic, (forgotten.get(topic) ?? 0) + 1)
    memories.get(topic)?.forgetAll(database)
  }
}

function hear(database: Database, payload: string | undefined): void {
  const [sender = '', topic = '', ...keys] = JSON.parse(payload ?? '[]') as string[]
  if (sender === stateOf(database).sender) return
  if (keys.length > 0) forgetKeys(database, topic, keys)
  else forgetAll(database, [topic])
}

/**
 * Listens to what other processes have changed, over a connection of its own: one that goes through a pooler by the transaction hears
 * nothing. Whenever it is lost, and when it is there again, everything is forgotten that could have changed unheard.
 * @returns when it hears for the first time, or its first attempt has failed
 */
export async function listenForNews(url: string, database: Database): Promise<{ stop(): Promise<void> }> {
  const ending = new AbortController()
  const first = Promise.withResolvers<undefined>()
  let current: pg.Client | undefined

  async function listen(): Promise<void> {
    const client = new pg.Client({
      connectionString: url,
      keepAlive: true,
      connectionTimeoutMillis: 5000,
      query_timeout: 5000,
      application_name: 'shala news',
    })
    current = client
    const ended = new Promise((resolve) => client.once('end', resolve))
    client.on('error', () => undefined)
    client.on('notification', ({ payload }) => hear(database, payload))
    let beating: NodeJS.Timeout | undefined
    try {
      await client.connect()
      await client.query(`listen ${channel}`)
      forgetAll(database)
      first.resolve(undefined)
      // A network that swallows everything says nothing either.
      beating = setInterval(() => void client.query('select 1').catch(() => client.end()), beatMs)
      await ended
    } finally {
      clearInterval(beating)
      forgetAll(database)
      void client.end().catch(() => undefined)
    }
  }

  async function goOn(): Promise<void> {
    for (let wait = again.first; !ending.signal.aborted; wait = Math.min(again.most, wait * 2)) {
      const began = performance.now()
      await listen().catch(() => undefined)
      first.resolve(undefined)
      if (performance.now() - began > again.most) wait = again.first
      await sleep(wait, undefined, { signal: ending.signal }).catch(() => undefined)
    }
  }

  const over = goOn()
  await first.promise
  return {
    stop: async () => {
      ending.abort()
      await current?.end().catch(() => undefined)
      await over
    },
  }
}
