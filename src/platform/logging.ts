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
  /** The name of a data check; `count` is the number of rows it found. */
  check?: string
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

/** Removes quoted texts, e-mails and long numbers, which a message may repeat from its input. */
function withoutValues(message: string): string {
  return message
    .replace(/"[^"]*"|'[^']*'|`[^`]*`/g, '…')
    .replace(/[^\s@]+@[^\s@]+/g, '…')
    .replace(/\d{5,}/g, '…')
    .slice(0, 300)
}
