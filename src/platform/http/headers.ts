import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'

/** What a page may ask a browser for: the camera, which scans the cards at the gate, and nothing else. */
const permissions = 'camera=(self), microphone=(), geolocation=(), payment=(), usb=()'

const strictTransport = { maxAge: 31_536_000, includeSubDomains: true }

/**
 * Where a form for a payment gateway may go. A browser also holds the addresses it is sent on to against the policy, and PayU
 * answers at secure.payu.in and shows its page at another host of its own.
 */
export function gatewayTargets(paymentUrl: string): string[] {
  const { origin, hostname, protocol } = new URL(paymentUrl)
  return hostname.endsWith('.payu.in') && protocol === 'https:' ? ['https://*.payu.in'] : [origin]
}

function isSecure(config: Pick<Config, 'production' | 'appUrl'>): boolean {
  return config.production && config.appUrl.startsWith('https:')
}

/**
 * The headers of answers that are data and never a page: always the same, where a page's carry random values of their own. Making
 * those took 8% of the server's time on small answers. Every answer starts with these, whatever becomes of its request; kept is only
 * what says so itself.
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
 * The security headers of every answer: of a page here, of a route with `helmet: false` those of data. Scripts come from our own files alone; styles as well, and from the style elements
 * that MUI makes while the page runs, which carry the value in `reply.cspNonce.style` of the request that brought the page.
 * @param formTargets origins a form may be sent to besides our own
 */
export async function registerHeaders(
  app: FastifyInstance,
  config: Pick<Config, 'production' | 'appUrl' | 'authIssuer'>,
  formTargets: readonly string[] = [],
): Promise<void> {
  const secure = isSecure(config)
  const issuer = config.authIssuer === undefined ? [] : [new URL(config.authIssuer).origin]
  const common = Object.entries(dataHeaders(config))
  // Below those of the route, and before helmet, which writes to the same place.
  app.addHook('onRequest', async (_, { raw }) => {
    for (const [name, value] of common) raw.setHeader(name, value)
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
        // data: and blob: are QR codes and pictures that were just chosen, before they are uploaded.
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
 * What is answered where a request is no request of HTTP, before there is anything that could answer: for `clientErrorHandler`, as
 * text on the connection.
 */
export function answerBroken(config: Pick<Config, 'production' | 'appUrl'>) {
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
