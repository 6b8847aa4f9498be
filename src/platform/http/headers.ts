import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'

/**
 * The security headers of every answer. Scripts come from our own files alone; styles as well, and from the style elements
 * that MUI makes while the page runs, which carry the value in `reply.cspNonce.style` of the request that brought the page.
 */
export async function registerHeaders(
  app: FastifyInstance,
  config: Pick<Config, 'production' | 'appUrl' | 'authIssuer'>,
): Promise<void> {
  const secure = config.production && config.appUrl.startsWith('https:')
  const issuer = config.authIssuer === undefined ? [] : [new URL(config.authIssuer).origin]
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
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        ...(secure ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    strictTransportSecurity: secure ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    referrerPolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
  })
}
