import { randomUUID } from 'node:crypto'
import compress from '@fastify/compress'
import Fastify from 'fastify'
import { constants } from 'node:zlib'
import { registerCertificates } from '#domains/certificates/server/publicPage.ts'
import { registerFamilyCards } from '#domains/exams/server/familyCardRoute.ts'
import { registerReportCards } from '#domains/exams/server/reportCardPage.ts'
import { receiptDocument } from '#domains/fees/server/receiptDocument.ts'
import { registerDeviceRoutes } from '#domains/gate/server/deviceRoutes.ts'
import type { Providers } from '#domains/messaging/server/channels.ts'
import { createGuardianCodeSender } from '#domains/messaging/server/guardianCodes.ts'
import { createSignInCodeSender } from '#domains/messaging/server/signInCodes.ts'
import { sendCapabilities } from './providers.ts'
import { registerMessageWebhooks } from '#domains/messaging/server/webhooks.ts'
import { registerOnlineFees } from '#domains/onlinefees/server/publicRoutes.ts'
import { registerAuth } from '#platform/auth/registerAuth.ts'
import { safetyOf } from '#platform/backup/safeMoment.ts'
import type { Config } from '#platform/config.ts'
import type { Database } from '#platform/database/connect.ts'
import { migrationsAreCurrent, refusePrivilegedRole } from '#platform/database/migrate.ts'
import { registerFiles } from '#platform/files/routes.ts'
import { storageCheck } from '#platform/files/storageMark.ts'
import { registerGuardians } from '#platform/guardians/routes.ts'
import { registerGraphql } from '#platform/graphql/endpoint.ts'
import { workBudget } from '#platform/graphql/workBudget.ts'
import { registerHealth } from '#platform/health.ts'
import { registerAccessLog } from '#platform/http/accessLog.ts'
import { bodyLimits, registerBodyLimits, requestLimits } from '#platform/http/bodyLimits.ts'
import { drainable, type DrainTiming } from '#platform/http/drain.ts'
import { answerMalformedRequest, dataHeaders, gatewayTargets, registerHeaders } from '#platform/http/headers.ts'
import { registerErrors } from '#platform/http/registerErrors.ts'
import { registerLanguages } from '#platform/http/registerLanguages.ts'
import { registerWebFiles } from '#platform/http/webFiles.ts'
import type { Jobs } from '#platform/jobs/jobs.ts'
import type { Log } from '#platform/logging.ts'
import type { SendMail } from '#platform/mail/mail.ts'
import type { Metrics } from '#platform/metrics.ts'
import type { PayuClient } from '#platform/payu/client.ts'
import { registerTracing } from '#platform/tracing.ts'
import type { Turn } from '#platform/fairQueue.ts'
import { htmlDocument, type PdfContent } from '#platform/pdf/document.ts'
import type { PdfRenderer } from '#platform/pdf/renderer.ts'
import { registerPdf } from '#platform/pdf/routes.ts'
import { documents } from './documents.ts'
import { explainListenError } from './explainListenError.ts'
import { keptChunksFolder } from './keptChunks.ts'
import { ownDocuments } from './ownDocuments.ts'
import { schema } from './schema.ts'

interface Dependencies {
  log: Log
  /** The URL of the migrated database, as the unprivileged role. */
  databaseUrl: string
  /** The pool of the unprivileged role; `signInConnections` limits the sign-in service's own pool. */
  database: Database
  signInConnections: number
  metrics: Metrics
  sendMail: SendMail
  jobs: Pick<Jobs, 'send' | 'ready'>
  /** The payment gateway; null when none is set up. */
  payu: PayuClient | null
  /** The message providers. */
  providers: Providers
  /** Stopped by the caller. */
  renderer: PdfRenderer
  /** The folder of the built browser side; undefined in development, where Vite serves it. */
  webFolder: string | undefined
}

export interface Server {
  /** The address it listens on. Behind a proxy people use another one, APP_URL. */
  url: string
  /**
   * Becomes unready, lets running requests finish, and closes what the server opened. A second call may shorten the
   * time.
   */
  stop(timing: DrainTiming): Promise<void>
}

/**
 * Assembles the platform and the domains, and listens.
 *
 * @throws CannotStart when the address cannot be listened on, or the sign-in provider of AUTH_ISSUER does not answer
 */
