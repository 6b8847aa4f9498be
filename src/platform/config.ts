import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { counted } from '#shared/counted.ts'
import { type MessageConfig, messageConfig, messageSettings } from './messageConfig.ts'
import type { Secrets } from './secretKeys.ts'
import { url, WrongSetting } from './settings.ts'

function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const most = isIP(address) === 4 ? 32 : 128
  return isIP(address) !== 0 && rest.length === 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most))
}

/** A folder of this machine, or one bucket of a service. What is no address at all is refused by the protocol. */
function namesPlace(value: string): boolean {
  if (!URL.canParse(value)) return true
  const { protocol, host, pathname } = new URL(value)
  return protocol === 's3:' ? host !== '' && /^\/[^/]+\/?$/.test(pathname) : host === '' && pathname.length > 1
}

/** A process with fewer would let requests wait for each other. */
const fewestConnections = 8
/** More do not make one process faster. */
const enoughConnections = 20
/** PostgreSQL takes 100 unless told otherwise; some are for the operator's own commands. */
const usualConnections = 90
/** The first process migrates, loads the demo, and holds the lock of the data folder. */
const connectionsOfTheFirst = 4
/** Processes on a machine with more cores, unless PROCESSES says so: the connections of more need a PostgreSQL that was told to take them. */
const mostOfItself = Math.floor(usualConnections / fewestConnections) - 1

const settings = z.object({
  NODE_ENV: z.string().default('development'),
  PORT: z.coerce
    .number('must be a whole number from 0 to 65535')
    .int('must be a whole number')
    .min(0, 'must be 0 or more')
    .max(65535, 'must be 65535 or less')
    .default(4000),
  HOST: z.string().min(1, 'must not be empty').default('127.0.0.1'),
  METRICS_PORT: z.coerce
    .number('must be a whole number from 0 to 65535; 0 means no metrics')
    .int('must be a whole number')
    .min(0, 'must be 0 or more')
    .max(65535, 'must be 65535 or less')
    .default(0),
  PROCESSES: z.coerce
    .number('must be a whole number from 1 to 64')
    .int('must be a whole number')
    .min(1, 'must be 1 or more')
    .max(64, 'must be 64 or less')
    .default(() => Math.min(availableParallelism(), mostOfItself)),
  KEEP_ALIVE_SECONDS: z.coerce
    .number('must be a whole number of seconds from 1 to 600')
    .int('must be a whole number')
    .min(1, 'must be 1 or more')
    .max(600, 'must be 600 or less')
    .default(72),
  TRUSTED_PROXIES: z
    .string()
    .default('')
    .transform((value) => value.split(',').map((part) => part.trim()))
    .transform((parts) => parts.filter((part) => part !== ''))
    .refine((parts) => parts.every(isNetwork), 'must be addresses or networks with commas between them, such as 10.0.0.0/8'),
  APP_URL: url('http:', 'https:').optional(),
  DATA_DIR: z.string().min(1, 'must not be empty').default('./data'),
  DATABASE_URL: url('postgres:', 'postgresql:').optional(),
  DATABASE_CONNECTIONS: z.coerce
    .number('must be a whole number')
    .int('must be a whole number')
    .min(1, 'must be 1 or more')
    .max(10_000, 'must be 10000 or less')
    .optional(),
  AUTH_ISSUER: url('http:', 'https:').optional(),
  STORAGE_URL: url('file:', 's3:')
    .refine(namesPlace, 'must look like file:///folder or s3://KEY:SECRET@host/bucket?region=ap-south-1')
    .optional(),
  SMTP_URL: url('smtp:', 'smtps:').optional(),
  PDF_SERVICE_URL: url('http:', 'https:').optional(),
  PAYU_URL: url('http:', 'https:').optional(),
  ...messageSettings,
  MAIL_FROM: z.string().min(3, 'must be a mail address').default('Shala <no-reply@shala.test>'),
  OTEL_EXPORTER_OTLP_ENDPOINT: url('http:', 'https:').optional(),
  SECRET_KEY: z.string().min(32, 'must have 32 characters or more').optional(),
  SECRET_KEY_PREVIOUS: z.string().min(32, 'must have 32 characters or more').optional(),
  SECRET_KEY_NEXT: z.string().min(32, 'must have 32 characters or more').optional(),
  BACKUP_URL: url('file:', 's3:')
    .refine(namesPlace, 'must look like file:///folder or s3://KEY:SECRET@host/bucket?region=ap-south-1')
    .optional(),
  BACKUP_KEY: z.string().min(32, 'must have 32 characters or more').optional(),
  DEMO: z.enum(['on', 'off'], 'must be on or off').optional(),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent'], 'must be debug, info, warn, error or silent').default('info'),
})

