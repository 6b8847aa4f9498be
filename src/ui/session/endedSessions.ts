import { endSessionsLimit } from '#shared/signIn.ts'

/** Milliseconds between two attempts while the page is open. */
const retryMs = 30_000

const key = 'signOutPending'

/**
 * Ids of sessions that were signed out on this device and may still be open on the server. An id is no credential: it only ends
 * its session. So it stays in the browser's storage until the server has confirmed the end, also when the page is closed meanwhile.
 */
export class EndedSessions {
  readonly #storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  readonly #send: (sessions: readonly string[]) => Promise<unknown>

  /** `send` rejects unless the server has confirmed that these sessions are over. */
  constructor(
    storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>,
    send: (sessions: readonly string[]) => Promise<unknown>,
  ) {
    this.#storage = storage
    this.#send = send
  }

  /** Keeps a session to be ended. Call it before its tokens are forgotten. */
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
   * Ends the kept sessions on the server.
   * @throws whatever `send` throws; the sessions stay kept then
   */
  async send(): Promise<void> {
    const sessions = this.pending()
    if (sessions.length === 0) return
    await this.#send(sessions)
    // Another tab may have added one meanwhile.
    this.#store(this.pending().filter((id) => !sessions.includes(id)))
  }

  /** Tries now, whenever the connection returns, and every half minute while something is left. */
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
