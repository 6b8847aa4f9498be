import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { context, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'

/** A call of another service by `fetch`, ended. */
export interface Outgoing {
  /** Its name and port, never the address: that may hold a key. */
  host: string
  /** The status it answered; `failed` where no answer came. */
  status: string
  seconds: number
}

interface UndiciRequest {
  origin: string | URL
  method: string
}

interface Under {
  began: number
  host: string
  end(status: string): void
}

/**
 * Tells of every call that goes out by `fetch`: the payment gateway, WhatsApp, SMS, push, a Gotenberg. Node announces them itself, so
 * that no client has to think of it, and none can be forgotten. With traces on, each is a span of whatever caused it.
 * @returns ends it
 */
export function watchOutgoing(tell: (call: Outgoing) => void): () => void {
  const under = new WeakMap<object, Under>()
  const created = (message: unknown) => {
    const { request } = message as { request: UndiciRequest }
    const { host } = new URL(request.origin)
    const span = trace
      .getTracer('shala')
      .startSpan(
        `${request.method} ${host}`,
        { kind: SpanKind.CLIENT, attributes: { 'server.address': host, 'http.request.method': request.method } },
        context.active(),
      )
    const began = performance.now()
    under.set(request, {
      began,
      host,
      end: (status) => {
        if (status === 'failed') span.setStatus({ code: SpanStatusCode.ERROR })
        else span.setAttribute('http.response.status_code', Number(status))
        span.end()
        tell({ host, status, seconds: (performance.now() - began) / 1000 })
      },
    })
  }
  const ended = (statusOf: (message: { response?: { statusCode: number } }) => string) => (message: unknown) => {
    const { request } = message as { request: object }
    under.get(request)?.end(statusOf(message as { response?: { statusCode: number } }))
    under.delete(request)
  }
  const subscriptions = [
    ['undici:request:create', created],
    ['undici:request:headers', ended(({ response }) => String(response?.statusCode ?? 'failed'))],
    ['undici:request:error', ended(() => 'failed')],
  ] as const
  for (const [name, listen] of subscriptions) subscribe(name, listen)
  return () => {
    for (const [name, listen] of subscriptions) unsubscribe(name, listen)
  }
}
