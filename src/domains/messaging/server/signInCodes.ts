import { randomUUID } from 'node:crypto'
import type { CodeRecipient, CodeSender, CodeDestination } from '#platform/auth/codeSender.ts'
import { sentCode } from '#platform/auth/codes.ts'
import type { Database } from '#platform/database/connect.ts'
import { type School, schoolById } from '#platform/school.ts'
import { channelProblem, kindSetting } from '../kinds.rules.ts'
import { type MessageChannel, reaches } from '../messaging.rules.ts'
import { codeSessionParam, hiddenCode } from '../oneTimeCode.rules.ts'
import type { Providers } from './channels.ts'
import { queueMessages } from './queue.sql.ts'
import { kindsOfSchool, templatesOfSchool } from './templates.sql.ts'
import { wakeSender } from './wakeSender.ts'

/** The kind of message that carries a code. */
const kind = 'SIGN_IN_CODE'

/** The channels for codes. APP is not one: a notification would go to devices that are signed in already. */
const codeChannels: readonly MessageChannel[] = ['WHATSAPP', 'SMS', 'EMAIL']

/** Creates the sender of first sign-in codes. It queues them as messages, by the school's channels and at any hour. */
export function createSignInCodeSender(database: Database, providers: Pick<Providers, 'whatsapp' | 'sms'>): CodeSender {
  return {
    destinationOf: async (recipient) => {
      const { channels } = await openChannels(database, providers, recipient)
      const [channel] = channels
      return channel === undefined ? null : maskedWay(channel, recipient)
    },
    send: async (recipient, session) => {
      const { school, channels } = await openChannels(database, providers, recipient)
      if (!school || channels.length === 0) return
      const { subject, studentId, phone, email } = recipient
      await database.transaction(school.id, (db) =>
        queueMessages(
          db,
          school,
          kind,
          [
            {
              event: `${subject}/${randomUUID()}`,
              studentIds: studentId === null ? [] : [studentId],
              phone,
              email,
              subject,
              params: { code: hiddenCode, [codeSessionParam]: session },
              expiresAt: new Date(Date.now() + sentCode.minutes * 60_000),
            },
          ],
          { channels },
        ),
      )
      wakeSender(database)
    },
  }
}

/** Returns the school, and the channels by which it can send a code to a recipient now, in their order. */
export async function openChannels(
  database: Database,
  providers: Pick<Providers, 'whatsapp' | 'sms'>,
  recipient: Pick<CodeRecipient, 'schoolId' | 'subject' | 'phone' | 'email'>,
): Promise<{ school: School | undefined; channels: MessageChannel[] }> {
  const school = await schoolById(database, recipient.schoolId)
  if (!school) return { school, channels: [] }
  const db = database.kysely
  const [templates, kinds] = await database.read(school.id, [
    templatesOfSchool(db, school.id).where('kind', '=', kind),
    kindsOfSchool(db, school.id).where('kind', '=', kind),
  ] as const)
  const { enabled, channels } = kindSetting(school, kind, kinds[0])
  const ready = { WHATSAPP: providers.whatsapp !== null, SMS: providers.sms !== null, EMAIL: true, APP: false }
  const usable = channels.filter(
    (channel) =>
      enabled &&
      codeChannels.includes(channel) &&
      ready[channel] &&
      reaches(channel, recipient) &&
      channelProblem(school, templates, { kind, name: '', channel }) === null,
  )
  return { school, channels: usable }
}

/** Returns a channel with as much of the address as its owner needs to recognize it. */
function maskedWay(channel: MessageChannel, { phone, email }: CodeRecipient): CodeDestination {
  if (channel !== 'EMAIL') return { channel: channel === 'WHATSAPP' ? channel : 'SMS', to: `••••••${phone.slice(-4)}` }
  const [name = '', host = ''] = email.split('@')
  return { channel, to: `${name.slice(0, 1)}•••@${host}` }
}
