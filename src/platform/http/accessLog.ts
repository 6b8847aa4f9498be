import type { FastifyInstance } from 'fastify'
import type { Log } from '../logging.ts'
import type { Metrics } from '../metrics.ts'

/** Writes one log line and one metrics observation per response. Static files are logged at level `debug`. */
export function registerAccessLog(app: FastifyInstance, log: Log, metrics: Metrics): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none'
    const { operation, role, schoolId, code } = request.graphql ?? {}
    const durationMs = Math.round(reply.elapsedTime * 10) / 10
    metrics.observeRequest({ route, operation, status: reply.statusCode, code, seconds: reply.elapsedTime / 1000 })
    const level = route === '/*' || route === 'none' || route.startsWith('/health/') ? 'debug' : 'info'
    log[level](
      {
        requestId: request.id,
        route,
        status: reply.statusCode,
        ...(operation === undefined ? {} : { operation }),
        ...(role === undefined ? {} : { role }),
        ...(schoolId === undefined ? {} : { schoolId }),
        ...(code === undefined ? {} : { code }),
        durationMs,
      },
      'request',
    )
    done()
  })
}
