import { randomUUID } from 'node:crypto'
import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify'
import type { Log } from '../logging.ts'
import { ClientGone } from './clientGone.ts'
import { answerRefusedBody, RefusedBody } from './bodyLimits.ts'

/** Status in the log of an answer that its client did not wait for. nginx uses the same number. */
const clientClosedStatus = 499

/** Answers unexpected errors outside GraphQL with an id, one log line and one neutral sentence. */
export function registerErrors(app: FastifyInstance, log: Log): void {
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    if (error instanceof RefusedBody) return answerRefusedBody(error, request, reply)
    const route = request.routeOptions.url ?? 'none'
    if (isClientGone(error, reply)) {
      // The access log has no line of it, because Fastify ends no response whose connection has been closed.
      log.info({ requestId: request.id, route, status: clientClosedStatus }, 'client gone')
      return reply.code(clientClosedStatus).send()
    }
    const status = error.statusCode ?? 500
    if (status < 500) return reply.code(status).send({ message: error.message, code: error.code })
    const errorId = randomUUID().slice(0, 8)
    log.error({ requestId: request.id, errorId, route, err: error }, 'unexpected')
    return reply.code(500).send({
      message: `Something went wrong on our side. Please try again; if it happens again, tell support the number ${errorId}.`,
      id: errorId,
    })
  })
}

/**
 * Returns whether an answer failed only because its client closed the connection. What waited for its turn then ends
 * with `ClientGone`. Otherwise Fastify destroys the stream that compresses the answer, and reports the destroyed stream
 * as an error of the route.
 */
function isClientGone(error: FastifyError, { raw }: FastifyReply): boolean {
  return error instanceof ClientGone || (error.code === 'ERR_STREAM_PREMATURE_CLOSE' && raw.destroyed)
}
