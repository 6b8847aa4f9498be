import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type ExecutionResult, getOperationAST, getVariableValues, GraphQLError, type GraphQLSchema } from 'graphql'
import { createHandler, type Response as GraphqlResponse } from 'graphql-http'
import type { Database } from '../database/connect.ts'
import type { Call } from '../command.ts'
import { asRefusal } from '../database/failures.ts'
import { guardianTokenOf, signedInGuardian } from '../guardians/sessions.ts'
import { bodyLimits, inFlightLimits, RefusedBody, type Sender } from '../http/bodyLimits.ts'
import { languageOf } from '../http/languageOf.ts'
import { speakIn } from '../languages/speech.ts'
import { operationHeader } from '#shared/operationHeader.ts'
import { t } from '#shared/texts.ts'
import { Refusal, httpStatus } from '../refusal.ts'
import type { Services } from '../services.ts'
import { type Caller, callerOf } from '../viewer.ts'
import { runsOnly, importRolesByMutation } from './importRoles.ts'
import { badDocument, lengthProblem, limits, variablesProblem } from './documentLimits.ts'
import { preparedDocuments } from './preparedDocuments.ts'
import { requestWork, workOfUnits } from './work.ts'
import type { RequestWork, WorkBudget, WorkSender } from './workBudget.ts'

/** The log of the endpoint; never variables, names or tokens. */
export interface EndpointLog {
  error(fields: { errorId: string; requestId: string; operation: string; err: unknown }, message: string): void
}

interface Dependencies {
  schema: GraphQLSchema
  database: Database
  services: Services
  /** Returns the caller of a bearer token; null when it does not verify. */
  verifyAccessToken: (token: string) => Promise<Caller | null>
  log: EndpointLog
  /** The SHA-256 of the documents of the product's own screens, in base64url. */
  ownDocuments?: ReadonlySet<string>
  /** Bounds the work of a person and of a network. */
  budget: WorkBudget
}

declare module 'fastify' {
  interface FastifyRequest {
    /** For the access log: the operation's name, the viewer's role and school, and the code of the first refusal. */
    graphql?: { operation?: string; role?: string; schoolId?: number; code?: string }
  }
}

/** Serves POST /graphql (and GET for queries) as GraphQL over HTTP. */
export function registerGraphql(
  app: FastifyInstance,
  { schema, database, services, verifyAccessToken, log, ownDocuments = new Set(), budget }: Dependencies,
): void {
  const importers = importRolesByMutation(schema)

  async function authenticate({ headers }: FastifyRequest): Promise<Pick<Call, 'viewer' | 'mustChoosePassword' | 'session'>> {
    const bearer = /^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1]
    const verified = bearer ? await verifyAccessToken(bearer) : null
    return verified ? { ...(await callerOf(database, verified)), session: verified.session ?? null } : { viewer: null }
  }

  /** Returns the import that a request announces, so that its size limit is known before it is read. */
  function announcedImport({ headers }: FastifyRequest): string | null {
    const name = headers[operationHeader]
    return typeof name === 'string' && importers.has(name) ? name : null
  }

  async function senderOf(request: FastifyRequest): Promise<Sender | null> {
    const { viewer } = await authenticate(request)
    if (!viewer) return null
    const kind = viewer.role === 'STUDENT' ? 'student' : 'staff'
    const mayImport = importers.get(announcedImport(request) ?? '')?.includes(viewer.role) ?? false
    const bytes = bodyLimits[mayImport ? 'import' : kind]
    return { key: viewer.subject, signedIn: true, bytes, inFlight: inFlightLimits[kind] }
  }

  const documents = preparedDocuments(schema, { production: services.config.production, own: ownDocuments })
  const variableOptions = { maxErrors: limits.problems, hideSuggestions: services.config.production }

  const handle = createHandler<FastifyRequest, { call: Call; work: RequestWork }, never>({
    onSubscribe: async ({ raw: req, context: { call, work } }, { query, variables: sent, operationName }) => {
      const variables = sent ?? {}
      const nested = variablesProblem(variables)
      if (nested) return refusedRequest(400, nested)
      const tooLong = lengthProblem(query)
      if (tooLong) return refusedRequest(400, tooLong)
      if (!documents.isFree(query)) await work.take(preparingWork(query), false)
      const prepared = documents.prepare(query)
      if (!('document' in prepared))
        return prepared[0]?.extensions.code === 'BAD_DOCUMENT' ? refusedRequest(400, prepared[0]) : prepared
      const { document, isOwn } = prepared
      const operation = getOperationAST(document, operationName)
      if (req.method === 'GET' && operation?.operation === 'mutation')
        return refusedRequest(405, new GraphQLError('Send a mutation by POST.', { extensions: { code: 'BAD_REQUEST' } }))
      const announced = announcedImport(req)
      if (announced !== null && !runsOnly(operation, announced))
        return refusedRequest(400, badDocument(`This request was announced as ${announced} and asks for something else.`))
      const { errors } = getVariableValues(schema, operation?.variableDefinitions ?? [], variables, variableOptions)
      if (errors) return errors
      req.graphql = { ...req.graphql, operation: operation?.name?.value ?? '' }
      await work.take(prepared.work, isOwn)
      return { schema, document, operationName, variableValues: variables, contextValue: call as never }
    },
    execute: documents.run,
    onOperation: ({ raw: req }, _, result) => {
      if (!result.errors) return answered(req, result)
      const errors = result.errors.map((error) =>
        maskError(error, (errorId, err) => {
          log.error({ errorId, requestId: req.id, operation: req.graphql?.operation ?? '', err }, 'unexpected')
        }),
      )
      const code = errors[0]?.extensions.code
      if (typeof code === 'string') req.graphql = { ...req.graphql, code }
      return { ...result, errors }
    },
    // Other errors are of a request that is none of GraphQL.
    formatError: (error) =>
      error instanceof GraphQLError ? error : new GraphQLError(error.message, { extensions: { code: 'BAD_REQUEST' } }),
  })

  async function createCall(req: FastifyRequest): Promise<Call> {
    const caller = await authenticate(req)
    const { viewer } = caller
    if (viewer) req.graphql = { ...req.graphql, role: viewer.role, schoolId: viewer.schoolId }
    const guardianToken = guardianTokenOf(req.headers.cookie)
    return { ...caller, guardianToken, database, services, requestId: req.id, address: req.ip }
  }

  async function answer(req: FastifyRequest, reply: FastifyReply, call: Call, work: RequestWork): Promise<FastifyReply> {
    const { url, method, headers, body } = req
    const [text, { status, headers: answerHeaders = {} }] = await handle({
      url,
      method,
      headers,
      body: body as Record<string, unknown> | null,
      raw: req,
      context: { call, work },
    })
    return reply
      .code(status)
      .headers(answerHeaders)
      .send(text ?? '')
  }

  app.route({
    url: '/graphql',
    method: ['GET', 'POST', 'OPTIONS'],
    helmet: false,
    bodyLimit: bodyLimits.import,
    config: { senderOf },
    errorHandler: (error, req, reply) => {
      // A body that was refused while it arrived comes here outside of what the request runs.
      const { status, code, message } = speakIn(languageOf(req), () => refusalOf(error, req))
      req.graphql = { ...req.graphql, code }
      if ((error instanceof RefusedBody || error instanceof Refusal) && error.retryAfterSeconds !== null)
        reply.header('retry-after', String(error.retryAfterSeconds))
      const errors = [{ message, extensions: { code, problems: [] } }]
      return reply.code(status).type('application/graphql-response+json; charset=utf-8').send({ errors })
    },
    onRequest: async (req, reply) => {
      // Only JSON: another site's form can post the other types without a preflight request of the browser.
      const type = req.headers['content-type']?.split(';')[0]?.trim().toLowerCase()
      if (req.method === 'POST' && type !== 'application/json')
        return reply.code(415).send({ errors: [{ message: 'Send the request as application/json.' }] })
    },
    handler: async (req, reply) => {
      const call = await createCall(req)
      const work = await budget.begin(await workSenderOf(call))
      try {
        await work.take(requestWork(Number(req.headers['content-length'] ?? 0)), true)
        return await answer(req, reply, call, work)
      } finally {
        work.end()
      }
    },
  })
}