export async function startServer(config: Config, dependencies: Dependencies): Promise<Server> {
  const { log, database, renderer } = dependencies
  await refusePrivilegedRole(database.pool)
  const app = Fastify({
    logger: false,
    genReqId: () => randomUUID(),
    // Routes with larger bodies set their own limit.
    bodyLimit: bodyLimits.small,
    requestTimeout: requestLimits.requestMs,
    http: { headersTimeout: requestLimits.headersMs, connectionsCheckingInterval: requestLimits.lookMs },
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    return503OnClosing: true,
    forceCloseConnections: 'idle',
    keepAliveTimeout: config.keepAliveSeconds * 1000,
    routerOptions: { ignoreTrailingSlash: true },
    clientErrorHandler: answerMalformedRequest(config),
    // An invalid URL matches no route, so no hooks of routes run.
    frameworkErrors: ({ statusCode = 400 }, _, { raw }) => {
      raw.writeHead(statusCode, { ...dataHeaders(config), 'content-type': 'application/json; charset=utf-8' })
      raw.end(JSON.stringify({ message: 'Not found' }))
    },
  })
  const drain = drainable(app.server)
  let draining = false
  let stopped: Promise<void> | undefined
  const { metrics } = dependencies
  metrics.watchPool('app', database.pool)
  registerTracing(app, config)
  registerAccessLog(app, log, metrics)
  await registerLanguages(app)
  await registerHeaders(app, config, dependencies.payu ? gatewayTargets(dependencies.payu.paymentUrl) : [])
  await app.register(compress, {
    threshold: 1024,
    globalDecompression: false,
    encodings: ['br', 'gzip'],
    // The default quality, 11, takes a hundred times as long for a tenth less. Files are compressed at build time.
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  })
  registerErrors(app, log)
  registerBodyLimits(app)
  const verifyAccessToken = await registerAuth(app, {
    config,
    databaseUrl: dependencies.databaseUrl,
    connections: dependencies.signInConnections,
    database,
    sendMail: dependencies.sendMail,
    codes: createSignInCodeSender(database, dependencies.providers),
    log,
  })
  await registerGuardians(app, {
    config,
    database,
    sendCode: createGuardianCodeSender(database, dependencies.providers, config),
    log,
  })
  const services = {
    config,
    jobs: dependencies.jobs,
    payu: dependencies.payu,
    push: dependencies.providers.push,
    canSend: sendCapabilities(dependencies.providers),
  }
  const budget = workBudget(config.workPerMinute)
  metrics.watchWork(() => budget.mostUsed)
  registerGraphql(app, {
    schema,
    database,
    services,
    verifyAccessToken,
    log,
    ownDocuments: ownDocuments(),
    budget,
  })
  await registerPdf(app, { documents, renderer, database, services, verifyAccessToken, log })
  const render = (content: PdfContent, turn: Turn) => renderer.render(htmlDocument(content), turn)
  await registerOnlineFees(app, {
    database,
    services,
    log,
    receipt: receiptDocument,
    render,
  })
  await registerCertificates(app, { config, database })
  await registerReportCards(app, { config, database })
  await registerFamilyCards(app, { database, services, render })
  await registerDeviceRoutes(app, { config, database })
  await registerMessageWebhooks(app, { config, database, providers: dependencies.providers, log })
  await registerFiles(app, { config, database })
  const checks = {
    staying: async () => !draining,
    database: async () => (await database.pool.query('select 1')).rowCount === 1,
    migrations: () => migrationsAreCurrent(database.pool),
    role: async () => {
      await refusePrivilegedRole(database.pool)
      return true
    },
    queue: () => dependencies.jobs.ready(),
    storage: storageCheck(config, database),
  }
  registerHealth(app, checks, () => safetyOf(database))
  if (dependencies.webFolder !== undefined) await registerWebFiles(app, dependencies.webFolder, keptChunksFolder(config.dataDir))

  try {
    // At the full hour thousands open their lecture at once. Connections that do not fit into the backlog are retried
    // only after seconds.
    await app.listen({ port: config.port, host: config.host, backlog: 4096 })
  } catch (error) {
    await app.close()
    throw explainListenError(error, config)
  }

  return {
    url: `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${config.port}`,
    stop: (timing) => {
      draining = true
      const drained = drain(timing)
      return (stopped ??= drained.then(() => app.close()))
    },
  }
}
