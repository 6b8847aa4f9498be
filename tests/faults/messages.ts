import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { queueMessages } from '#domains/messaging/server/queue.sql.ts'
import { loadConfig } from '#platform/config.ts'
import { freePort } from '#platform/freePort.ts'
import { Database } from '#platform/database/connect.ts'
import { checkData } from '#platform/dataChecks.ts'
import { type ProvidersStandIn, startProvidersStandIn } from '#development/standIns/messageProviders.ts'
import { type Fault, reportModes } from '#development/standIns/acceptedMessages.ts'
import { schoolById } from '#platform/school.ts'
import { asOwner } from '../asOwner.ts'
import { type TestSchool, worldOn } from '../world/testWorld.ts'
import { databaseClock, giveUpMessages } from './lookOlder.ts'
import { compareMessages, type MessagesCount } from './messagesCount.ts'
import { type MortalServer, mortalServer } from './mortalServer.ts'
import { chanceOf } from './random.ts'

export interface MessagesRun {
  seed: number
  /** Number of messages to queue. */
  messages: number
  /** Number of kills of a sending server. */
  kills: number
  /** Number of servers that send concurrently. */
  servers: number
  /** True to backdate what a dead process left, instead of waiting until it is taken over. */
  hurry: boolean
  /** URLs of a migrated, empty database for its owner and the server's role, and the installation's secret. */
  ownerUrl: string
  appUrl: string
  secretKey: string
  /** An empty folder. */
  dataDir: string
  say(text: string): void
}

/** Weights of the providers' faults. One that never answers occupies a slot for twenty seconds. */
const weights: Readonly<Record<Fault, number>> = {
  none: 840,
  down: 45,
  limited: 35,
  refused: 25,
  garbage: 8,
  reset: 8,
  ignored: 1,
  silent: 1,
  lost: 25,
  unreadable: 12,
}
const mostWait = 300_000

/**
 * Queues messages while the sending servers are killed and the providers fail, hang or answer twice. Compares what was
 * queued with what the providers accepted.
 */
export async function runMessages(run: MessagesRun): Promise<MessagesCount> {
  const database = new Database(run.appUrl, { onError: () => undefined, connections: 3 })
  const config = loadConfig({ DATA_DIR: run.dataDir, SECRET_KEY: run.secretKey, DATABASE_URL: run.ownerUrl })
  const { own, other } = await worldOn(database, config)
  await prepare(run, [own, other])
  const port = await freePort()
  // The providers send their webhooks to the first server.
  const providers = await startProvidersStandIn({
    appUrl: `http://127.0.0.1:${port}`,
    pace: 100,
    late: run.hurry ? 500 : 2000,
    // Keeps all accepted messages, to count them.
    most: Number.POSITIVE_INFINITY,
  })
  const settings = {
    ...settingsOf(providers),
    DATABASE_URL: run.ownerUrl,
    SECRET_KEY: run.secretKey,
    // All servers of an installation share the files.
    STORAGE_URL: pathToFileURL(join(run.dataDir, 'files')).href,
  }
  const servers: MortalServer[] = []
  const over = new AbortController()
  try {
    for (let nth = 0; nth < run.servers; nth += 1)
      servers.push(await mortalServer({ ...settings, DATA_DIR: join(run.dataDir, String(nth)) }, nth === 0 ? port : undefined))
    const moods = misbehave(run, providers, over.signal)
    await queueAndKill(run, database, [own, other], servers)
    over.abort()
    await moods
    await settle(run, servers, providers)
    const wrong = (await checkData(database)).findings.map(({ check, rows }) => `The check ${check} found ${rows.length} rows.`)
    const unexpected = servers
      .flatMap((server) => server.errors())
      .filter((text) => /"unexpected"|could not be (looked|stored)/.test(text))
    const kills = servers.reduce((sum, server) => sum + server.kills(), 0)
    return await compareMessages(run.ownerUrl, providers, { kills, wrong: [...wrong, ...unexpected.slice(0, 5)] })
  } finally {
    over.abort()
    await Promise.all(servers.map((server) => server.stop()))
    await providers.stop()
    await database.close()
  }
}

/** Returns the settings of a server that sends by this stand-in. */
export function settingsOf({ config: { whatsapp, sms } }: ProvidersStandIn): Record<string, string> {
  return {
    WHATSAPP_URL: whatsapp.url,
    WHATSAPP_PHONE_NUMBER_ID: whatsapp.phoneNumberId,
    WHATSAPP_TOKEN: whatsapp.token,
    WHATSAPP_APP_SECRET: whatsapp.appSecret,
    WHATSAPP_VERIFY_TOKEN: whatsapp.verifyToken,
    SMS_URL: sms.url,
    SMS_AUTH_KEY: sms.authKey,
    SMS_WEBHOOK_SECRET: sms.webhookSecret,
    SMS_PER_SECOND: '200',
  }
}

/** Sets up schools that send by both channels at any hour, with registered templates. */
async function prepare({ ownerUrl }: MessagesRun, schools: readonly TestSchool[]): Promise<void> {
  const ids = schools.map(({ id }) => id)
  await asOwner(
    ownerUrl,
    "update schools set whatsapp = true, att_notification = true, sender_id = 'SHALAX', quiet_from = '00:00', quiet_to = '00:00' where id = any($1::bigint[])",
    [ids],
  )
  await asOwner(
    ownerUrl,
    `insert into message_templates (school_id, kind, channel, whatsapp_name, dlt_template_id, sms_template_id, text, changed_by_name)
     select id, 'ABSENCE', given.channel, given.name, given.dlt, given.sms, 'On {{day}} {{student}} was absent.', 'Somebody'
     from unnest($1::bigint[]) as id,
       (values ('WHATSAPP', 'absent', '', ''), ('SMS', '', '1207160000000000001', '64f0c2a91b7e3d5f60a81c24'))
         as given (channel, name, dlt, sms)`,
    [ids],
  )
}

