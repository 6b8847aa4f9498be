import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply } from 'fastify'

/** Time between the answer and the end of a connection whose body was not read. */
const lingerMs = 1000

/** Returns whether a request announces a body. */
export function hasBody({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

/**
 * Ends the connection after an answer given before the body arrived. Node would otherwise read and discard the rest as
 * fast as it comes. Closing a connection with unread bytes resets it, and the client may lose the answer. So the client
 * gets a second to read it.
 */
export function closeAfterUnreadBodies(app: FastifyInstance): void {
  app.addHook('onSend', ({ raw }, reply, _payload, done) => {
    // A request injected by a test has no such property.
    if (raw.complete === false && hasBody(raw)) closeAfter(raw, reply)
    done()
  })
}

function closeAfter(raw: IncomingMessage, reply: FastifyReply): void {
  reply.header('connection', 'close')
  // Counts as a reader, so that Node does not discard the body. Nothing is consumed: reading stops at 64 kB.
  raw.on('readable', () => undefined)
  const { socket } = raw
  socket.destroySoon = () => {
    socket.end()
    setTimeout(() => socket.destroy(), lingerMs).unref()
  }
}
