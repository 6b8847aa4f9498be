import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Call } from '../command.ts'
import type { Database } from '../database/connect.ts'
import { asRefusal } from '../database/failures.ts'
import { inFlightLimits, type Sender } from '../http/bodyLimits.ts'
import { dataHeaders } from '../http/headers.ts'
import { sharedLimit } from '../http/sharedLimit.ts'
import type { LogFields } from '../logging.ts'
import { notSignedIn, Refusal, statusOf } from '../refusal.ts'
import type { Services } from '../services.ts'
import { type Caller, callerOf } from '../viewer.ts'
import { htmlDocument, type PdfContent } from './document.ts'
import type { PdfRenderer } from './renderer.ts'

/** Something the product makes a PDF of. `make` loads what is stored, as the viewer may see it; nothing of it comes from the browser. */
export interface PdfDocument {
  /** What the browser asks for, such as `receipt`. */
  name: string
  /** @param params what the browser sent besides, to be parsed like every input */
  make(call: Call, schoolId: number | string, params: unknown): Promise<PdfContent & { fileName: string }>
}

interface Dependencies {
  documents: readonly PdfDocument[]
  renderer: PdfRenderer
  database: Database
  services: Services
  /** Resolves a bearer token to its subject, or null when it does not verify. */
  verifyAccessToken: (token: string) => Promise<Caller | null>
  log: { error(fields: LogFields, message: string): void }
}

/** The headers of a PDF that is saved under a name, made fit for a file. */
export function pdfHeaders(fileName: string): Record<string, string> {
  return {
    'content-type': 'application/pdf',
    'content-disposition': `attachment; filename="${fileName.replace(/[^\w.-]+/g, '-')}.pdf"`,
  }
}

/** PDFs of one person in a minute. */
const perMinute = 60
/** Bytes of a request of somebody who is signed in: ids, and the values of a certificate that is looked at before it is issued. */
const largestRequest = 256 * 1024

/**
 * `POST /files/generatePdf` with `{ document, schoolId, … }` and the signed-in user's bearer token answers a PDF to be saved.
 * The server makes it of what is stored: HTML in the request, or ids of other people's records, are of no use. Refusals are
 * JSON: `{ code, message, problems }`.
 */
export async function registerPdf(app: FastifyInstance, given: Dependencies): Promise<void> {
  const documents = new Map(given.documents.map((document) => [document.name, document]))
  const headers = { ...dataHeaders(given.services.config), 'cache-control': 'private, no-store' }

  await app.register(async (scope) => {
    await scope.register(rateLimit, {
      ...sharedLimit(given.database, 'pdf'),
      max: perMinute,
      timeWindow: 60_000,
      hook: 'preHandler',
      keyGenerator: async (request) => (await verified(request))?.subject ?? request.ip,
      errorResponseBuilder: () => new Refusal('RATE_LIMITED', 'That is a lot of PDFs. Please try again in a minute.'),
    })
    scope.setErrorHandler((error, request, reply) => refuse(request, reply, error))
    scope.post(
      '/files/generatePdf',
      { helmet: false, bodyLimit: largestRequest, config: { senderOf } },
      async (request, reply) => {
        const token = await verified(request)
        const caller = token === null ? { viewer: null } : await callerOf(given.database, token)
        const { viewer } = caller
        if (!viewer) throw notSignedIn(caller)
        const { document: name, schoolId, params } = readBody(request.body)
        const document = documents.get(name)
        request.graphql = { role: viewer.role, schoolId: viewer.schoolId, ...(document ? { operation: `pdf.${name}` } : {}) }
        if (!document) throw new Refusal('NOT_FOUND', 'There is no document of this name.')
        const call = { database: given.database, services: given.services, viewer, requestId: request.id, address: request.ip }
        const { fileName, ...content } = await document.make(call, schoolId, params)
        const pdf = await given.renderer.render(htmlDocument(content))
        return reply.headers({ ...headers, ...pdfHeaders(fileName) }).send(pdf)
      },
    )
  })

  async function senderOf(request: FastifyRequest): Promise<Sender | null> {
    const token = await verified(request)
    return token === null ? null : { key: token.subject, signedIn: true, bytes: largestRequest, inFlight: inFlightLimits.student }
  }

  async function verified(request: FastifyRequest): Promise<Caller | null> {
    const bearer = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1]
    return bearer === undefined ? null : given.verifyAccessToken(bearer)
  }

  function refuse(request: FastifyRequest, reply: FastifyReply, error: unknown): FastifyReply {
    const refusal = asRefusal(error)
    // The server's own handler says the rest: a body that is too large or no JSON, and what nobody expected.
    if (!(refusal instanceof Refusal)) throw error
    if (refusal.cause !== undefined)
      given.log.error({ requestId: request.id, route: '/files/generatePdf', err: refusal.cause }, 'A PDF could not be made')
    request.graphql = { ...request.graphql, code: refusal.code }
    const { code, message, problems } = refusal
    return reply.code(statusOf[code]).headers(headers).send({ code, message, problems })
  }
}

function readBody(body: unknown): { document: string; schoolId: string | number; params: unknown } {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new Refusal('BAD_INPUT', 'Send the request as application/json.')
  const { document, schoolId, ...params } = body as Record<string, unknown>
  return {
    document: typeof document === 'string' ? document : '',
    // What is missing must not be taken for school 0.
    schoolId: typeof schoolId === 'string' || typeof schoolId === 'number' ? schoolId : Number.NaN,
    params,
  }
}
