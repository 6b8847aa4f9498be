import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit'
import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { requestCounter } from '../auth/requestCounter.ts'
import type { Database } from '../database/connect.ts'
import { networkOf } from './network.ts'

/** A process leases this fraction of a limit at a time: at most fifty database writes per window and process. */
const parts = 50
/** Number of addresses a process caches; for others it asks the database. */
const maxLeases = 50_000

/** The part of a limit that a process may use without asking, or the fact that the limit is reached. */
interface Lease {
  /** The total count, here and elsewhere, including the next request. */
  next: number
  /** The count up to which this process has leased. */
  taken: number
  /** When the window ends, by this process's own clock. */
  ends: number
}

/**
 * Returns the options of @fastify/rate-limit for a limit that all processes of an installation share. A process leases
 * a fiftieth of the limit from the database at a time and counts it down locally. A limit of 60 is exact, one of 6,000
 * is reached at most 120 early per process, and neither costs more than fifty writes. A window over its limit costs
 * none.
 *
 * While the database is away nothing is limited, because nothing is done. When only this process's connections are all
 * taken, a request is not admitted uncounted: the pool's error is thrown, and routes answer 503. Otherwise the limit
 * would stop just when it is needed.
 *
 * @param name distinguishes limits of one network
 */
export function sharedLimit(
  database: Database,
  name: string,
): { store: FastifyRateLimitStoreCtor; skipOnError: false; keyGenerator: (request: FastifyRequest) => string } {
  const counter = requestCounter(database.pool)
  class Store implements FastifyRateLimitStore {
    readonly #prefix: string
    readonly #leases = new LRUCache<string, Lease>({ max: maxLeases })
    readonly #pending = new Map<string, Promise<Lease>>()

    constructor(_options: unknown, prefix = name) {
      this.#prefix = prefix
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
        await this.#renewLease(key, timeWindow, max)
      }
    }

    /** Concurrent callers of one key wait for the same answer. */
    #renewLease(key: string, timeWindow: number, max: number): Promise<Lease> {
      let lease = this.#pending.get(key)
      if (!lease) {
        lease = this.#requestLease(key, timeWindow, max).finally(() => this.#pending.delete(key))
        this.#pending.set(key, lease)
      }
      return lease
    }

    async #requestLease(key: string, timeWindow: number, max: number): Promise<Lease> {
      const wanted = Math.max(1, Math.floor(max / parts))
      const { count, left } = await counter.add(`${this.#prefix} ${key}`, timeWindow / 1000, wanted)
      const lease = { next: count - wanted + 1, taken: count, ends: performance.now() + left * 1000 }
      this.#leases.set(key, lease)
      return lease
    }
  }
  return { store: Store, skipOnError: false, keyGenerator: (request) => networkOf(request.ip) }
}

/** Returns whether a pool had no connection in time. An unreachable database has another message. */
function isExhausted(error: unknown): error is Error {
  return error instanceof Error && error.message === 'timeout exceeded when trying to connect'
}
