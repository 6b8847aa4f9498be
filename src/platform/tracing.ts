import { type Attributes, context, propagation, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from './config.ts'
import { Refusal } from './refusal.ts'
import { samplerOf } from './traceSampler.ts'

/**
 * Sends traces to the collector of `OTEL_EXPORTER_OTLP_ENDPOINT` (OTLP over HTTP). Without that setting nothing is
 * measured or sent. `OTEL_TRACES_SAMPLER` and `OTEL_EXPORTER_OTLP_HEADERS` work as usual. A span may contain only what
 * a log line may: never a name, a phone, a token or a value of a statement. Call it once in a process, before anything
 * traced is created.
 *
 * @returns `stop` sends the remaining spans, within five seconds
 */
export function startTracing({ tracesUrl }: Pick<Config, 'tracesUrl'>): { stop(): Promise<void> } {
  if (tracesUrl === undefined) return { stop: async () => undefined }
  const exporter = new OTLPTraceExporter({ url: `${tracesUrl}/v1/traces`, timeoutMillis: 5000 })
  const provider = new TracerProvider({
    sampler: samplerOf(process.env),
    resource: resourceFromAttributes({ 'service.name': process.env.OTEL_SERVICE_NAME ?? 'shala', 'process.pid': process.pid }),
    spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: 2000, exportTimeoutMillis: 5000 })],
  })
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  propagation.setGlobalPropagator(new W3CTraceContextPropagator())
  trace.setGlobalTracerProvider(provider)
  return {
    stop: async () => {
      // An unreachable collector must not delay the stop.
      await provider.shutdown().catch(() => undefined)
      trace.disable()
      context.disable()
      propagation.disable()
    },
  }
}

/** Runs a function as a span of its cause. A refusal counts as a normal answer, any other exception as an error. */
export function traced<Result>(name: string, attributes: Attributes, run: () => Promise<Result>): Promise<Result> {
  return trace.getTracer('shala').startActiveSpan(name, { attributes }, async (span) => {
    try {
      return await run()
    } catch (error) {
      if (error instanceof Refusal) span.setAttribute('shala.code', error.code)
      else {
        span.setStatus({ code: SpanStatusCode.ERROR })
        span.setAttribute('error.type', error instanceof Error ? error.name : typeof error)
      }
      throw error
    } finally {
      span.end()
    }
  })
}

/** Records an executed statement. Its text has placeholders in place of values. */
export function noteStatement(text: string, milliseconds: number): void {
  if (!trace.getActiveSpan()) return
  const startTime = Date.now() - milliseconds
  const attributes = { 'db.system.name': 'postgresql', 'db.query.text': text.slice(0, 2000) }
  trace.getTracer('shala').startSpan('statement', { kind: SpanKind.CLIENT, attributes, startTime }).end()
}

/**
 * Creates a span for every request and runs its handler inside. The trace context of a request is accepted only behind
 * a trusted proxy, because others could have everything traced.
 */
export function registerTracing(app: FastifyInstance, { tracesUrl, trustedProxies }: Config): void {
  if (tracesUrl === undefined) return
  const spans = new WeakMap<FastifyRequest, Span>()
  app.addHook('onRequest', async (request) => {
    const parent = trustedProxies.length > 0 ? propagation.extract(context.active(), request.headers) : context.active()
    const attributes = { 'http.request.method': request.method, 'shala.request_id': request.id }
    spans.set(request, trace.getTracer('shala').startSpan(request.method, { kind: SpanKind.SERVER, attributes }, parent))
  })
  // Not in the first hook: a body that is read later arrives on the connection, which belongs to no request.
  app.addHook('preHandler', (request, _reply, done) => {
    const span = spans.get(request)
    if (span) context.with(trace.setSpan(context.active(), span), done)
    else done()
  })
  app.addHook('onResponse', async (request, reply) => {
    const span = spans.get(request)
    if (!span) return
    const route = request.routeOptions.url ?? 'none'
    const { operation, role, schoolId, code } = request.graphql ?? {}
    span.updateName(operation === undefined ? `${request.method} ${route}` : `${request.method} ${route} ${operation}`)
    span.setAttributes({ 'http.route': route, 'http.response.status_code': reply.statusCode })
    if (operation !== undefined) span.setAttribute('graphql.operation.name', operation)
    if (role !== undefined) span.setAttribute('shala.role', role)
    if (schoolId !== undefined) span.setAttribute('shala.school_id', schoolId)
    if (code !== undefined) span.setAttribute('shala.code', code)
    if (reply.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
    span.end()
  })
}
