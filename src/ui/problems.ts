import { CombinedGraphQLErrors, ServerError } from '@apollo/client/errors'

/** One field, row or value the server refused. `path` is dotted: `phone`, `rows.12.phone`, or '' for the whole input. */
export interface Problem {
  path: string
  message: string
}

/** An answer of the server that is no success. `expected` ones may be shown word for word; the others carry an id to ask support about. */
export interface Failure {
  expected: boolean
  code: string
  message: string
  problems: Problem[]
  id?: string
}

const expectedCodes = new Set([
  'BAD_INPUT',
  'NOT_FOUND',
  'FORBIDDEN',
  'CONFLICT',
  'SIGNED_OUT',
  'CHOOSE_PASSWORD',
  'DISABLED_MODULE',
  'RATE_LIMITED',
  'UNAVAILABLE',
])

/** Whether the session has to be looked at again: it is over, or its password is known to others. Nothing else is to be said. */
export function isSignedOut({ code }: Pick<Failure, 'code'>): boolean {
  return code === 'SIGNED_OUT' || code === 'CHOOSE_PASSWORD'
}

function isProblem(value: unknown): value is Problem {
  if (typeof value !== 'object' || value === null) return false
  const { path, message } = value as Partial<Record<keyof Problem, unknown>>
  return typeof path === 'string' && typeof message === 'string'
}

/** Reads any thrown value as a `Failure`: a refusal of the server, an unexpected error, or no connection ('Network request failed'). */
export function failureOf(error: unknown): Failure {
  if (CombinedGraphQLErrors.is(error)) {
    const first = error.errors[0]
    const { code, problems, id } = first?.extensions ?? {}
    const known = typeof code === 'string' && expectedCodes.has(code)
    return {
      expected: known,
      code: typeof code === 'string' ? code : 'UNEXPECTED',
      message: first?.message ?? error.message,
      problems: Array.isArray(problems) ? problems.filter(isProblem) : [],
      ...(typeof id === 'string' ? { id } : {}),
    }
  }
  if (ServerError.is(error)) {
    return { expected: false, code: 'SERVER', message: `The server answered ${error.statusCode}.`, problems: [] }
  }
  if (error instanceof TypeError) {
    return { expected: false, code: 'NETWORK', message: 'Network request failed', problems: [] }
  }
  return { expected: false, code: 'UNEXPECTED', message: error instanceof Error ? error.message : '', problems: [] }
}

/** Whether asking again may be answered otherwise: a refusal stands, but a database that was away comes back. */
export function mayPass(failure: Failure): boolean {
  return !failure.expected || failure.code === 'UNAVAILABLE'
}

/** The problems a refusal names, field by field; empty for every other error. */
export function problemsOf(error: unknown): Problem[] {
  return failureOf(error).problems
}

/** The generic sentence of section 8 for a failure no screen has words for. */
export function genericText(failure: Failure): string {
  if (failure.code === 'NETWORK' || failure.expected) return failure.message
  const reference = failure.id ? ` (${failure.id})` : ''
  return failure.message
    ? `Error in Apollo Action. ${failure.message}${reference}`
    : 'Error in Apollo Action. Check console for more info.'
}