/** Changes the providers' behaviour all the time. */
async function misbehave({ seed, hurry }: MessagesRun, { whatsapp, sms }: ProvidersStandIn, signal: AbortSignal): Promise<void> {
  const chance = chanceOf(seed, 1)
  const usual = hurry ? { ...weights, ignored: 0, silent: 0 } : weights
  whatsapp.setFault(() => chance.weighed(usual))
  // An SMS has no fallback channel.
  sms.setFault(() => chance.weighed({ ...usual, refused: 0 }))
  while (!signal.aborted) {
    whatsapp.setReportMode(chance.pick(reportModes))
    sms.setReportMode(chance.pick(reportModes.filter((reportMode) => reportMode !== 'failed')))
    await sleep(chance.whole(100, 600))
  }
  for (const taking of [whatsapp, sms]) {
    taking.setFault('none')
    taking.setReportMode('prompt')
  }
}

/** Queues some messages and kills a server while they are sent, repeatedly. */
async function queueAndKill(
  run: MessagesRun,
  database: Database,
  schools: readonly TestSchool[],
  servers: readonly MortalServer[],
): Promise<void> {
  const chance = chanceOf(run.seed, 2)
  const restarts = servers.map(() => Promise.resolve())
  let queued = 0
  for (let kill = 0; kill < run.kills; kill += 1) {
    const upTo = Math.round((run.messages * (kill + 1)) / run.kills)
    const school = schools[kill % 5 === 0 ? 1 : 0] as TestSchool
    await queueSome(database, school.id, queued, upTo, kill)
    queued = upTo
    const nth = kill % servers.length
    await restarts[nth]
    await untilBusy(run)
    await sleep(chance.whole(0, 400))
    const died = await databaseClock(run.ownerUrl)
    const restart = servers[nth]?.kill() ?? Promise.resolve()
    restarts[nth] = restart
    // The failure is reported where it is awaited.
    restart.catch(() => undefined)
    if (run.hurry) {
      await restart
      await giveUpMessages(run.ownerUrl, died)
    }
    if ((kill + 1) % 10 === 0) run.say(`${queued} messages are queued, the servers were killed ${kill + 1} times`)
  }
  await Promise.all(restarts)
}

/** Queues messages to different phones, by both channels in turn or by SMS alone. Every portion is queued twice. */
async function queueSome(database: Database, schoolId: number, from: number, upTo: number, portion: number): Promise<void> {
  const school = await schoolById(database, schoolId)
  if (!school || upTo === from) return
  const messages = Array.from({ length: upTo - from }, (_, place) => ({
    event: `${from + place}`,
    studentIds: [],
    phone: `7${String(from + place).padStart(9, '0')}`,
    params: { student: `Pupil ${from + place}`, day: '2026-11-25' },
  }))
  const channels = portion % 2 === 0 ? (['WHATSAPP', 'SMS'] as const) : (['SMS'] as const)
  for (let times = 0; times < 2; times += 1)
    await database.transaction(schoolId, (db) => queueMessages(db, school, 'ABSENCE', messages, { channels }))
}

async function untilBusy({ ownerUrl }: MessagesRun): Promise<void> {
  for (const end = AbortSignal.timeout(mostWait); !end.aborted; await sleep(10)) {
    const [busy] = await asOwner<{ sending: number; left: number }>(
      ownerUrl,
      `select count(*) filter (where state = 'SENDING')::int as sending, count(*)::int as left
       from messages where state in ('QUEUED', 'SENDING')`,
      [],
    )
    if (busy?.sending || busy?.left === 0) return
  }
  throw new Error('Nothing is sent any more.')
}

/**
 * Waits until no message is queued and the providers have sent all webhooks. Makes messages due that were postponed by
 * minutes.
 */
async function settle(run: MessagesRun, servers: readonly MortalServer[], { whatsapp, sms }: ProvidersStandIn): Promise<void> {
  await Promise.all(servers.map((server) => server.up()))
  const due = [
    "update messages set due_at = now() where state = 'QUEUED' and due_at > now()",
    `update message_queue q set due_at = now() from messages m
     where q.school_id = m.school_id and q.message_id = m.id and m.state = 'QUEUED' and q.due_at > now()`,
  ]
  let least = Number.POSITIVE_INFINITY
  // As long as there is progress.
  for (let end = AbortSignal.timeout(mostWait); !end.aborted; await sleep(200)) {
    for (const statement of due) await asOwner(run.ownerUrl, statement)
    const [{ waiting } = { waiting: 0 }] = await asOwner<{ waiting: number }>(
      run.ownerUrl,
      'select count(*)::int as waiting from message_queue',
      [],
    )
    // A sent message causes up to six webhooks.
    const left = 10 * waiting + whatsapp.waiting() + sms.waiting()
    if (left === 0) return
    if (left < least) end = AbortSignal.timeout(mostWait)
    least = Math.min(least, left)
  }
  run.say('Some messages have not come to their end.')
}
