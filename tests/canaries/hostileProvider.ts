import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A message provider that refuses everything and repeats its input. */
export interface HostileProvider {
  url: string
  /** Returns the number of requests. */
  asked: () => number
  stop(): Promise<void>
}

type Saying = (given: string) => { status: number; type: string; body: string } | null
const json = 'application/json'

/**
 * Replies in turn: failures, invalid responses and refusals in the providers' own formats, all with the input in them;
 * null closes the connection.
 */
const sayings: readonly Saying[] = [
  (given) => ({ status: 500, type: 'text/plain', body: `cannot deliver ${given}` }),
  (given) => ({ status: 200, type: 'text/html', body: `<p>${given}</p>` }),
  (given) => ({ status: 200, type: json, body: JSON.stringify({ messages: given, type: given }) }),
  (given) => ({ status: 200, type: json, body: given }),
  (given) => ({
    status: 400,
    type: json,
    body: JSON.stringify({ error: { code: 132_001, message: given }, type: 'error', message: given, code: 999 }),
  }),
  (given) => ({ status: 403, type: json, body: JSON.stringify({ error: { code: 190, message: given }, message: given }) }),
  () => null,
]

/** Starts the provider on a free local port. */
export async function hostileProvider(): Promise<HostileProvider> {
  let asked = 0
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const given = `${request.url} ${JSON.stringify(request.headers)} ${Buffer.concat(parts).toString()}`
      const said = sayings[asked % sayings.length]?.(given)
      asked += 1
      if (said) response.writeHead(said.status, { 'content-type': said.type }).end(said.body)
      else request.socket.destroy()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: () => asked,
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