/** Every setting of an installation, read once at start. Addresses carry no trailing slash. */
export interface Config extends MessageConfig {
  production: boolean
  /** 0 lets the system choose a free port. */
  port: number
  host: string
  /** The port of GET /metrics; 0 means none. */
  metricsPort: number
  /** How many processes serve; with 1 it is the one that was started. */
  processes: number
  /** So long an idle connection is kept open: longer than the proxy in front keeps it, or it may be closed while the proxy uses it. */
  keepAliveSeconds: number
  /** Addresses or networks of proxies in front, whose X-Forwarded-For is believed. */
  trustedProxies: string[]
  /** The address people type; the issuer of the sign-in service is `${appUrl}/auth`. */
  appUrl: string
  /** Absolute path of the folder that holds the embedded database, uploaded files, mails and the generated secret. */
  dataDir: string
  /** The owner's connection of an outside PostgreSQL; undefined means the embedded one. */
  databaseUrl: string | undefined
  /** Connections to PostgreSQL of one serving process, of every kind together. */
  connectionsPerProcess: number
  /** … of this whole server at most: while a process is replaced there is one more of them, and the first has some of its own. */
  connections: number
  authIssuer: string | undefined
  storageUrl: string | undefined
  smtpUrl: string | undefined
  /** A Gotenberg that makes PDFs; undefined means the browser that comes with the packages. */
  pdfServiceUrl: string | undefined
  /** The payment gateway, such as https://secure.payu.in; undefined means a stand-in, and in production that nobody pays online. */
  payuUrl: string | undefined
  mailFrom: string
  /** The collector that traces are sent to, such as http://localhost:4318; undefined means that nothing is traced. */
  tracesUrl: string | undefined
  secretKey: string
  /** The secret with the one before or after it, while it is replaced: whatever opens or verifies takes these. */
  secrets: Secrets
  /** Where the embedded database is copied to all the time; undefined means that it is not. */
  backupUrl: string | undefined
  /** What backups are encrypted with; undefined means that they are not. */
  backupKey: string | undefined
  demo: boolean
  logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent'
}

/**
 * Reads the settings from the environment.
 * @throws WrongSetting with one line per wrong setting
 */
