import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { t } from '#shared/texts.ts'
import type { Call } from '../command.ts'
import type { Database } from '../database/connect.ts'
import { asRefusal } from '../database/failures.ts'
import { inFlightLimits, type Sender } from '../http/bodyLimits.ts'
import { clientGoneSignal } from '../http/clientGone.ts'
import { dataHeaders } from '../http/headers.ts'
import { sharedLimit } from '../http/sharedLimit.ts'
import type { LogFields } from '../logging.ts'
import { notSignedIn, Refusal, httpStatus, refusalHeaders } from '../refusal.ts'
import type { Services } from '../services.ts'
import { turnOfCall } from '../turnOfCall.ts'
import { type Caller, callerOf } from '../viewer.ts'
import { htmlDocument, type PdfContent } from './document.ts'
import type { PdfRenderer } from './renderer.ts'

/** A kind of PDF. `make` loads stored data as the viewer may see it; nothing of the content comes from the browser. */
export interface PdfDocument {
  /** The name that the browser requests, such as `receipt`. */
  name: string
  /** @param params the other values of the request, to be validated like every input */
  make(call: Call, schoolId: number | string, params: unknown): Promise<PdfContent & { fileName: string }>
}

interface Dependencies {
  documents: readonly PdfDocument[]
  renderer: PdfRenderer
  database: Database
  services: Services
  /** Returns the caller of a bearer token; null when it does not verify. */
  verifyAccessToken: (token: string) => Promise<Caller | null>
  log: { error(fields: LogFields, message: string): void }
}

/** Returns the headers of a PDF download, with a safe file name. */
export function pdfHeaders(fileName: string): Record<string, string> {
  return {
    'content-type': 'application/pdf',
    'content-disposition': `attachment; filename="${fileName.replace(/[^\w.-]+/g, '-')}.pdf"`,
  }
}

/** PDFs of one person per minute. */
const perMinute = 60
/** Maximum bytes of a signed-in request: ids, and the values of a certificate's preview. */
const maxRequestBytes = 256 * 1024

/**
 * Serves `POST /files/generatePdf` with `{ document, schoolId, … }` and a bearer token: returns a PDF to download. The
 * server makes it from stored data: HTML in the request, or ids of other people's records, have no effect. Refusals are
 * JSON: `{ code, message, problems }`.
 */
export async function registerPdf(app: FastifyInstance, dependencies: Dependencies): Promise<void> {
  const documents = new Map(dependencies.documents.map((document) => [document.name, document]))
  const headers = { ...dataHeaders(dependencies.services.config), 'cache-control': 'private, no-store' }

  await app.register(async (scope) => {
    await scope.register(rateLimit, {
      ...sharedLimit(dependencies.database, 'pdf'),
      max: perMinute,
      timeWindow: 60_000,
      hook: 'preHandler',
      keyGenerator: async (request) => (await authenticate(request))?.subject ?? request.ip,
      errorResponseBuilder: () => new Refusal('RATE_LIMITED', t`That is a lot of PDFs. Please try again in a minute.`),
    })
    scope.setErrorHandler((error, request, reply) => refuse(request, reply, error))
    scope.post(
      '/files/generatePdf',
      { helmet: false, bodyLimit: maxRequestBytes, config: { senderOf } },
      async (request, reply) => {
        const token = await authenticate(request)
        const caller = token === null ? { viewer: null } : await callerOf(dependencies.database, token)
        const { viewer } = caller
        if (!viewer) throw notSignedIn(caller)
        const { document: name, schoolId, params } = readBody(request.body)
        const document = documents.get(name)
        request.graphql = { role: viewer.role, schoolId: viewer.schoolId, ...(document ? { operation: `pdf.${name}` } : {}) }
        if (!document) throw new Refusal('NOT_FOUND', 'There is no document of this name.')
        const call = {
          database: dependencies.database,
          services: dependencies.services,
          viewer,
          requestId: request.id,
          address: request.ip,
        }
        const { fileName, ...content } = await document.make(call, schoolId, params)
        const pdf = await dependencies.renderer.render(htmlDocument(content), {
          ...turnOfCall(call),
          signal: clientGoneSignal(reply),
        })
        return reply.headers({ ...headers, ...pdfHeaders(fileName) }).send(pdf)
      },
    )
  })

  async function senderOf(request: FastifyRequest): Promise<Sender | null> {
    const token = await authenticate(request)
    return token === null
      ? null
      : { key: token.subject, signedIn: true, bytes: maxRequestBytes, inFlight: inFlightLimits.student }
  }

  async function authenticate(request: FastifyRequest): Promise<Caller | null> {
    const bearer = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1]
    return bearer === undefined ? null : dependencies.verifyAccessToken(bearer)
  }

  function refuse(request: FastifyRequest, reply: FastifyReply, error: unknown): FastifyReply {
    const refusal = asRefusal(error)
    // The server's own handler answers the rest: a body that is too large or invalid, and unexpected errors.
    if (!(refusal instanceof Refusal)) throw error
    if (refusal.cause !== undefined)
      dependencies.log.error(
        { requestId: request.id, route: '/files/generatePdf', err: refusal.cause },
        'A PDF could not be made',
      )
    request.graphql = { ...request.graphql, code: refusal.code }
    const { code, message, problems } = refusal
    return reply
      .code(httpStatus[code])
      .headers({ ...headers, ...refusalHeaders(refusal) })
      .send({ code, message, problems })
  }
}

function readBody(body: unknown): { document: string; schoolId: string | number; params: unknown } {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new Refusal('BAD_INPUT', 'Send the request as application/json.')
  const { document, schoolId, ...params } = body as Record<string, unknown>
  return {
    document: typeof document === 'string' ? document : '',
    // A missing id must not become school 0.
    schoolId: typeof schoolId === 'string' || typeof schoolId === 'number' ? schoolId : Number.NaN,
    params,
  }
}
