import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { createChannels, type Providers } from '#domains/messaging/server/channels.ts'
import { queueMessages } from '#domains/messaging/server/queue.sql.ts'
import { startSender } from '#domains/messaging/server/sender.ts'
import { sendingTimes } from '#domains/messaging/server/sending.sql.ts'
import { type Job, migrateJobs, startJobs } from '#platform/jobs/jobs.ts'
import { pushClient } from '#platform/push/client.ts'
import { invalidateSchool, schoolById } from '#platform/school.ts'
import { smsClient } from '#platform/sms/client.ts'
import { whatsappClient } from '#platform/whatsapp/client.ts'
import { appUrl } from '#platform/database/connect.ts'
import type { Ground } from '../matrix/ground.ts'
import type { CanaryServer } from './canaryServer.ts'
import { hostileProvider } from './hostileProvider.ts'

/** Content of a message, in words that occur nowhere else. */
export interface Told {
  word: string
  phone: string
  email: string
}

/** Number of messages: every reply of the provider, on each channel. */
const each = 14
const ways = ['WHATSAPP', 'SMS', 'EMAIL'] as const
/** Sends and retries a message without waiting. */
const shortTimes = { ...sendingTimes, pollMs: 20, recipientPauseMs: 1, lockTimeoutMs: 200, retryDelayMs: () => 10 }

/**
 * Sends messages to providers that fail, return invalid responses or repeat their input, and to a mail server that
 * throws.
 * @returns the number of messages that were handed over; all have failed
 */
export async function sendToHostileProviders(ground: Ground, { database, log, url }: CanaryServer, told: Told): Promise<number> {
  const { id } = ground.own
  const provider = await hostileProvider()
  let mails = 0
  const providers: Providers = {
    whatsapp: {
      appSecret: told.word,
      verifyToken: told.word,
      client: whatsappClient({ url: provider.url, phoneNumberId: '1', token: told.word }, 2000),
    },
    sms: { webhookSecret: told.word, client: smsClient({ url: provider.url, authKey: told.word }, 2000) },
    push: pushClient(ground.config.push),
  }
  const handMail = async (mail: { to: string }): Promise<never> => {
    mails += 1
    throw new Error(`550 nobody here is called ${mail.to}`)
  }
  // No quiet hours, at any time of day.
  await ground.owner.query("update schools set quiet_from = '00:00', quiet_to = '00:00' where id = $1", [id])
  invalidateSchool(database, id)
  const school = await schoolById(ground.database, id)
  if (!school) throw new Error('The school of the matrix is not there.')
  await database.transaction(id, async (db) => {
    for (const way of ways)
      await queueMessages(
        db,
        { ...school, quietFrom: '00:00', quietTo: '00:00' },
        'FEE_REMINDER',
        Array.from({ length: each }, (_, nth) => ({
          event: `kanari ${way} ${nth}`,
          studentIds: [ground.own.student8A],
          phone: told.phone,
          email: told.email,
          params: { student: told.word },
        })),
        { channels: [way] },
      )
  })
  const template = { name: 'reminder', language: 'en', smsTemplateId: '1', text: 'Hello {{student}}' }
  const sender = startSender(
    {
      database,
      log,
      perSecond: {},
      channels: createChannels({ database, providers, handMail, appUrl: url }),
      compose: async (_, __, { params }) => ({
        template,
        params,
        text: `Hello ${told.word}`,
        title: told.word,
        link: null,
        tag: null,
      }),
    },
    shortTimes,
  )
  for (let tries = 0; tries < 400 && !(provider.asked() >= 2 * each && mails >= each); tries += 1) await sleep(50)
  await sender.stop()
  await provider.stop()
  if (provider.asked() < 2 * each || mails < each)
    throw new Error(`Only ${provider.asked()} messages and ${mails} mails were handed over.`)
  return provider.asked() + mails
}

/**
 * Runs two jobs that fail: one with an SQL statement whose error quotes its values, and one with an error message about
 * a person.
 * @returns the number of failed jobs
 */
export async function failJobs(ground: Ground, { database, log }: CanaryServer, { word, phone, email }: Told): Promise<number> {
  await migrateJobs(ground.ownerUrl)
  const job: Job<{ schoolId: number; nth: number }> = {
    name: 'kanari',
    retryLimit: 0,
    run: async ({ nth }) => {
      if (nth === 0) await sql`select ${word}::text::integer`.execute(database.kysely)
      throw new Error(`550 nobody here is called ${email} or ${phone}`)
    },
  }
  const jobs = await startJobs(appUrl(ground.ownerUrl, ground.config.secretKey), [job as Job<never>], log, 2)
  for (const nth of [0, 1]) await jobs.send(job, { schoolId: ground.own.id, nth })
  const failed = async () =>
    (await ground.owner.query("select from jobs.job where name = 'kanari' and state = 'failed'")).rowCount ?? 0
  for (let tries = 0; tries < 400 && (await failed()) < 2; tries += 1) await sleep(50)
  await jobs.stop(1000)
  if ((await failed()) < 2) throw new Error('The jobs that fail did not fail.')
  return 2
}