/** Returns who is charged for a request. The session of a guardian's device is read once a request. */
async function workSenderOf(call: Call): Promise<WorkSender> {
  const { viewer, address } = call
  if (viewer) return { person: { kind: viewer.role === 'STUDENT' ? 'student' : 'staff', key: viewer.subject }, address }
  const guardian = await signedInGuardian(call)
  return { person: guardian && { kind: 'guardian', key: `guardian ${guardian.id}` }, address }
}

/** Units of parsing and checking a document that nobody has sent before: up to 13 ms for one of 7,400 characters. */
function preparingWork({ length }: string) {
  return workOfUnits(Math.ceil(length / 600))
}

/**
 * Returns the answer for a request that was refused before its document was run.
 *
 * @throws the error itself if it is of another kind
 */
function refusalOf(error: unknown, req: FastifyRequest): { status: number; code: string; message: string } {
  if (error instanceof RefusedBody) {
    const { statusCode: status, message } = error
    // An expired token must not lose the request: the page signs in again and repeats it.
    if (status === 413 && !error.signedIn && req.headers.authorization !== undefined)
      return { status: 401, code: 'SIGNED_OUT', message: t`Please sign in.` }
    if (status !== 413) return { status, code: error.code, message }
    // A page of an earlier version does not announce its imports.
    return { status, code: 'BAD_INPUT', message: `${message} ${t`If it is an import, reload the page and try again.`}` }
  }
  const refusal = asRefusal(error)
  if (!(refusal instanceof Refusal)) throw error
  return { status: httpStatus[refusal.code], code: refusal.code, message: refusal.message }
}

/** Returns an answer without errors. That of graphql-http passes every value through a function. */
function answered({ headers }: FastifyRequest, result: ExecutionResult): GraphqlResponse {
  const type = headers.accept?.includes(responseType) ? responseType : 'application/json'
  return [JSON.stringify(result), { status: 200, statusText: 'OK', headers: { 'content-type': `${type}; charset=utf-8` } }]
}

/** Refuses a request with its status, also for a caller who accepts only JSON. */
function refusedRequest(status: 400 | 405, { message, extensions }: GraphQLError): GraphqlResponse {
  const headers = { 'content-type': 'application/json; charset=utf-8', ...(status === 405 ? { allow: 'POST' } : {}) }
  return [JSON.stringify({ errors: [{ message, extensions }] }), { status, statusText: '', headers }]
}

const responseType = 'application/graphql-response+json'

/** Returns the error that the caller may see. Reports one that nobody expected, which gets an id instead. */
function maskError(error: GraphQLError, report: (errorId: string, error: unknown) => void): GraphQLError {
  const { originalError: original, path } = error
  if (original instanceof Refusal)
    return new GraphQLError(original.message, { path, extensions: { code: original.code, problems: original.problems } })
  if (!original || original instanceof GraphQLError) return original ?? error
  const id = randomUUID().slice(0, 8)
  report(id, original)
  return new GraphQLError(
    t`Something went wrong on our side. Please try again; if it happens again, tell support the number ${id}.`,
    { path, extensions: { code: 'UNEXPECTED', id } },
  )
}
