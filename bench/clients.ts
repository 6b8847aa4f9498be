import { createConnection, type Socket } from 'node:net'

/** What a client sends next. */
export interface Ask {
  token: string
  /** The JSON body. */
  body: string
  /** The mutation's field, as the screens name it in the header `x-operation`. */
  mutation?: string
  /** Receives the answer's body. @throws when it is wrong */
  answered(body: string): void
}

/** What the clients of a run have seen. Times are in milliseconds. */
export interface Seen {
  requests: number
  perSecond: number
  p50: number
  /** Mean length of an answer, in characters. */
  length: number
}

/**
 * Lets clients send one request after the other over a connection each, for so many seconds, at least one request. A
 * request that was begun is waited for, so that no write is left half known. The times are finer than a millisecond,
 * and the load costs less than that of a general HTTP client, because it shares the cores with what is measured.
 * @param next returns what a client asks
 * @throws when an answer is not 200, has errors or is wrong
 */
export async function run(url: string, clients: number, seconds: number, next: (client: number) => Ask): Promise<Seen> {
  const times: number[] = []
  let length = 0
  const begun = performance.now()
  const end = begun + seconds * 1000
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      const connection = new Connection(url)
      try {
        do {
          const ask = next(client)
          const start = performance.now()
          const body = await connection.send(ask)
          times.push(performance.now() - start)
          length += body.length
          ask.answered(body)
        } while (performance.now() < end)
      } finally {
        connection.close()
      }
    }),
  )
  const took = (performance.now() - begun) / 1000
  times.sort((a, b) => a - b)
  const requests = times.length
  return { requests, perSecond: requests / took, p50: times[Math.floor(requests / 2)] ?? 0, length: length / requests }
}

/**
 * Lets clients ask until the JIT of the serving processes is done: for so many seconds, and at least so many requests,
 * because a slow work takes longer to be compiled.
 */
export async function warmUp(
  url: string,
  clients: number,
  least: { seconds: number; requests: number },
  next: (client: number) => Ask,
): Promise<void> {
  for (let seconds = 0, sent = 0; seconds < least.seconds || sent < least.requests; seconds++)
    sent += (await run(url, clients, 1, next)).requests
}

class Connection {
  readonly #socket: Socket
  readonly #host: string
  #parts: Buffer[] = []
  #received = 0
  /** Bytes of the whole response; 0 until its head has come. */
  #whole = 0
  #bodyAt = 0
  #done: { resolve(body: string): void; reject(error: Error): void } | undefined

  constructor(url: string) {
    const { hostname, port, host } = new URL(url)
    this.#host = host
    this.#socket = createConnection({ host: hostname, port: Number(port), noDelay: true })
    this.#socket.on('data', (part: Buffer) => this.#take(part))
    this.#socket.on('error', (error) => this.#done?.reject(error))
    this.#socket.on('close', () => this.#done?.reject(new Error('The server closed the connection.')))
  }

  send({ token, body, mutation }: Ask): Promise<string> {
    const operation = mutation === undefined ? '' : `x-operation: ${mutation}\r\n`
    this.#socket.write(
      `POST /graphql HTTP/1.1\r\nhost: ${this.#host}\r\nauthorization: Bearer ${token}\r\ncontent-type: application/json\r\naccept: application/graphql-response+json\r\n${operation}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    )
    return new Promise((resolve, reject) => {
      this.#done = { resolve, reject }
    })
  }

  close(): void {
    this.#done = undefined
    this.#socket.destroy()
  }

  #take(part: Buffer): void {
    this.#parts.push(part)
    this.#received += part.length
    if (this.#whole === 0) {
      const head = Buffer.concat(this.#parts)
      const end = head.indexOf('\r\n\r\n')
      if (end < 0) return
      const length = /\r\ncontent-length: (\d+)/i.exec(head.toString('latin1', 0, end))?.[1]
      if (length === undefined) {
        this.#done?.reject(new Error(`The server answered without a length: ${head.toString('utf8').slice(0, 300)}`))
        return
      }
      this.#bodyAt = end + 4
      this.#whole = this.#bodyAt + Number(length)
    }
    if (this.#received < this.#whole) return
    const response = Buffer.concat(this.#parts)
    const status = response.toString('latin1', 9, 12)
    const body = response.toString('utf8', this.#bodyAt)
    this.#parts = []
    this.#received = 0
    this.#whole = 0
    if (status === '200' && !body.startsWith('{"errors"')) this.#done?.resolve(body)
    else this.#done?.reject(new Error(`The server answered ${status} ${body.slice(0, 500)}`))
  }
}
