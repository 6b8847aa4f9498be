import { randomUUID } from 'node:crypto'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type DocumentNode, GraphQLError, type GraphQLSchema, NoSchemaIntrospectionCustomRule, validate } from 'graphql'
import { createYoga, type Plugin } from 'graphql-yoga'
import type { Database } from '../database/connect.ts'
import type { Call } from '../command.ts'
import { asRefusal } from '../database/failures.ts'
import { bodyLimits, isTooLarge } from '../http/bodyLimits.ts'
import { Refusal } from '../refusal.ts'
import type { Services } from '../services.ts'
import { viewerOf } from '../viewer.ts'
import { documentProblem, lengthProblem, limits, parseBounded, tokenProblem, variablesProblem } from './limits.ts'

/** What the endpoint tells the access log and the error log; never variables, names or tokens. */
export interface EndpointLog {
  error(fields: { errorId: string; requestId: string; operation: string; err: unknown }, message: string): void
}

interface Dependencies {
  schema: GraphQLSchema
  database: Database
  services: Services
  /** Resolves a bearer token to its subject, or null when it does not verify. */
  verifyAccessToken: (token: string) => Promise<{ subject: string } | null>
  log: EndpointLog
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
  { schema, database, services, verifyAccessToken, log }: Dependencies,
): void {
  const yoga = createYoga<ServerContext, Call>({
    schema,
    graphqlEndpoint: '/graphql',
    graphiql: false,
    landingPage: false,
    batching: false,
    logging: false,
    cors: false,
    parserAndValidationCache: true,
    plugins: [bounded(services.config.production)],
    maskedErrors: {
      maskError: (error) =>
        masked(error, (errorId, err) => log.error({ errorId, requestId: '', operation: '', err }, 'unexpected')),
    },
    context: async ({ req }) => {
      const bearer = /^Bearer (\S+)$/.exec(req.headers.authorization ?? '')?.[1]
      const verified = bearer ? await verifyAccessToken(bearer).catch(unavailable) : null
      const viewer = verified ? await viewerOf(database, verified.subject).catch(unavailable) : null
      if (viewer) req.graphql = { ...req.graphql, role: viewer.role, schoolId: viewer.schoolId }
      return { database, services, viewer, requestId: req.id, address: req.ip }
    },
  })

  app.route({
    url: '/graphql',
    method: ['GET', 'POST', 'OPTIONS'],
    helmet: false,
    config: { anonymousBytes: bodyLimits.anonymousQuestion },
    errorHandler: (error: FastifyError, req, reply) => {
      // A token that has run out is no reason to give up what it came with: the page signs in again and sends it once more.
      if (!isTooLarge(error) || req.headers.authorization === undefined) throw error
      req.graphql = { ...req.graphql, code: 'SIGNED_OUT' }
      const errors = [{ message: 'Please sign in.', extensions: { code: 'SIGNED_OUT', problems: [] } }]
      return reply.code(401).type('application/graphql-response+json; charset=utf-8').send({ errors })
    },
    onRequest: async (req, reply) => {
      // Only JSON: a form of another site can post the other types without the browser asking first.
      const type = req.headers['content-type']?.split(';')[0]?.trim().toLowerCase()
      if (req.method === 'POST' && type !== 'application/json')
        return reply.code(415).send({ errors: [{ message: 'Send the request as application/json.' }] })
    },
    handler: async (req, reply) => {
      const response = await yoga.handleNodeRequestAndResponse(req, reply, { req, reply })
      for (const [name, value] of response.headers) reply.header(name, value)
      // Compression takes texts, not a Response.
      return reply.code(response.status).send(await response.text())
    },
  })
}

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
