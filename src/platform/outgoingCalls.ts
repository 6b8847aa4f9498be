import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { context, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'

/** A finished `fetch` call of another service. */
export interface OutgoingCall {
  /** Host and port, never the URL, which may contain a key. */
  host: string
  /** The response's status; `failed` when no response came. */
  status: string
  seconds: number
}

interface UndiciRequest {
  origin: string | URL
  method: string
}

interface OpenCall {
  began: number
  host: string
  end(status: string): void
}

/**
 * Reports every outgoing `fetch` call: the payment gateway, WhatsApp, SMS, push, Gotenberg. Uses Node's diagnostics
 * channels, so that no client can be forgotten. With tracing on, each call is a span of its cause.
 *
 * @returns a function that stops observing
 */
export function observeOutgoingCalls(report: (call: OutgoingCall) => void): () => void {
  const open = new WeakMap<object, OpenCall>()
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
    open.set(request, {
      began,
      host,
      end: (status) => {
        if (status === 'failed') span.setStatus({ code: SpanStatusCode.ERROR })
        else span.setAttribute('http.response.status_code', Number(status))
        span.end()
        report({ host, status, seconds: (performance.now() - began) / 1000 })
      },
    })
  }
  const ended = (statusOf: (message: { response?: { statusCode: number } }) => string) => (message: unknown) => {
    const { request } = message as { request: object }
    open.get(request)?.end(statusOf(message as { response?: { statusCode: number } }))
    open.delete(request)
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
