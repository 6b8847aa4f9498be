import pg from 'pg'

/** How many connections of a process are in brief use at once. Measured in `decisions/0084`. */
const few = 3
/** What a brief use takes at most. The slowest of the hot ones, a payment, is done in 6 ms. */
const briefMs = 50

/**
 * A pool that lends few connections at once, and more only while some are held for long: for a slow statement, or for
 * one that waits for a lock. Many backends that work at once on few cores push each other out of the processor's
 * caches: with 22 of them on two cores PostgreSQL spent a fifth more on the same statement.
 */
export class ConnectionPool extends pg.Pool {
  /** Admitted uses that have not ended and are still brief. */
  #brief = 0
  readonly #waiting: (() => void)[] = []
  readonly #ends = new WeakMap<pg.PoolClient, () => void>()

  constructor(config: pg.PoolConfig) {
    super(config)
    this.on('release', (_error, client) => this.#ends.get(client)?.())
  }

  // The driver's own signature is a set of overloads that cannot be overridden one by one.
  override connect = ((answer?: (error?: Error, client?: pg.PoolClient, done?: pg.PoolClient['release']) => void) => {
    const connected = this.#connectInTurn()
    if (answer === undefined) return connected
    connected.then(
      (client) => answer(undefined, client, client.release.bind(client)),
      (error: Error) => answer(error, undefined, () => undefined),
    )
    return undefined
  }) as pg.Pool['connect']

  async #connectInTurn(): Promise<pg.PoolClient> {
    if (this.#brief >= few) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    else this.#brief++
    const end = this.#admitted()
    try {
      const client = await super.connect()
      this.#ends.set(client, end)
      return client
    } catch (error) {
      end()
      throw error
    }
  }

  /** Returns what ends an admitted use: when it is over, or when it is no longer brief. The first of the two counts. */
  #admitted(): () => void {
    let over = false
    const end = () => {
      if (over) return
      over = true
      clearTimeout(timer)
      // Who waits takes the place as it is.
      const next = this.#waiting.shift()
      if (next) next()
      else this.#brief--
    }
    const timer = setTimeout(end, briefMs)
    return end
  }
}
