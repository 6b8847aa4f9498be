import type { Server, ServerResponse } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import { setImmediate as readWhatArrived, setTimeout as sleep } from 'node:timers/promises'

/** How a server takes its leave. In milliseconds. */
export interface Farewell {
  /** Still accepts connections for so long, so that a proxy which asks for readiness goes elsewhere first. */
  acceptMs: number
  /**
   * So long a connection without a request is kept: its client may be about to use it, and is told by that answer to open another.
   * Closed under the client's hands, its request would be lost; a client that takes no part in the server's leaving, because another
   * process goes on at the same address, is safe only when this is longer than the server keeps idle connections anyway.
   */
  idleMs: number
  /** So long running requests may take. */
  graceMs: number
}

const lookMs = 20

/**
 * Watches the connections of a server, so that it can end without a request lost.
 * @returns the farewell: from its beginning every answer asks for another connection; it ends when no connection is left. Nothing of it
 *   depends on the client's good will: after `idleMs` and `graceMs` what is left is closed. Told again, it is the shorter of both
 */
export function drainable(server: Server): (farewell: Farewell) => Promise<void> {
  const connections = new Set<Socket>()
  const answers = new Set<ServerResponse>()
  let leaving = false
  let until = { accept: Infinity, idle: Infinity, grace: Infinity }
  let left: Promise<void> | undefined
  server.on('connection', (socket) => {
    connections.add(socket)
    socket.once('close', () => connections.delete(socket))
  })
  // Before the application's own listener, which may answer at once.
  server.prependListener('request', (_, response) => {
    answers.add(response)
    response.once('close', () => answers.delete(response))
    if (leaving) response.shouldKeepAlive = false
  })

  async function leave(): Promise<void> {
    leaving = true
    for (const response of answers) response.shouldKeepAlive = false
    while (performance.now() < until.accept) await sleep(lookMs)
    // The HTTP server's own `close` would also close the connections that are idle at this moment.
    NetServer.prototype.close.call(server)
    while (connections.size > 0) {
      // A connection whose request has arrived is not idle, and whoever was kept from reading has to do that first.
      await readWhatArrived()
      // Node takes a connection for idle whose answer has been given and not been sent.
      if (performance.now() >= until.idle && answers.size === 0) {
        server.closeIdleConnections()
        // Opened ahead by a browser, and never used.
        for (const socket of connections) if (socket.bytesRead === 0) socket.destroy()
      }
      if (performance.now() >= until.grace) server.closeAllConnections()
      await sleep(lookMs)
    }
  }

  return ({ acceptMs, idleMs, graceMs }) => {
    const accept = performance.now() + acceptMs
    until = {
      accept: Math.min(until.accept, accept),
      idle: Math.min(until.idle, accept + idleMs),
      grace: Math.min(until.grace, accept + graceMs),
    }
    return (left ??= leave())
  }
}
