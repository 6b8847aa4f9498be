import type { Server, ServerResponse } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import { setImmediate as readWhatArrived, setTimeout as sleep } from 'node:timers/promises'

/** How long each phase of a server's shutdown lasts, in milliseconds. */
export interface DrainTiming {
  /**
   * Still accepts connections for this long, so that a proxy that checks readiness switches to another server first.
   */
  acceptMs: number
  /**
   * Keeps a connection without a request for this long, because its client may be about to use it; the answer then
   * tells it to open another. A request on a connection that is being closed would be lost. When another process
   * continues on the same address, the clients do not know of the shutdown. Then this must be longer than the server's
   * keep-alive.
   */
  idleMs: number
  /** Maximum time for running requests. */
  graceMs: number
}

const pollMs = 20

/**
 * Watches the connections of a server, so that it can end without losing a request.
 *
 * @returns a function that drains the server: from then on every answer closes its connection; it resolves when no
 * connection is left. It does not depend on the clients: after `idleMs` and `graceMs` the remaining connections are
 * closed. A second call can only shorten the times
 */
export function drainable(server: Server): (timing: DrainTiming) => Promise<void> {
  const connections = new Set<Socket>()
  const answers = new Set<ServerResponse>()
  let draining = false
  let until = { accept: Infinity, idle: Infinity, grace: Infinity }
  let drained: Promise<void> | undefined
  server.on('connection', (socket) => {
    connections.add(socket)
    socket.once('close', () => connections.delete(socket))
  })
  // Before the application's own listener, which may answer at once.
  server.prependListener('request', (_, response) => {
    answers.add(response)
    response.once('close', () => answers.delete(response))
    if (draining) response.shouldKeepAlive = false
  })

  async function drain(): Promise<void> {
    draining = true
    for (const response of answers) response.shouldKeepAlive = false
    while (performance.now() < until.accept) await sleep(pollMs)
    // The HTTP server's own `close` would also close the connections that are idle now.
    NetServer.prototype.close.call(server)
    while (connections.size > 0) {
      // A connection whose request has arrived is not idle, so pending input is read first.
      await readWhatArrived()
      // Node counts a connection as idle when its answer is written but not yet sent.
      if (performance.now() >= until.idle && answers.size === 0) {
        server.closeIdleConnections()
        // Opened in advance by a browser, and never used.
        for (const socket of connections) if (socket.bytesRead === 0) socket.destroy()
      }
      if (performance.now() >= until.grace) server.closeAllConnections()
      await sleep(pollMs)
    }
  }

  return ({ acceptMs, idleMs, graceMs }) => {
    const accept = performance.now() + acceptMs
    until = {
      accept: Math.min(until.accept, accept),
      idle: Math.min(until.idle, accept + idleMs),
      grace: Math.min(until.grace, accept + graceMs),
    }
    return (drained ??= drain())
  }
}
