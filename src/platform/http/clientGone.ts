import type { FastifyReply } from 'fastify'

/** Error of work that was given up because its client closed the connection. */
export class ClientGone extends Error {}

/**
 * Returns a signal that aborts with {@link ClientGone} when the client closes the connection, or has closed it already.
 */
export function clientGoneSignal({ raw }: Pick<FastifyReply, 'raw'>): AbortSignal {
  const gone = new AbortController()
  const abort = () => gone.abort(new ClientGone('The client has closed the connection.'))
  // The event of a connection that has closed comes no more.
  if (raw.destroyed) abort()
  else raw.once('close', abort)
  return gone.signal
}
