import { pino } from 'pino'
import type { Config } from './config.ts'
import { violatedConstraint } from './database/violatedConstraint.ts'

/**
 * All fields a log line may contain. Other fields are dropped, so that no name, phone, token or operation variable gets
 * into a log by accident. An error is reduced to its kind, its code and its stack.
 */
export interface LogFields {
  requestId?: string
  errorId?: string
  /** The route's pattern (`/onlinefees/:hash`), never the address. */
  route?: string
  status?: number
  /** The name of the GraphQL operation or of the job. */
  operation?: string
  role?: string
  schoolId?: number
  durationMs?: number
  code?: string
  /** The name of a data check. */
  check?: string
  /** Number of rows that a check found, or of times that a loop has met the same since its line before. */
  count?: number
  err?: unknown
}

export type LogLevel = 'debug' | 'info' | 'warn' | 'error'

/** Writes one JSON line. The message is a fixed text without values. */
export type Log = Record<LogLevel, (fields: LogFields, message: string) => void>

const allowed = new Set<keyof LogFields>([
  'requestId',
  'errorId',
  'route',
  'status',
  'operation',
  'role',
  'schoolId',
  'durationMs',
  'code',
  'check',
  'count',
  'err',
])

/** Receives every line, including those below `LOG_LEVEL`. */
export type ObserveLine = (level: LogLevel, fields: LogFields, message: string) => void

/**
 * Creates a log that writes JSON lines, by default to standard error.
 *
 * @param observe counts the lines for the metrics
 */
export function createLog(
  level: Config['logLevel'],
  destination: { write(line: string): void } = pino.destination(2),
  observe?: ObserveLine,
): Log {
  const logger = pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: {
        level: (label) => ({ level: label }),
        log: (fields) => Object.fromEntries(Object.entries(fields).filter(([name]) => allowed.has(name as keyof LogFields))),
      },
      serializers: { err: describeError },
    },
    destination,
  )
  const at = (name: LogLevel) => (fields: LogFields, message: string) => {
    observe?.(name, fields, message)
    logger[name](fields, message)
  }
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') }
}

/**
 * Returns what may be logged of an error. A database message quotes values, so only its code and constraint are kept.
 */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return isCopyOfError(error) ? describeError(asError(error)) : { type: typeof error }
  const { code, table, routine } = error as { code?: unknown; table?: unknown; routine?: unknown }
  const constraint = violatedConstraint(error)
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
  return {
    type: error.name,
    ...(routine === undefined ? { message: withoutValues(error.message) } : {}),
    ...Object.fromEntries(Object.entries({ code, constraint, table }).filter(([, value]) => typeof value === 'string')),
    stack: frames.slice(0, 12).map((line) => line.trim()),
    ...(error.cause instanceof Error ? { cause: describeError(error.cause) } : {}),
  }
}

/** The queue of jobs reports errors as plain objects with the same properties. */
function isCopyOfError(error: unknown): error is { message: string } {
  return typeof error === 'object' && error !== null && 'message' in error && typeof error.message === 'string'
}

function asError(copy: { message: string }): Error {
  return Object.assign(new Error(copy.message), copy)
}

const minute = 60_000

/**
 * Returns a function that logs what a loop meets again and again: the first time at once, and then once a minute, with
 * the number of times since the line before as `count`.
 */
export function oncePerMinute(log: Pick<Log, 'error'>, message: string): (err: unknown) => void {
  let [last, count] = [-Infinity, 0]
  return (err) => {
    count += 1
    if (performance.now() - last < minute) return
    log.error({ err, ...(count > 1 ? { count } : {}) }, message)
    ;[last, count] = [performance.now(), 0]
  }
}

/** Removes quoted texts, e-mails and long numbers, which a message may repeat from its input. */
function withoutValues(message: string): string {
  return message
    .replace(/"[^"]*"|'[^']*'|`[^`]*`/g, '…')
    .replace(/[^\s@]+@[^\s@]+/g, '…')
    .replace(/\d{5,}/g, '…')
    .slice(0, 300)
}
