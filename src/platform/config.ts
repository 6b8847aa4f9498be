import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { availableParallelism } from 'node:os'
import { isAbsolute, join, resolve } from 'node:path'
import { z } from 'zod'
import { countWithNoun } from '#shared/plural.ts'
import type { PasswordCost } from './auth/passwordHashing.ts'
import { type MessageConfig, messageConfig, messageSettings } from './messageConfig.ts'
import type { Secrets } from './secretKeys.ts'
import { urlSetting, WrongSetting } from './settings.ts'

function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const most = isIP(address) === 4 ? 32 : 128
  return isIP(address) !== 0 && rest.length === 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most))
}

/**
 * Returns whether a value names a folder of this machine or one bucket of a service. An invalid URL passes here,
 * because the protocol check refuses it.
 */
function isStorageUrl(value: string): boolean {
  if (!URL.canParse(value)) return true
  const { protocol, host, pathname } = new URL(value)
  return protocol === 's3:' ? host !== '' && /^\/[^/]+\/?$/.test(pathname) : host === '' && pathname.length > 1
}

/** With fewer connections, requests of one process wait for each other. */
const minConnectionsPerProcess = 8
/** More connections do not make one process faster. */
const maxConnectionsPerProcess = 20
/** PostgreSQL's default limit is 100; some are left for the operator's own commands. */
const defaultConnections = 90
/** The primary process migrates, loads the demo, and holds the lock of the data folder. */
const connectionsOfPrimary = 4
/**
 * Limits the default of PROCESSES on machines with many cores: more processes need a higher connection limit in
 * PostgreSQL.
 */
const maxDefaultProcesses = Math.floor(defaultConnections / minConnectionsPerProcess) - 1

/** A second port beside PORT; `of` says what it is for. */
const ownPort = (of: string) =>
  z.coerce
    .number(`must be a whole number from 0 to 65535; 0 means ${of}`)
    .int('must be a whole number')
    .min(0, 'must be 0 or more')
    .max(65535, 'must be 65535 or less')
    .default(0)

const settings = z.object({
  NODE_ENV: z.string().default('development'),
  PORT: z.coerce
    .number('must be a whole number from 0 to 65535')
    .int('must be a whole number')
    .min(0, 'must be 0 or more')
    .max(65535, 'must be 65535 or less')
    .default(4000),
  HOST: z.string().min(1, 'must not be empty').default('127.0.0.1'),
  METRICS_PORT: ownPort('no metrics'),
  HEALTH_PORT: ownPort('no port of its own for GET /health/live'),
  WORK_PER_MINUTE: z.coerce
    .number('must be a whole number; 0 means no limit')
    .int('must be a whole number')
    .min(0, 'must be 0 or more')
    .max(1_000_000, 'must be 1000000 or less')
    .default(20_000),
  // Read by database/connectionTimeout.ts, which works for commands without these settings too.
  PGCONNECT_TIMEOUT: z.coerce
    .number('must be a whole number of seconds from 1 to 600')
    .int('must be a whole number')
    .min(1, 'must be 1 or more')
    .max(600, 'must be 600 or less')
    .optional(),
  PROCESSES: z.coerce
    .number('must be a whole number from 1 to 64')
    .int('must be a whole number')
    .min(1, 'must be 1 or more')
    .max(64, 'must be 64 or less')
    .default(() => Math.min(availableParallelism(), maxDefaultProcesses)),
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
  APP_URL: urlSetting('http:', 'https:').optional(),
  DATA_DIR: z.string().min(1, 'must not be empty').default('./data'),
  DATABASE_URL: urlSetting('postgres:', 'postgresql:').optional(),
  DATABASE_CONNECTIONS: z.coerce
    .number('must be a whole number')
    .int('must be a whole number')
    .min(1, 'must be 1 or more')
    .max(10_000, 'must be 10000 or less')
    .optional(),
  AUTH_ISSUER: urlSetting('http:', 'https:').optional(),
  STORAGE_URL: urlSetting('file:', 's3:')
    .refine(isStorageUrl, 'must look like file:///folder or s3://KEY:SECRET@host/bucket?region=ap-south-1')
    .optional(),
  SMTP_URL: urlSetting('smtp:', 'smtps:').optional(),
  SCHOOL_FILES_MB: z.coerce
    .number('must be a whole number of megabytes')
    .int('must be a whole number')
    .min(1, 'must be 1 or more')
    .max(100_000_000, 'must be 100000000 or less')
    .default(10_000),
  PDF_SERVICE_URL: urlSetting('http:', 'https:').optional(),
  PAYU_URL: urlSetting('http:', 'https:').optional(),
  ...messageSettings,
  MAIL_FROM: z.string().min(3, 'must be a mail address').default('Shala <no-reply@shala.test>'),
  OTEL_EXPORTER_OTLP_ENDPOINT: urlSetting('http:', 'https:').optional(),
  SECRET_KEY: z.string().min(32, 'must have 32 characters or more').optional(),
  SECRET_KEY_PREVIOUS: z.string().min(32, 'must have 32 characters or more').optional(),
  SECRET_KEY_NEXT: z.string().min(32, 'must have 32 characters or more').optional(),
  BACKUP_EVERY: z.coerce
    .number('must be a whole number of minutes from 1 to 1440')
    .int('must be a whole number of minutes')
    .min(1, 'must be 1 or more')
    .max(1440, 'must be 1440 or less')
    .optional(),
  BACKUP_FOLDER: z.string().refine(isAbsolute, 'must be the absolute path of a folder on another disk').optional(),
  /** The continuous backup of earlier versions: to ignore it would leave an installation without a backup. */
  BACKUP_URL: z
    .undefined('is of an earlier version: set BACKUP_EVERY=15 and BACKUP_FOLDER=/mnt/backup/shala instead (docs/runbook.md)')
    .optional(),
  BACKUP_KEY: z.string().min(32, 'must have 32 characters or more').optional(),
  DEMO: z.enum(['on', 'off'], 'must be on or off').optional(),
  CODES_PER_HOUR: z.coerce
    .number('must be a whole number')
    .int('must be a whole number')
    .min(1, 'must be 1 or more')
    .max(1_000_000, 'must be 1000000 or less')
    .default(6000),
  PASSWORD_COST: z.enum(['full', 'cheap'], 'must be full or cheap').default('full'),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent'], 'must be debug, info, warn, error or silent').default('info'),
})

