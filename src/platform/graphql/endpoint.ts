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
import { z } from 'zod'
import type { Database } from '../database/connect.ts'
import type { Call } from '../command.ts'
import { asRefusal } from '../database/failures.ts'
import { bodyLimits, inFlightLimits, RefusedBody, type Sender } from '../http/bodyLimits.ts'
import { operationHeader } from '#shared/operationHeader.ts'
import { Refusal, statusOf } from '../refusal.ts'
import type { Services } from '../services.ts'
import { type Caller, callerOf } from '../viewer.ts'
import { asksOnly, importersOf } from './importers.ts'
import { documentProblem, lengthProblem, limits, parseBounded, tokenProblem, variablesProblem } from './limits.ts'

/** What the endpoint tells the access log and the error log; never variables, names or tokens. */
export interface EndpointLog {
  error(fields: { errorId: string; requestId: string; operation: string; err: unknown }, message: string): void
}

/**
 * Answers whether a poll has nothing new for its viewer, with all the checks that the operation itself makes.
 * @throws Refusal as the operation
 */
export type UnchangedPoll = (call: Call, schoolId: string, input: unknown) => Promise<boolean>

interface Dependencies {
  schema: GraphQLSchema
  database: Database
  services: Services
  /** Resolves a bearer token to its subject, or null when it does not verify. */
  verifyAccessToken: (token: string) => Promise<Caller | null>
  log: EndpointLog
  /** By the operation's name, which a poll gives as the header `x-poll`: without news it costs no GraphQL execution. */
  polls?: Readonly<Record<string, UnchangedPoll>>
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
  const importers = importersOf(schema)

  async function callerBehind({ headers }: FastifyRequest): Promise<Pick<Call, 'viewer' | 'mustChoosePassword' | 'session'>> {
    const bearer = /^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1]
    const verified = bearer ? await verifyAccessToken(bearer) : null
    return verified ? { ...(await callerOf(database, verified)), session: verified.session ?? null } : { viewer: null }
  }

  /** The import that a request announces, so that its size can be decided before it is read. */
  function announcedImport({ headers }: FastifyRequest): string | null {
    const name = headers[operationHeader]
    return typeof name === 'string' && importers.has(name) ? name : null
  }

  async function senderOf(request: FastifyRequest): Promise<Sender | null> {
    const { viewer } = await callerBehind(request)
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
    plugins: [bounded(services.config.production), announced(announcedImport)],
    maskedErrors: {
      maskError: (error) =>
        masked(error, (errorId, err) => log.error({ errorId, requestId: '', operation: '', err }, 'unexpected')),
    },
    context: ({ req }) => callOf(req),
  })

  async function callOf(req: FastifyRequest): Promise<Call> {
    const caller = await callerBehind(req).catch(unavailable)
    const { viewer } = caller
    if (viewer) req.graphql = { ...req.graphql, role: viewer.role, schoolId: viewer.schoolId }
    return { ...caller, database, services, requestId: req.id, address: req.ip }
  }

  /** False also for what is refused: the operation then says why. */
  async function isUnchanged(req: FastifyRequest): Promise<boolean> {
    const name = req.headers['x-poll']
    const poll = typeof name === 'string' && Object.hasOwn(polls, name) ? polls[name] : undefined
    const asked = poll && pollVariables.safeParse(req.body)
    if (!poll || !asked?.success) return false
    const { schoolId, input } = asked.data.variables
    try {
      return await poll(await callOf(req), schoolId, input)
    } catch {
      return false
    }
  }

  app.route({
    url: '/graphql',
    method: ['GET', 'POST', 'OPTIONS'],
    helmet: false,
    bodyLimit: bodyLimits.import,
    config: { senderOf },
    errorHandler: (error, req, reply) => {
      const { status, code, message } = said(error, req)
      req.graphql = { ...req.graphql, code }
      if (error instanceof RefusedBody && error.retryAfterSeconds !== null)
        reply.header('retry-after', String(error.retryAfterSeconds))
      const errors = [{ message, extensions: { code, problems: [] } }]
      return reply.code(status).type('application/graphql-response+json; charset=utf-8').send({ errors })
    },
    onRequest: async (req, reply) => {
      // Only JSON: a form of another site can post the other types without the browser asking first.
      const type = req.headers['content-type']?.split(';')[0]?.trim().toLowerCase()
      if (req.method === 'POST' && type !== 'application/json')
        return reply.code(415).send({ errors: [{ message: 'Send the request as application/json.' }] })
    },
    handler: async (req, reply) => {
      if (await isUnchanged(req)) {
        req.graphql = { ...req.graphql, operation: `${String(req.headers['x-poll'])} unchanged` }
        return reply.type('application/json; charset=utf-8').header('cache-control', 'no-store').send(unchangedAnswer)
      }
      const response = await yoga.handleNodeRequestAndResponse(req, reply, { req, reply })
      for (const [name, value] of response.headers) reply.header(name, value)
      // Compression takes texts, not a Response.
      return reply.code(response.status).send(await response.text())
    },
  })
}

