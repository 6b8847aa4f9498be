import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  type DocumentNode,
  execute,
  getOperationAST,
  GraphQLError,
  type GraphQLSchema,
  NoSchemaIntrospectionCustomRule,
  validate,
} from 'graphql'
import { createYoga, type Plugin } from 'graphql-yoga'
import type { Database } from '../database/connect.ts'
import type { Call } from '../command.ts'
import { asRefusal } from '../database/failures.ts'
import { guardianTokenOf } from '../guardians/sessions.ts'
import { bodyLimits, inFlightLimits, RefusedBody, type Sender } from '../http/bodyLimits.ts'
import { languageOf } from '../http/languageOf.ts'
import { speakIn } from '../languages/speech.ts'
import { operationHeader } from '#shared/operationHeader.ts'
import { t } from '#shared/texts.ts'
import { Refusal, httpStatus } from '../refusal.ts'
import type { Services } from '../services.ts'
import { type Caller, callerOf } from '../viewer.ts'
import { runsOnly, importRolesByMutation } from './importRoles.ts'
import { documentProblem, lengthProblem, limits, parseBounded, tokenProblem, variablesProblem } from './documentLimits.ts'
import { type Polls, pollAnswers } from './polls.ts'

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
  /** Operations that are answered ahead of GraphQL. */
  polls?: Polls
}

interface ServerContext {
  req: FastifyRequest
  reply: FastifyReply
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
  { schema, database, services, verifyAccessToken, log, polls = {} }: Dependencies,
): void {
  const importers = importRolesByMutation(schema)
  const answerPoll = pollAnswers(schema, polls)

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

  const yoga = createYoga<ServerContext, Call>({
    schema,
    graphqlEndpoint: '/graphql',
    graphiql: false,
    landingPage: false,
    batching: false,
    logging: false,
    cors: false,
    parserAndValidationCache: true,
    plugins: [boundDocuments(services.config.production), requireAnnouncedImport(announcedImport)],
    maskedErrors: {
      maskError: (error) =>
        maskError(error, (errorId, err) => log.error({ errorId, requestId: '', operation: '', err }, 'unexpected')),
    },
    context: ({ req }) => createCall(req),
  })

  async function createCall(req: FastifyRequest): Promise<Call> {
    const caller = await authenticate(req).catch(unavailable)
    const { viewer } = caller
    if (viewer) req.graphql = { ...req.graphql, role: viewer.role, schoolId: viewer.schoolId }
    const guardianToken = guardianTokenOf(req.headers.cookie)
    return { ...caller, guardianToken, database, services, requestId: req.id, address: req.ip }
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
      if (error instanceof RefusedBody && error.retryAfterSeconds !== null)
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
      const polled = await answerPoll(req.headers['x-poll'], req.body, () => createCall(req))
      if (polled) {
        req.graphql = { ...req.graphql, operation: polled.operation }
        return reply.type('application/json; charset=utf-8').header('cache-control', 'no-store').send(polled.body)
      }
      const response = await yoga.handleNodeRequestAndResponse(req, reply, { req, reply })
      for (const [name, value] of response.headers) reply.header(name, value)
      // Compression handles texts, not a Response.
      return reply.code(response.status).send(await response.text())
    },
  })
}

/**
 * Returns the answer for a body that was refused before it was read.
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

/** Refuses an operation other than the import by which the request was admitted. */
function requireAnnouncedImport(importOf: (req: FastifyRequest) => string | null): Plugin<Call & ServerContext, ServerContext> {
  return {
    onExecute: ({ args, setResultAndStopExecution }) => {
      const name = importOf(args.contextValue.req)
      if (name === null || runsOnly(getOperationAST(args.document, args.operationName), name)) return
      const message = `This request was announced as ${name} and asks for something else.`
      const extensions = { code: 'BAD_DOCUMENT', http: { status: 400 } }
      setResultAndStopExecution({ errors: [new GraphQLError(message, { extensions })] })
    },
  }
}

function unavailable(error: unknown): never {
  const refusal = asRefusal(error)
  throw refusal instanceof Refusal
    ? new GraphQLError(refusal.message, { extensions: { code: refusal.code, problems: [] } })
    : error
}

function boundDocuments(production: boolean): Plugin<Call, ServerContext> {
  // Parsed documents are cached, so each is checked once.
  const passed = new WeakSet<DocumentNode>()
  return {
    onParams: ({ params }) => {
      const problem = variablesProblem(params.variables)
      if (problem) throw problem
    },
    // GraphQL.js's own executor refuses 5,000 rows of a wrong shape in 15 ms; Yoga's takes 50.
    onExecute: ({ setExecuteFn }) => setExecuteFn(execute),
    onParse: ({ params, setParseFn }) => {
      const problem = lengthProblem(params.source.toString())
      if (problem) throw problem
      // Callers of the parser keep its options: options set here would be lost.
      setParseFn(parseBounded)
      return ({ result }) => {
        const tooLong = tokenProblem(result)
        if (tooLong) throw tooLong
        if (!result || !('kind' in result) || passed.has(result)) return
        const tooMuch = documentProblem(result)
        if (tooMuch) throw tooMuch
        passed.add(result)
      }
    },
    onValidate: ({ addValidationRule, setValidationFn }) => {
      if (production) addValidationRule(NoSchemaIntrospectionCustomRule)
      const options = { maxErrors: limits.problems, hideSuggestions: production }
      setValidationFn(((...[validatedSchema, document, rules]: Parameters<typeof validate>) =>
        validate(validatedSchema, document, rules, options)) as typeof validate)
    },
    onResultProcess: ({ result }) => {
      if (!production || !('errors' in result)) return
      // Suggestions reveal names of the schema, which introspection hides too.
      for (const error of result.errors ?? []) error.message = error.message.replace(/ Did you mean .*\?/s, '')
    },
  }
}

function maskError(error: unknown, report: (errorId: string, error: unknown) => void): Error {
  const original = error instanceof GraphQLError ? (error.originalError ?? error) : error
  const place = error instanceof GraphQLError ? { nodes: error.nodes, path: error.path } : {}
  if (original instanceof Refusal)
    return new GraphQLError(original.message, { ...place, extensions: { code: original.code, problems: original.problems } })
  if (original instanceof GraphQLError) return original
  const id = randomUUID().slice(0, 8)
  report(id, original)
  return new GraphQLError(
    t`Something went wrong on our side. Please try again; if it happens again, tell support the number ${id}.`,
    { ...place, extensions: { code: 'UNEXPECTED', id } },
  )
}
