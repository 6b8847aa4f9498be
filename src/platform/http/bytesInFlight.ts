/** Counts bytes per sender and in total, from their arrival until the request is answered. */
export class BytesInFlight {
  readonly #ofSender = new Map<string, number>()
  readonly #ofAll = { signedIn: 0, anonymous: 0 }
  readonly #most: { signedIn: number; anonymous: number }

  /**
   * @param most bytes of this process; anonymous senders have their own part, so that they cannot displace those who
   * signed in
   */
  constructor(most: { signedIn: number; anonymous: number }) {
    this.#most = most
  }

  /** Counts bytes. Returns whose limit forbids them; then nothing is counted. */
  add({ key, signedIn, inFlight }: InFlightSender, bytes: number): 'sender' | 'process' | null {
    const part = signedIn ? 'signedIn' : 'anonymous'
    const own = (this.#ofSender.get(key) ?? 0) + bytes
    if (own > inFlight) return 'sender'
    if (this.#ofAll[part] + bytes > this.#most[part]) return 'process'
    this.#ofSender.set(key, own)
    this.#ofAll[part] += bytes
    return null
  }

  remove({ key, signedIn }: InFlightSender, bytes: number): void {
    const own = (this.#ofSender.get(key) ?? 0) - bytes
    if (own > 0) this.#ofSender.set(key, own)
    else this.#ofSender.delete(key)
    this.#ofAll[signedIn ? 'signedIn' : 'anonymous'] -= bytes
  }
}

export interface InFlightSender {
  /** A person's subject, or a network address. */
  key: string
  signedIn: boolean
  /** Maximum bytes in flight of this sender. */
  inFlight: number
}
