import { pino } from 'pino'
import type { Config } from './config.ts'
import { violatedConstraint } from './database/violatedConstraint.ts'

/**
 * Everything a log line may hold. A field that is not named here is dropped, so that no name, phone, token or variable of
 * an operation gets into a log by accident; an error is reduced to its kind, its code and where it happened.
 */
export interface LogFields {
  requestId?: string
  errorId?: string
  /** The pattern of the address (`/onlinefees/:hash`), never the address. */
  route?: string
  status?: number
  /** The name of the GraphQL operation or of the job. */
  operation?: string
  role?: string
  schoolId?: number
  durationMs?: number
  code?: string
  /** The name of a check of the data, and how many rows it found. */
  check?: string
  count?: number
  err?: unknown
}

export type LogLevel = 'debug' | 'info' | 'warn' | 'error'

/** Writes one JSON line; the message is a fixed text of ours, without values in it. */
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

/** Is told of every line, also of those that `LOG_LEVEL` keeps out of the log. */
export type ObserveLine = (level: LogLevel, fields: LogFields, message: string) => void

/**
 * Logs as JSON lines, to standard error unless a test listens.
 * @param observe counts what is said, for the metrics
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

/** What may be told of an error: a database's message quotes values, so its code and its constraint stand for it. */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error }
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

/** Quoted texts, e-mails and long numbers are what a message repeats from its input. */
function withoutValues(message: string): string {
  return message
    .replace(/"[^"]*"|'[^']*'|`[^`]*`/g, '…')
    .replace(/[^\s@]+@[^\s@]+/g, '…')
    .replace(/\d{5,}/g, '…')
    .slice(0, 300)
}
