import { codeExchange, passwordSignIn } from '#scripts/codeExchange.ts'
import { startServer } from '#app/server.ts'
import { loadConfig } from '#platform/config.ts'
import { freePort } from '#platform/freePort.ts'
import { appUrl, Database } from '#platform/database/connect.ts'
import { createLog, type Log } from '#platform/logging.ts'
import { createMetrics, readingsText } from '#platform/metrics.ts'
import { payuClient } from '#platform/payu/client.ts'
import { pushClient } from '#platform/push/client.ts'
import { emailOf, matrixPassword } from '../matrix/canaries.ts'
import type { Ground } from '../matrix/ground.ts'
import type { Who } from '../world/testWorld.ts'

/** The product on the matrix's data, with all of its output. */
export interface CanaryServer {
  url: string
  tokens: ReadonlyMap<Who, string>
  database: Database
  log: Log
  /** Every line of the log at LOG_LEVEL debug, and every queued job. */
  said: string[]
  metrics(): Promise<string>
  stop(): Promise<void>
}

/** When true, the mail server refuses with a sentence that repeats the recipient. */
let mailsRefused = false
export function refuseMails(refused: boolean): void {
  mailsRefused = refused
}

/** Starts the product with a captured log, and signs in one person of each kind. */
export async function startCanaryServer(ground: Ground, kinds: readonly Who[]): Promise<CanaryServer> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const config = loadConfig({
    DATA_DIR: ground.config.dataDir,
    DATABASE_URL: ground.ownerUrl,
    SECRET_KEY: ground.config.secretKey,
    PORT: String(port),
    APP_URL: url,
    TRUSTED_PROXIES: '127.0.0.1',
    WORK_PER_MINUTE: '0',
    LOG_LEVEL: 'debug',
  })
  const said: string[] = []
  const log = createLog('debug', { write: (line) => void said.push(line) })
  const metrics = createMetrics()
  const databaseUrl = appUrl(ground.ownerUrl, config.secretKey)
  const database = new Database(databaseUrl, { onError: () => undefined, connections: 6 })
  const send = async (job: { name: string }, data: object) => void said.push(`job ${job.name} ${JSON.stringify(data)}`)
  const server = await startServer(config, {
    databaseUrl,
    database,
    metrics,
    webFolder: undefined,
    signInConnections: 4,
    log,
    sendMail: async (mail) => {
      if (mailsRefused) throw new Error(`550 nobody here is called ${mail.to}: ${mail.subject}`)
    },
    jobs: { send, ready: async () => true },
    // Nothing listens on this port.
    payu: payuClient('http://127.0.0.1:9'),
    providers: { whatsapp: null, sms: null, push: pushClient(config.push) },
    renderer: { render: async (html) => Buffer.from(html), stop: async () => undefined },
  })
  const tokens = new Map<Who, string>()
  for (const who of kinds) {
    const subject = (await ground.world.call(who)).viewer?.subject ?? ''
    const cookie = await passwordSignIn(url, { email: emailOf(subject), password: matrixPassword })
    tokens.set(who, (await codeExchange(url, cookie)).accessToken)
  }
  return {
    url,
    tokens,
    said,
    database,
    log,
    metrics: async () => readingsText([await metrics.readings()]),
    stop: async () => {
      await server.stop({ acceptMs: 0, idleMs: 0, graceMs: 1000 })
      await database.close()
    },
  }
}