/**
 * What the page is told where the body was refused before it was read.
 * @throws the error itself where it is of another kind
 */
function said(error: unknown, req: FastifyRequest): { status: number; code: string; message: string } {
  if (error instanceof RefusedBody) {
    const { statusCode: status, message } = error
    // A token that has run out is no reason to give up what it came with: the page signs in again and sends it once more.
    if (status === 413 && !error.signedIn && req.headers.authorization !== undefined)
      return { status: 401, code: 'SIGNED_OUT', message: 'Please sign in.' }
    if (status !== 413) return { status, code: error.code, message }
    // A page of an earlier version does not announce its imports.
    return { status, code: 'BAD_INPUT', message: `${message} If it is an import, reload the page and try again.` }
  }
  const refusal = asRefusal(error)
  if (!(refusal instanceof Refusal)) throw error
  return { status: statusOf[refusal.code], code: refusal.code, message: refusal.message }
}

/** Refuses what asks for something else than the import by which it was let in. */
function announced(importOf: (req: FastifyRequest) => string | null): Plugin<Call & ServerContext, ServerContext> {
  return {
    onExecute: ({ args, setResultAndStopExecution }) => {
      const name = importOf(args.contextValue.req)
      if (name === null || asksOnly(getOperationAST(args.document, args.operationName), name)) return
      const words = `This request was announced as ${name} and asks for something else.`
      const extensions = { code: 'BAD_DOCUMENT', http: { status: 400 } }
      setResultAndStopExecution({ errors: [new GraphQLError(words, { extensions })] })
    },
  }
}

const pollVariables = z.object({ variables: z.object({ schoolId: z.string(), input: z.unknown() }) })
const unchangedAnswer = JSON.stringify({ data: null, extensions: { unchanged: true } })

function unavailable(error: unknown): never {
  const refusal = asRefusal(error)
  throw refusal instanceof Refusal
    ? new GraphQLError(refusal.message, { extensions: { code: refusal.code, problems: [] } })
    : error
}

function bounded(production: boolean): Plugin<Call, ServerContext> {
  // Parsed documents are kept, so each is weighed once.
  const passed = new WeakSet<DocumentNode>()
  return {
    onParams: ({ params }) => {
      const problem = variablesProblem(params.variables)
      if (problem) throw problem
    },
    // The reference's own: it refuses 5,000 rows of a wrong shape in 15 ms where the one that comes with Yoga takes 50.
    onExecute: ({ setExecuteFn }) => setExecuteFn(execute),
    onParse: ({ params, setParseFn }) => {
      const problem = lengthProblem(params.source.toString())
      if (problem) throw problem
      // Whoever calls the parser keeps its own options: another set of them given here would be forgotten.
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
      setValidationFn(((...[given, document, rules]: Parameters<typeof validate>) =>
        validate(given, document, rules, options)) as typeof validate)
    },
    onResultProcess: ({ result }) => {
      if (!production || !('errors' in result)) return
      // The names it suggests are the schema, which introspection does not give either.
      for (const error of result.errors ?? []) error.message = error.message.replace(/ Did you mean .*\?/s, '')
    },
  }
}

function masked(error: unknown, report: (errorId: string, error: unknown) => void): Error {
  const original = error instanceof GraphQLError ? (error.originalError ?? error) : error
  const place = error instanceof GraphQLError ? { nodes: error.nodes, path: error.path } : {}
  if (original instanceof Refusal)
    return new GraphQLError(original.message, { ...place, extensions: { code: original.code, problems: original.problems } })
  if (original instanceof GraphQLError) return original
  const id = randomUUID().slice(0, 8)
  report(id, original)
  return new GraphQLError(
    `Something went wrong on our side. Please try again; if it happens again, tell support the number ${id}.`,
    {
      ...place,
      extensions: { code: 'UNEXPECTED', id },
    },
  )
}