/** All settings of an installation, read once at start. URLs have no trailing slash. */
export interface Config extends MessageConfig {
  production: boolean
  /** 0 lets the system choose a free port. */
  port: number
  host: string
  /** The port of GET /metrics; 0 means none. */
  metricsPort: number
  /**
   * Units of work that one member of staff may ask of a process within a minute (platform/graphql/workBudget.ts); 0
   * means no limit.
   */
  workPerMinute: number
  /** The port on which a thread of its own answers GET /health/live; 0 means none. */
  healthPort: number
  /** Number of serving processes. With 1 the started process serves by itself. */
  processes: number
  /**
   * How long an idle connection stays open. Must be longer than the proxy in front keeps it, or the proxy may use a
   * connection while it is closed.
   */
  keepAliveSeconds: number
  /** Addresses or networks of proxies in front whose X-Forwarded-For is trusted. */
  trustedProxies: string[]
  /** The address people type; the issuer of the sign-in service is `${appUrl}/auth`. */
  appUrl: string
  /** Absolute path of the folder that holds the embedded database, uploaded files, mails and the generated secret. */
  dataDir: string
  /** The owner's connection to an external PostgreSQL; undefined means the embedded one. */
  databaseUrl: string | undefined
  /** PostgreSQL connections of one serving process, all pools together. */
  connectionsPerProcess: number
  /**
   * Maximum PostgreSQL connections of the whole server. During a reload there is one more process, and the primary has
   * some of its own.
   */
  connections: number
  authIssuer: string | undefined
  storageUrl: string | undefined
  /** How many megabytes the files of a school may take, unless a super administrator has allowed it another number. */
  schoolFilesMb: number
  smtpUrl: string | undefined
  /** A Gotenberg service that makes PDFs; undefined means the browser of the npm packages. */
  pdfServiceUrl: string | undefined
  /**
   * The payment gateway, such as https://secure.payu.in. When undefined a stand-in is used; in production online
   * payment is off.
   */
  payuUrl: string | undefined
  mailFrom: string
  /** The collector that traces are sent to, such as http://localhost:4318; undefined turns tracing off. */
  tracesUrl: string | undefined
  secretKey: string
  /** The secret with its predecessor or successor during a replacement. Opening and verifying accept all of them. */
  secrets: Secrets
  /** Minutes between the backups that the server makes itself; undefined turns them off. */
  backupEvery: number | undefined
  /** Absolute path of the folder of these backups, which is there already, on another disk. */
  backupFolder: string | undefined
  /** The key that encrypts backups; undefined leaves them unencrypted. */
  backupKey: string | undefined
  demo: boolean
  /** Messages with one-time codes that all schools send within an hour; three times as many within a day. */
  codesPerHour: number
  /** How much work a new password hash is; `cheap` is for tests. */
  passwordCost: PasswordCost
  logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent'
}