export function loadConfig(env: NodeJS.ProcessEnv): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const parsed = settings.safeParse(given)
  if (!parsed.success) {
    const lines = parsed.error.issues.map(
      (issue) => `The setting ${issue.path.join('.')} ${issue.message}${valueOf(env, String(issue.path[0]))}.`,
    )
    throw new WrongSetting(lines.join('\n'))
  }
  const value = parsed.data
  const production = value.NODE_ENV === 'production'
  if (production) {
    if (!value.SECRET_KEY)
      throw new WrongSetting('The setting SECRET_KEY is required in production: 32 characters or more, kept secret.')
    if (!value.APP_URL) throw new WrongSetting('The setting APP_URL is required in production: the address people type.')
    if (!value.SMTP_URL)
      throw new WrongSetting('The setting SMTP_URL is required in production: the mail server to send through.')
    if (value.DEMO === 'on') throw new WrongSetting('The setting DEMO must be off in production: its passwords are public.')
  }
  if (value.SECRET_KEY_PREVIOUS !== undefined && value.SECRET_KEY_NEXT !== undefined)
    throw new WrongSetting(
      'Of the settings SECRET_KEY_PREVIOUS and SECRET_KEY_NEXT only one may be set: one secret is replaced at a time.',
    )
  if (value.BACKUP_URL !== undefined && value.DATABASE_URL !== undefined)
    throw new WrongSetting(
      'The setting BACKUP_URL is for the database that comes with Shala. A PostgreSQL of DATABASE_URL has its own means: docs/runbook.md, "A PostgreSQL of yours".',
    )
  const dataDir = resolve(value.DATA_DIR)
  const secretKey = value.SECRET_KEY ?? ownSecretKey(dataDir)
  const each = connectionsPerProcess(value.PROCESSES, value.DATABASE_CONNECTIONS)
  return {
    ...messageConfig(value, secretKey),
    production,
    port: value.PORT,
    host: value.HOST,
    metricsPort: value.METRICS_PORT,
    processes: value.PROCESSES,
    keepAliveSeconds: value.KEEP_ALIVE_SECONDS,
    trustedProxies: value.TRUSTED_PROXIES,
    appUrl: (value.APP_URL ?? `http://localhost:${value.PORT}`).replace(/\/+$/, ''),
    dataDir,
    databaseUrl: value.DATABASE_URL,
    connectionsPerProcess: each,
    connections: mostAtOnce(value.PROCESSES) * each + connectionsOfTheFirst,
    authIssuer: value.AUTH_ISSUER?.replace(/\/+$/, ''),
    storageUrl: value.STORAGE_URL,
    smtpUrl: value.SMTP_URL,
    pdfServiceUrl: value.PDF_SERVICE_URL,
    payuUrl: value.PAYU_URL?.replace(/\/+$/, ''),
    mailFrom: value.MAIL_FROM,
    tracesUrl: value.OTEL_EXPORTER_OTLP_ENDPOINT?.replace(/\/+$/, ''),
    secretKey,
    secrets: { current: secretKey, previous: value.SECRET_KEY_PREVIOUS, next: value.SECRET_KEY_NEXT },
    backupUrl: value.BACKUP_URL,
    backupKey: value.BACKUP_KEY,
    demo: (value.DEMO ?? (production ? 'off' : 'on')) === 'on',
    logLevel: value.LOG_LEVEL,
  }
}

/** What each process has of all connections. */
function connectionsPerProcess(processes: number, all: number | undefined): number {
  const most = mostAtOnce(processes)
  const each = Math.floor((all ?? Math.max(usualConnections, most * fewestConnections)) / most)
  if (each >= fewestConnections) return all === undefined ? Math.min(each, enoughConnections) : each
  const needed = most * fewestConnections
  throw new WrongSetting(
    `The setting DATABASE_CONNECTIONS must be ${needed} or more for ${counted(processes, 'serving process', 'serving processes')} (it is '${all}'). Or choose fewer with PROCESSES.`,
  )
}

/** While the processes are replaced by new ones there is one more of them. */
function mostAtOnce(processes: number): number {
  return processes === 1 ? 1 : processes + 1
}

/** What it is now, for the settings that hold no password. */
function valueOf(env: NodeJS.ProcessEnv, name: string): string {
  return /_URL$|KEY|SECRET|TOKEN|PASSWORD/.test(name) && name !== 'APP_URL' ? '' : ` (it is '${env[name] ?? ''}')`
}

/** A random secret made once per data folder, so that no two installations share one. */
function ownSecretKey(dataDir: string): string {
  const file = join(dataDir, 'secret.key')
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true })
    // Complete before it has its name: half a secret would be taken for the whole one.
    const draft = `${file}.${process.pid}`
    try {
      writeFileSync(draft, randomBytes(48).toString('base64url'), { mode: 0o600 })
      if (!existsSync(file)) renameSync(draft, file)
    } finally {
      rmSync(draft, { force: true })
    }
  }
  const secret = readFileSync(file, 'utf8').trim()
  if (secret.length < 32)
    throw new WrongSetting(
      `The file ${file} does not hold the installation's secret any more. Put it back from your backup, or set SECRET_KEY.`,
    )
  return secret
}
