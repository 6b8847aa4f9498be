import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'

/** The browser features of a page: only the camera, which scans the cards at the gate. */
const permissions = 'camera=(self), microphone=(), geolocation=(), payment=(), usb=()'

const strictTransport = { maxAge: 31_536_000, includeSubDomains: true }

/**
 * Returns the targets of a payment form. Browsers apply the policy to redirects too: PayU answers at secure.payu.in and
 * shows its page at another of its hosts.
 */
export function gatewayTargets(paymentUrl: string): string[] {
  const { origin, hostname, protocol } = new URL(paymentUrl)
  return hostname.endsWith('.payu.in') && protocol === 'https:' ? ['https://*.payu.in'] : [origin]
}

function isSecure(config: Pick<Config, 'production' | 'appUrl'>): boolean {
  return config.production && config.appUrl.startsWith('https:')
}

/**
 * Returns the headers of responses that are data and never a page. They are constant, while a page's contain random
 * values: generating those took 8% of the server's time on small responses. Every response starts with these headers,
 * and is cached only if its route says so.
 */
export function dataHeaders(config: Pick<Config, 'production' | 'appUrl'>): Record<string, string> {
  return {
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none';frame-ancestors 'none'",
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': permissions,
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    ...(isSecure(config) ? { 'strict-transport-security': `max-age=${strictTransport.maxAge}; includeSubDomains` } : {}),
  }
}

/**
 * Sets the security headers of every response: a page's here, and those of data for a route with `helmet: false`.
 * Scripts and styles come from our own files alone. The style sheets of papers are style elements; they carry the
 * `reply.cspNonce.style` of the request that loaded the page.
 *
 * @param formTargets origins besides our own that a form may be sent to
 */
export async function registerHeaders(
  app: FastifyInstance,
  config: Pick<Config, 'production' | 'appUrl' | 'authIssuer'>,
  formTargets: readonly string[] = [],
): Promise<void> {
  const secure = isSecure(config)
  const issuer = config.authIssuer === undefined ? [] : [new URL(config.authIssuer).origin]
  const common = Object.entries(dataHeaders(config))
  // Set before the route's headers and before helmet, which writes to the same place.
  app.addHook('onRequest', (_, { raw }, done) => {
    for (const [name, value] of common) raw.setHeader(name, value)
    done()
  })
  await app.register(helmet, {
    enableCSPNonces: true,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        scriptSrcAttr: ["'none'"],
        styleSrc: ["'self'"],
        // data: and blob: are QR codes and pictures that were just chosen, before their upload.
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", ...issuer],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'", ...formTargets],
        frameAncestors: ["'none'"],
        ...(secure ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    strictTransportSecurity: secure ? strictTransport : false,
    referrerPolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
  })
}

/**
 * Answers a malformed request, for which no Fastify reply exists: writes text to the connection. For
 * `clientErrorHandler`.
 */
export function answerMalformedRequest(config: Pick<Config, 'production' | 'appUrl'>) {
  const headers = Object.entries({
    ...dataHeaders(config),
    'content-type': 'application/json; charset=utf-8',
    connection: 'close',
  })
  return (error: Error & { code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return
    const status = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 }[error.code ?? ''] ?? 400
    const body = JSON.stringify({ message: STATUS_CODES[status] })
    const lines = [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      ...headers.map(([name, value]) => `${name}: ${value}`),
      `content-length: ${body.length}`,
    ]
    if (socket.writable) socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`)
    else socket.destroy()
  }
}