/**
 * Reads the settings from the environment.
 * @throws WrongSetting with one line per wrong setting
 */
export function loadConfig(env: NodeJS.ProcessEnv): Config {
  const present = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const parsed = settings.safeParse(present)
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
    if (value.PASSWORD_COST === 'cheap')
      throw new WrongSetting(
        'The setting PASSWORD_COST must be full in production: the passwords behind cheap hashes are found in minutes.',
      )
    if (value.DEMO === 'on') throw new WrongSetting('The setting DEMO must be off in production: its passwords are public.')
  }
  if (value.SECRET_KEY_PREVIOUS !== undefined && value.SECRET_KEY_NEXT !== undefined)
    throw new WrongSetting(
      'Of the settings SECRET_KEY_PREVIOUS and SECRET_KEY_NEXT only one may be set: one secret is replaced at a time.',
    )
  if ((value.BACKUP_EVERY === undefined) !== (value.BACKUP_FOLDER === undefined))
    throw new WrongSetting('The settings BACKUP_EVERY and BACKUP_FOLDER belong together: set both or neither.')
  const dataDir = resolve(value.DATA_DIR)
  const secretKey = value.SECRET_KEY ?? readOrCreateSecretKey(dataDir)
  const each = connectionsPerProcess(value.PROCESSES, value.DATABASE_CONNECTIONS)
  return {
    ...messageConfig(value, secretKey),
    production,
    port: value.PORT,
    host: value.HOST,
    metricsPort: value.METRICS_PORT,
    healthPort: value.HEALTH_PORT,
    workPerMinute: value.WORK_PER_MINUTE,
    processes: value.PROCESSES,
    keepAliveSeconds: value.KEEP_ALIVE_SECONDS,
    trustedProxies: value.TRUSTED_PROXIES,
    appUrl: (value.APP_URL ?? `http://localhost:${value.PORT}`).replace(/\/+$/, ''),
    dataDir,
    databaseUrl: value.DATABASE_URL,
    connectionsPerProcess: each,
    connections: processesDuringReload(value.PROCESSES) * each + connectionsOfPrimary,
    authIssuer: value.AUTH_ISSUER?.replace(/\/+$/, ''),
    storageUrl: value.STORAGE_URL,
    schoolFilesMb: value.SCHOOL_FILES_MB,
    smtpUrl: value.SMTP_URL,
    pdfServiceUrl: value.PDF_SERVICE_URL,
    payuUrl: value.PAYU_URL?.replace(/\/+$/, ''),
    mailFrom: value.MAIL_FROM,
    tracesUrl: value.OTEL_EXPORTER_OTLP_ENDPOINT?.replace(/\/+$/, ''),
    secretKey,
    secrets: { current: secretKey, previous: value.SECRET_KEY_PREVIOUS, next: value.SECRET_KEY_NEXT },
    backupEvery: value.BACKUP_EVERY,
    backupFolder: value.BACKUP_FOLDER,
    backupKey: value.BACKUP_KEY,
    demo: (value.DEMO ?? (production ? 'off' : 'on')) === 'on',
    codesPerHour: value.CODES_PER_HOUR,
    passwordCost: value.PASSWORD_COST,
    logLevel: value.LOG_LEVEL,
  }
}

/** Divides all connections among the processes. */
function connectionsPerProcess(processes: number, all: number | undefined): number {
  const most = processesDuringReload(processes)
  const each = Math.floor((all ?? Math.max(defaultConnections, most * minConnectionsPerProcess)) / most)
  if (each >= minConnectionsPerProcess) return all === undefined ? Math.min(each, maxConnectionsPerProcess) : each
  const needed = most * minConnectionsPerProcess
  throw new WrongSetting(
    `The setting DATABASE_CONNECTIONS must be ${needed} or more for ${countWithNoun(processes, 'serving process', 'serving processes')} (it is '${all}'). Or choose fewer with PROCESSES.`,
  )
}

/** A reload runs one more process than usual. */
function processesDuringReload(processes: number): number {
  return processes === 1 ? 1 : processes + 1
}

/** Returns the current value for an error message, unless the setting can hold a password. */
function valueOf(env: NodeJS.ProcessEnv, name: string): string {
  return /_URL$|KEY|SECRET|TOKEN|PASSWORD/.test(name) && name !== 'APP_URL' ? '' : ` (it is '${env[name] ?? ''}')`
}

/** Reads the random secret of the data folder; creates it once, so that no two installations share one. */
function readOrCreateSecretKey(dataDir: string): string {
  const file = join(dataDir, 'secret.key')
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true })
    // Written under another name first: a reader would take half a secret for the whole one.
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
