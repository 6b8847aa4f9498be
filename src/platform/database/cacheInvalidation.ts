import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Database } from './connect.ts'
import { connectionTimeoutMillis } from './connectionTimeout.ts'

const channel = 'shala'
/** A NOTIFY payload is limited to 8000 bytes; the longest key is a UUID. */
const keysPerMessage = 150
/** With more keys than this the whole topic is invalidated, which is a shorter message. */
const mostKeys = 1500
const heartbeatMs = 10_000
const retryMs = { first: 100, most: 5000 }

/** The cache of one topic in this process. */
export interface TopicCache {
  forget(database: Database, keys: readonly string[]): void
  forgetAll(database: Database): void
}

interface State {
  /** Names this process in its messages, so that it ignores its own. */
  readonly sender: string
  readonly unpublished: Map<string, Set<string>>
  /** The round that still collects keys; a round that has started to publish collects no more. */
  collecting: Promise<void> | undefined
  /** The last round, running or waiting for the one before it. */
  publishing: Promise<void> | undefined
  /** Number of invalidations per topic. */
  readonly invalidations: Map<string, number>
}

const topicCaches = new Map<string, TopicCache>()
const states = new WeakMap<Database, State>()

function stateOf(database: Database): State {
  let state = states.get(database)
  if (!state) {
    state = {
      sender: randomUUID(),
      unpublished: new Map(),
      collecting: undefined,
      publishing: undefined,
      invalidations: new Map(),
    }
    states.set(database, state)
  }
  return state
}

/**
 * Registers a cache under a topic, so that an invalidation in one process reaches the others. A message can be lost
 * when a process is killed or a connection breaks; then the entry's age limits the damage.
 */
export function cacheTopic(topic: string, cache: TopicCache) {
  topicCaches.set(topic, cache)
  return {
    /** Invalidates a key here at once and in every other process of this database. Call it after the commit. */
    forget(database: Database, key: string | number): void {
      const state = stateOf(database)
      forgetKeys(database, topic, [String(key)])
      const keys = state.unpublished.get(topic) ?? new Set()
      state.unpublished.set(topic, keys.add(String(key)))
      state.collecting ??= nextRound(database, state)
    },
    /** Changes with every invalidation. A value that was read under an older age must not be cached. */
    age: (database: Database): number => stateOf(database).invalidations.get(topic) ?? 0,
  }
}

/**
 * Resolves when all invalidations made here so far have been published, so that the caller sees the change in every
 * process. Waits for two rounds at most, however many invalidations follow.
 */
export function invalidationsPublished(database: Database): Promise<void> | undefined {
  return states.get(database)?.publishing
}

/**
 * Starts a round after the one before it. A round publishes, in one statement, all invalidations made until it starts.
 */
function nextRound(database: Database, state: State): Promise<void> {
  const round = Promise.resolve(state.publishing).then(async () => {
    state.collecting = undefined
    await publish(database, state)
    if (state.publishing === round) state.publishing = undefined
  })
  state.publishing = round
  return round
}

/**
 * Publishes the pending keys. Ignores a failure: the change is committed, and the other processes' entries expire by
 * age.
 */
async function publish(database: Database, { sender, unpublished }: State): Promise<void> {
  const messages: string[] = []
  for (const [topic, set] of unpublished) {
    const keys = [...set]
    if (keys.length > mostKeys) messages.push(JSON.stringify([sender, topic]))
    else
      for (let from = 0; from < keys.length; from += keysPerMessage)
        messages.push(JSON.stringify([sender, topic, ...keys.slice(from, from + keysPerMessage)]))
  }
  unpublished.clear()
  await database.pool
    .query('select pg_notify($1, message) from unnest($2::text[]) as message', [channel, messages])
    .catch(() => undefined)
}

function forgetKeys(database: Database, topic: string, keys: readonly string[]): void {
  const { invalidations } = stateOf(database)
  invalidations.set(topic, (invalidations.get(topic) ?? 0) + 1)
  topicCaches.get(topic)?.forget(database, keys)
}

function forgetAll(database: Database, topics: Iterable<string> = topicCaches.keys()): void {
  const { invalidations } = stateOf(database)
  for (const topic of topics) {
    invalidations.set(topic, (invalidations.get(topic) ?? 0) + 1)
    topicCaches.get(topic)?.forgetAll(database)
  }
}

function receive(database: Database, payload: string | undefined): void {
  const [sender = '', topic = '', ...keys] = JSON.parse(payload ?? '[]') as string[]
  if (sender === stateOf(database).sender) return
  if (keys.length > 0) forgetKeys(database, topic, keys)
  else forgetAll(database, [topic])
}

/**
 * Listens for invalidations of other processes on a connection of its own, because LISTEN does not work through a
 * transaction pooler. Clears every cache when the connection is lost and when it is back, because messages were missed
 * meanwhile.
 * @returns after the first successful or failed attempt to listen
 */
export async function listenForInvalidations(url: string, database: Database): Promise<{ stop(): Promise<void> }> {
  const ending = new AbortController()
  const first = Promise.withResolvers<undefined>()
  let current: pg.Client | undefined

  async function listen(): Promise<void> {
    const client = new pg.Client({
      connectionString: url,
      keepAlive: true,
      connectionTimeoutMillis,
      query_timeout: 5000,
      application_name: 'shala news',
    })
    current = client
    const ended = new Promise((resolve) => client.once('end', resolve))
    client.on('error', () => undefined)
    client.on('notification', ({ payload }) => receive(database, payload))
    let heartbeat: NodeJS.Timeout | undefined
    try {
      await client.connect()
      await client.query(`listen ${channel}`)
      forgetAll(database)
      first.resolve(undefined)
      // Finds a connection whose network drops everything silently.
      heartbeat = setInterval(() => void client.query('select 1').catch(() => client.end()), heartbeatMs)
      await ended
    } finally {
      clearInterval(heartbeat)
      forgetAll(database)
      void client.end().catch(() => undefined)
    }
  }

  async function keepListening(): Promise<void> {
    for (let wait = retryMs.first; !ending.signal.aborted; wait = Math.min(retryMs.most, wait * 2)) {
      const began = performance.now()
      await listen().catch(() => undefined)
      first.resolve(undefined)
      if (performance.now() - began > retryMs.most) wait = retryMs.first
      await sleep(wait, undefined, { signal: ending.signal }).catch(() => undefined)
    }
  }

  const ended = keepListening()
  await first.promise
  return {
    stop: async () => {
      ending.abort()
      await current?.end().catch(() => undefined)
      await ended
    },
  }
}
