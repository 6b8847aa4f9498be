import pg from 'pg'
import { codeExchange, passwordSignIn } from '#scripts/codeExchange.ts'
import { startServer } from '#app/server.ts'
import { type Config, loadConfig } from '#platform/config.ts'
import { freePort } from '#platform/freePort.ts'
import { appUrl, Database } from '#platform/database/connect.ts'
import { createLog } from '#platform/logging.ts'
import { createMetrics } from '#platform/metrics.ts'
import { payuClient } from '#platform/payu/client.ts'
import { pushClient } from '#platform/push/client.ts'
import { emailOf, matrixPassword, plantAccounts } from './matrix/canaries.ts'

export interface WholeServer {
  url: string
  config: Config
  database: Database
  /** Lines of the log at level `error`. */
  logged: string[]
  stop(): Promise<void>
}

/** Secrets of the server's webhooks. */
export const webhookSecrets = {
  appSecret: 'an app secret',
  verifyToken: 'a verify token',
  smsSecret: 'the secret of the SMS webhook',
}

/**
 * Starts the product's server on a migrated database, with unreachable gateway, providers and renderer.
 *
 * @param settings settings of the server besides its own
 */
export async function startWholeServer(
  on: { ownerUrl: string; secretKey: string; dataDir: string },
  settings: NodeJS.ProcessEnv = {},
): Promise<WholeServer> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const config = loadConfig({
    DATA_DIR: on.dataDir,
    DATABASE_URL: on.ownerUrl,
    SECRET_KEY: on.secretKey,
    PORT: String(port),
    APP_URL: url,
    TRUSTED_PROXIES: '127.0.0.1',
    PASSWORD_COST: 'cheap',
    // One person of a test asks more than a whole school.
    WORK_PER_MINUTE: '0',
    ...settings,
  })
  const databaseUrl = appUrl(on.ownerUrl, on.secretKey)
  const database = new Database(databaseUrl, { onError: () => undefined, connections: 4 })
  const logged: string[] = []
  const { appSecret, verifyToken, smsSecret } = webhookSecrets
  const server = await startServer(config, {
    databaseUrl,
    database,
    metrics: createMetrics(),
    webFolder: undefined,
    signInConnections: 4,
    log: createLog('error', { write: (line) => void logged.push(line) }),
    sendMail: async () => undefined,
    jobs: { send: async () => undefined, ready: async () => true },
    // Nothing listens on this port.
    payu: payuClient('http://127.0.0.1:9'),
    providers: {
      whatsapp: { appSecret, verifyToken, client: { send: async () => ({ outcome: 'REFUSED', code: 'NOBODY', reason: '' }) } },
      sms: { webhookSecret: smsSecret, client: { send: async () => ({ outcome: 'REFUSED', code: 'NOBODY', reason: '' }) } },
      push: pushClient(config.push),
    },
    renderer: { render: async (html) => Buffer.from(html), stop: async () => undefined },
  })
  return {
    url,
    config,
    database,
    logged,
    stop: async () => {
      await server.stop({ acceptMs: 0, idleMs: 0, graceMs: 1000 })
      await database.close()
    },
  }
}

/** Gives everybody in the database an account, and returns a function that gets a person's access token. */
export async function accountsOn({ url }: WholeServer, on: { ownerUrl: string; secretKey: string }) {
  const owner = new pg.Client({ connectionString: on.ownerUrl })
  await owner.connect()
  await plantAccounts(owner, on.secretKey).finally(() => owner.end())
  return {
    tokenOf: async (subject: string | undefined): Promise<string> => {
      const signIn = { email: emailOf(subject ?? ''), password: matrixPassword }
      return (await codeExchange(url, await passwordSignIn(url, signIn))).accessToken
    },
  }
}
