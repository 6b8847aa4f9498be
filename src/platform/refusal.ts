import { t } from '#shared/texts.ts'

/**
 * What is wrong with one field, row or value. `path` is dotted: `phone`, `rows.12.phone`, or '' for the whole input.
 */
export interface Problem {
  path: string
  message: string
}

export type RefusalCode =
  | 'BAD_INPUT'
  | 'NOT_FOUND'
  | 'FORBIDDEN'
  | 'CONFLICT'
  | 'SIGNED_OUT'
  | 'CHOOSE_PASSWORD'
  | 'DISABLED_MODULE'
  | 'RATE_LIMITED'
  | 'UNAVAILABLE'

/**
 * The one type of expected failure. It reaches the browser as a GraphQL error with `extensions: { code, problems }`,
 * and its message may be shown to the person. Every other exception is answered with one neutral sentence and an id.
 */
export class Refusal extends Error {
  readonly code: RefusalCode
  readonly problems: Problem[]
  /** Seconds after which the same request may succeed, for the header `retry-after`; null when nobody knows. */
  readonly retryAfterSeconds: number | null

  constructor(code: RefusalCode, message: string, problems: Problem[] = [], retryAfterSeconds: number | null = null) {
    super(message)
    this.name = 'Refusal'
    this.code = code
    this.problems = problems
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** The HTTP status of a refusal outside GraphQL. */
export const httpStatus: Record<RefusalCode, number> = {
  BAD_INPUT: 400,
  SIGNED_OUT: 401,
  CHOOSE_PASSWORD: 403,
  FORBIDDEN: 403,
  DISABLED_MODULE: 403,
  NOT_FOUND: 404,
  CONFLICT: 409,
  RATE_LIMITED: 429,
  UNAVAILABLE: 503,
}

/** Returns the headers of a refusal outside GraphQL. */
export function refusalHeaders({ retryAfterSeconds }: Refusal): Record<string, string> {
  return retryAfterSeconds === null ? {} : { 'retry-after': String(retryAfterSeconds) }
}

/** Creates the refusal for a missing row. A row of another school gets the same answer. */
export function notFound(): Refusal {
  return new Refusal('NOT_FOUND', t`This record does not exist any more, or it is not yours to see.`)
}

/** Creates the refusal for a caller who is not signed in, or whose password others know. */
export function notSignedIn({ mustChoosePassword }: { mustChoosePassword?: boolean }): Refusal {
  return mustChoosePassword
    ? new Refusal('CHOOSE_PASSWORD', t`Choose a password of your own first.`)
    : new Refusal('SIGNED_OUT', t`Please sign in.`)
}
