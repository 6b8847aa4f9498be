import { t } from '@lingui/core/macro'
import { GraphqlError, ServerError } from './data/requestGraphql.ts'

/**
 * A field, row or value that the server refused. `path` is dotted: `phone`, `rows.12.phone`, or '' for the whole input.
 */
export interface Problem {
  path: string
  message: string
}

/** A failed request. The message of an `expected` failure can be shown as it is; the others have an id for support. */
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

/**
 * Returns whether the session must be checked: it has ended, or others know its password. No other error is shown then.
 */
export function endsSession({ code }: Pick<Failure, 'code'>): boolean {
  return code === 'SIGNED_OUT' || code === 'CHOOSE_PASSWORD'
}

function isProblem(value: unknown): value is Problem {
  if (typeof value !== 'object' || value === null) return false
  const { path, message } = value as Partial<Record<keyof Problem, unknown>>
  return typeof path === 'string' && typeof message === 'string'
}

/**
 * Converts any thrown value to a `Failure`: a refusal of the server, an unexpected error, or no connection (the code
 * `NETWORK`).
 */
export function failureOf(error: unknown): Failure {
  if (error instanceof GraphqlError) {
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
  if (error instanceof ServerError) return { expected: false, code: 'SERVER', message: error.message, problems: [] }
  if (error instanceof TypeError) {
    return { expected: false, code: 'NETWORK', message: t`Network request failed`, problems: [] }
  }
  return { expected: false, code: 'UNEXPECTED', message: error instanceof Error ? error.message : '', problems: [] }
}

/** Returns whether a retry may succeed. A refusal is final, but an unavailable database comes back. */
export function isRetryable(failure: Failure): boolean {
  return !failure.expected || failure.code === 'UNAVAILABLE'
}

/** Returns a refusal's problems by field; empty for every other error. */
export function problemsOf(error: unknown): Problem[] {
  return failureOf(error).problems
}

/** Returns the generic message of section 8, for failures without a message of the screen. */
export function genericMessage(failure: Failure): string {
  if (failure.code === 'NETWORK' || failure.expected) return failure.message
  const reference = failure.id ? ` (${failure.id})` : ''
  return failure.message
    ? t`Error in Apollo Action. ${failure.message}${reference}`
    : t`Error in Apollo Action. Check console for more info.`
}
