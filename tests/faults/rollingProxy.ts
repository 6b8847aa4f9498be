import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '#platform/database/cluster.ts'

/** Interval of the readiness checks, as in a load balancer. */
const lookMs = 200

/**
 * Starts a proxy that distributes requests over servers in turn: over ready ones, and to another one when a connection
 * is refused. A request that was sent to a server is never repeated, because its outcome is unknown.
 */
export async function roundRobinProxy(servers: readonly string[]): Promise<{ url: string; stop(): Promise<void> }> {
  const backends = servers.map((url) => ({ url, agent: new Agent({ keepAlive: true }), ready: true }))
  let next = 0
  let over = false

  async function watch(backend: (typeof backends)[number]): Promise<void> {
    while (!over) {
      const response = await fetch(`${backend.url}/health/ready`, { headers: { connection: 'close' } }).catch(() => undefined)
      backend.ready = response?.ok === true
      await response?.body?.cancel()
      await sleep(lookMs)
    }
  }

  async function hand(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const parts: Buffer[] = []
    for await (const part of incoming) parts.push(part as Buffer)
    const turn = next++
    const ready = backends.filter((backend) => backend.ready)
    const line = ready.length > 0 ? ready : backends
    for (let tries = 0; tries < line.length; tries += 1) {
      const backend = line[(turn + tries) % line.length]!
      const refused = await send(backend, incoming, Buffer.concat(parts), outgoing)
      if (!refused) return
    }
    outgoing.writeHead(502).end()
  }

  /** Resolves to true when nothing was sent because the connection was refused. */
  function send(
    { url, agent }: (typeof backends)[number],
    { method, url: path, headers }: IncomingMessage,
    body: Buffer,
    outgoing: ServerResponse,
  ): Promise<boolean> {
    return new Promise((resolve) => {
      const given = { ...headers, connection: 'keep-alive' }
      const sent = request(`${url}${path}`, { method, headers: given, agent }, (answer) => {
        const { connection: _, ...kept } = answer.headers
        outgoing.writeHead(answer.statusCode ?? 502, kept)
        answer.pipe(outgoing)
        answer.once('error', () => outgoing.destroy())
        resolve(false)
      })
      sent.once('error', (error: NodeJS.ErrnoException) => {
        if (error.code === 'ECONNREFUSED') return resolve(true)
        if (!outgoing.headersSent) outgoing.writeHead(502, { 'x-reason': error.code ?? 'none' }).end()
        resolve(false)
      })
      sent.end(body)
    })
  }

  const server = createServer((incoming, outgoing) => void hand(incoming, outgoing).catch(() => outgoing.destroy()))
  const port = await freePort()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const watching = backends.map(watch)
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      over = true
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await Promise.all(watching)
      for (const { agent } of backends) agent.destroy()
    },
  }
}
