import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit'
import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { requestCounter } from '../auth/limits.ts'
import type { Database } from '../database/connect.ts'
import { networkOf } from './network.ts'

/** A process takes so large a part of a limit at a time: the database is written to at most fifty times in a window and process. */
const parts = 50
/** Addresses a process remembers; of others it asks the database. */
const remembered = 50_000

/** What a process may still let through without asking, or that the limit is reached. */
interface Lease {
  /** How many have been counted, here and elsewhere, when the next one is. */
  next: number
  /** Up to this number they have been taken for this process. */
  taken: number
  /** When the window ends, by this process's own clock. */
  ends: number
}

/**
 * The options of @fastify/rate-limit for a limit that all processes of an installation share. A process takes a fiftieth of the limit
 * from the database at a time and counts that off by itself: a limit of 60 is exact, one of 6,000 is reached at most 120 early for each
 * process, and neither costs more than fifty writes. A window that is over its limit costs none.
 *
 * With the database away nothing is limited, because nothing is done. Where it is there and only this process's connections are all
 * taken, a request is not let through uncounted: the pool's error is thrown, for which routes answer 503. Else the limit would end
 * just when it is needed.
 * @param name tells apart limits of one network
 */
export function sharedLimit(
  database: Database,
  name: string,
): { store: FastifyRateLimitStoreCtor; skipOnError: false; keyGenerator: (request: FastifyRequest) => string } {
  const counter = requestCounter(database.pool)
  class Store implements FastifyRateLimitStore {
    readonly #of: string
    readonly #leases = new LRUCache<string, Lease>({ max: remembered })
    readonly #waiting = new Map<string, Promise<Lease>>()

    constructor(_options: unknown, of = name) {
      this.#of = of
    }

    incr(
      key: string,
      done: (error: Error | null, result?: { current: number; ttl: number }) => void,
      timeWindow: number,
      max: number,
    ): void {
      this.#count(key, timeWindow, max).then(
        (result) => done(null, result),
        (error: unknown) => (isExhausted(error) ? done(error) : done(null, { current: 0, ttl: timeWindow })),
      )
    }

    child(options: object): Store {
      const { routeInfo } = options as { routeInfo?: { method?: unknown; url?: unknown } }
      return new Store(options, `${name} ${String(routeInfo?.method)} ${String(routeInfo?.url)}`)
    }

    async #count(key: string, timeWindow: number, max: number): Promise<{ current: number; ttl: number }> {
      for (;;) {
        const lease = this.#leases.get(key)
        const ttl = (lease?.ends ?? 0) - performance.now()
        if (lease && ttl > 0 && (lease.next <= lease.taken || lease.next > max)) {
          const current = lease.next
          if (current <= max) lease.next += 1
          return { current, ttl }
        }
        await this.#take(key, timeWindow, max)
      }
    }

    /** Those who come while the database is being asked wait for the same answer. */
    #take(key: string, timeWindow: number, max: number): Promise<Lease> {
      let asking = this.#waiting.get(key)
      if (!asking) {
        asking = this.#ask(key, timeWindow, max).finally(() => this.#waiting.delete(key))
        this.#waiting.set(key, asking)
      }
      return asking
    }

    async #ask(key: string, timeWindow: number, max: number): Promise<Lease> {
      const wanted = Math.max(1, Math.floor(max / parts))
      const { count, left } = await counter.take(`${this.#of} ${key}`, timeWindow / 1000, wanted)
      const lease = { next: count - wanted + 1, taken: count, ends: performance.now() + left * 1000 }
      this.#leases.set(key, lease)
      return lease
    }
  }
  return { store: Store, skipOnError: false, keyGenerator: (request) => networkOf(request.ip) }
}

/** Whether a pool had no connection to give in time; a database that is away is said in other words. */
function isExhausted(error: unknown): error is Error {
  return error instanceof Error && error.message === 'timeout exceeded when trying to connect'
}
