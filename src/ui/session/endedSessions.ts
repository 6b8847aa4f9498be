import { endSessionsLimit } from '#shared/signIn.ts'

/** Milliseconds between two attempts while the page is open. */
const retryMs = 30_000

const key = 'signOutPending'

/**
 * Ids of sessions that were signed out on this device and may still be open on the server. An id is no credential,
 * because it can only end its session. The browser stores it until the server has confirmed the end, also after the
 * page is closed.
 */
export class EndedSessions {
  readonly #storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  readonly #send: (sessions: readonly string[]) => Promise<unknown>

  /** @param send rejects unless the server has confirmed that these sessions have ended */
  constructor(
    storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>,
    send: (sessions: readonly string[]) => Promise<unknown>,
  ) {
    this.#storage = storage
    this.#send = send
  }

  /** Stores a session to be ended. Call it before its tokens are deleted. */
  add(session: string): void {
    this.#store([...new Set([...this.pending(), session])].slice(-endSessionsLimit))
  }

  pending(): string[] {
    try {
      const stored: unknown = JSON.parse(this.#storage.getItem(key) ?? '[]')
      return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : []
    } catch {
      return []
    }
  }

  /**
   * Ends the stored sessions on the server.
   * @throws the error of `send`; the sessions stay stored then
   */
  async send(): Promise<void> {
    const sessions = this.pending()
    if (sessions.length === 0) return
    await this.#send(sessions)
    // Another tab may have added one meanwhile.
    this.#store(this.pending().filter((id) => !sessions.includes(id)))
  }

  /** Tries now, when the connection returns, and every half minute while sessions are left. */
  keepTrying(target: Pick<Window, 'addEventListener' | 'setInterval'>): void {
    const attempt = () => void this.send().catch(() => undefined)
    attempt()
    target.addEventListener('online', attempt)
    target.setInterval(attempt, retryMs)
  }

  #store(sessions: readonly string[]): void {
    if (sessions.length === 0) this.#storage.removeItem(key)
    else this.#storage.setItem(key, JSON.stringify(sessions))
  }
}
