/** A sender's bytes and everybody's, from their arrival until the request is answered. */
export class BytesInFlight {
  readonly #ofSender = new Map<string, number>()
  readonly #ofAll = { signedIn: 0, anonymous: 0 }
  readonly #most: { signedIn: number; anonymous: number }

  /** @param most bytes of this process; strangers have a part of their own, so that they cannot take the place of those who signed in */
  constructor(most: { signedIn: number; anonymous: number }) {
    this.#most = most
  }

  /** Counts bytes; answers whose limit forbids them, in which case nothing is counted. */
  add({ key, signedIn, inFlight }: InFlightOf, bytes: number): 'sender' | 'process' | null {
    const part = signedIn ? 'signedIn' : 'anonymous'
    const own = (this.#ofSender.get(key) ?? 0) + bytes
    if (own > inFlight) return 'sender'
    if (this.#ofAll[part] + bytes > this.#most[part]) return 'process'
    this.#ofSender.set(key, own)
    this.#ofAll[part] += bytes
    return null
  }

  remove({ key, signedIn }: InFlightOf, bytes: number): void {
    const own = (this.#ofSender.get(key) ?? 0) - bytes
    if (own > 0) this.#ofSender.set(key, own)
    else this.#ofSender.delete(key)
    this.#ofAll[signedIn ? 'signedIn' : 'anonymous'] -= bytes
  }
}

export interface InFlightOf {
  /** A person's subject, or a network address. */
  key: string
  signedIn: boolean
  /** Bytes that this sender may have in flight at once. */
  inFlight: number
}
