import { decodeJwt } from 'jose'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { codeExchange } from '#scripts/codeExchange.ts'
import { eventually } from '#tests/eventually.ts'
import { type Carriers, startCarriers } from '#tests/carriers.ts'
import { type TestSignIn, testSignIn, type TestUser } from '#tests/signIn.ts'
import type { Call } from '#platform/command.ts'
import { invalidateSchool, type School } from '#platform/school.ts'
import type { Services } from '#platform/services.ts'
import { callerOf, viewerOf } from '#platform/viewer.ts'
import { listMessages } from './messages.commands.ts'
import { createSignInCodeSender } from './signInCodes.ts'
import { saveTemplate } from './templates.commands.ts'

/*
 * Sends first sign-in codes end to end. The sign-in service queues the code and the product's sender hands it to the
 * local stand-in of WhatsApp, SMS or mail. The test then types the code that arrived.
 */

let carriers: Carriers
let app: TestSignIn
let owner: pg.Client
let schoolId: number

beforeAll(async () => {
  carriers = await startCarriers()
  app = await testSignIn({}, (database) => createSignInCodeSender(database, carriers.providers))
  owner = new pg.Client(app.ownerUrl)
  await owner.connect()
  schoolId = (await app.addUser()).schoolId
  carriers.send(app.database, app.config)
  const superadmin = await app.addUser({ role: 'SUPERADMIN', schoolId: 0 })
  for (const template of [whatsappTemplate, smsTemplate]) await saveTemplate(await callOf(superadmin), schoolId, template)
})
afterAll(async () => {
  await carriers.stop()
  await owner.end()
  await app.close()
})
beforeEach(() => settings({ whatsapp: true, smsDisabled: false, senderId: 'OWNSCH' }))
afterEach(() => {
  carriers.standIn.whatsapp.setFault('none')
  expect(app.reports).toEqual([])
})

const common = { kind: 'SIGN_IN_CODE', name: '', language: 'en', price: 12 }
const whatsappTemplate = {
  ...common,
  channel: 'WHATSAPP',
  whatsappName: 'sign_in_code',
  dltTemplateId: '',
  smsTemplateId: '',
  text: '{{code}} is your verification code.',
}
const smsTemplate = {
  ...common,
  channel: 'SMS',
  whatsappName: '',
  dltTemplateId: '1107161234567890123',
  smsTemplateId: '64f0c2a91b7e3d5f60a81c24',
  text: '{{code}} is your code for Shala.',
}
const mine = 'a password of mine'

async function settings(values: Partial<School>): Promise<void> {
  await app.database.kysely.updateTable('schools').set(values).where('id', '=', schoolId).execute()
  invalidateSchool(app.database, schoolId)
}

async function callOf(user: TestUser): Promise<Call> {
  return {
    database: app.database,
    services: {} as Services,
    viewer: await viewerOf(app.database, user.subject),
    requestId: 'test',
    address: '127.0.0.1',
  }
}

let phones = 9_000_000_000

/** Adds a person without an own password and requests a code in a session that the phone number opened. */
async function asking() {
  phones += 1
  const user = await app.addUser({ firstPassword: true, phone: String(phones) })
  const cookie = await app.signIn(user.email, user.phone)
  const { body: way } = await app.post('/send-code', {}, cookie)
  return { user, cookie, way }
}

async function takenBy(channel: 'whatsapp' | 'sms', user: TestUser) {
  return eventually(() => {
    const taken = carriers.standIn[channel].messages().find(({ to }) => to === `91${user.phone}`)
    if (!taken) throw new Error(`Nothing came by ${channel} yet.`)
    return taken
  })
}

const choose = (cookie: string, code: string) => app.post('/choose-password', { newPassword: mine, code }, cookie)

/** Returns whether a session may do anything but choose a password. */
async function isOpen(cookie: string, user: TestUser): Promise<boolean> {
  const { accessToken } = await codeExchange(app.appUrl, cookie, app.fetch)
  expect(decodeJwt(accessToken).sub).toBe(user.subject)
  const token = await app.verifyAccessToken(accessToken)
  if (!token) throw new Error('The token was expected to verify.')
  const { viewer, mustChoosePassword } = await callerOf(app.database, token)
  expect(mustChoosePassword ?? false).toBe(viewer === null)
  return viewer !== null
}

/** Checks that the code lets the session that requested it choose a password, and does nothing else. */
async function opensTheChoiceAlone({ user, cookie }: { user: TestUser; cookie: string }, code: string): Promise<void> {
  expect(code).toMatch(/^\d{8}$/)
  await expect(app.signIn(user.email, code)).rejects.toThrow('Invalid email or password')
  const elsewhere = await app.signIn(user.email, user.phone)
  expect(await choose(elsewhere, code)).toMatchObject({ status: 403, body: { code: 'WRONG_CODE' } })
  expect(await isOpen(cookie, user)).toBe(false)
  expect((await choose(cookie, code)).status).toBe(200)
  expect(await isOpen(cookie, user)).toBe(true)
  await expect(app.signIn(user.email, mine)).resolves.toBeTruthy()
}

/** A person's stored messages, and what staff see of them. */
async function ledgerOf(user: TestUser): Promise<string> {
  const { rows } = await owner.query<{ text: string }>(
    `select to_jsonb(m)::text as text from messages m where m.subject = $1
     union all select to_jsonb(e)::text from message_events e
       join messages m on m.school_id = e.school_id and m.id = e.message_id where m.subject = $1
     union all select to_jsonb(q)::text from message_queue q`,
    [user.subject],
  )
  const admin = await app.addUser({ role: 'ADMIN' })
  const shown = await listMessages(await callOf(admin), schoolId, {})
  return `${rows.map(({ text }) => text).join('\n')}\n${JSON.stringify(shown)}`
}

describe('the code of a first sign-in is sent to the phone or e-mail of the record', () => {
  test('by WhatsApp, as the only variable of an authentication template and on the button that copies it', async () => {
    const asked = await asking()
    expect(asked.way).toEqual({ channel: 'WHATSAPP', to: `••••••${asked.user.phone.slice(-4)}` })
    const { template, values, copyCode } = await takenBy('whatsapp', asked.user)
    expect(template).toBe('sign_in_code (en)')
    expect(values).toEqual([copyCode])
    await opensTheChoiceAlone(asked, values[0] ?? '')
  })

  test('by SMS where the school has no WhatsApp', async () => {
    await settings({ whatsapp: false })
    const asked = await asking()
    expect(asked.way).toEqual({ channel: 'SMS', to: `••••••${asked.user.phone.slice(-4)}` })
    const { template, values } = await takenBy('sms', asked.user)
    expect(template).toBe(`OWNSCH ${smsTemplate.smsTemplateId}`)
    expect(values).toHaveLength(1)
    await opensTheChoiceAlone(asked, values[0] ?? '')
  })

  test('by mail where the school has neither', async () => {
    await settings({ whatsapp: false, smsDisabled: true })
    const asked = await asking()
    expect(asked.way).toEqual({ channel: 'EMAIL', to: 'p•••@sign.test' })
    const mail = await eventually(() => {
      const found = carriers.mails().find((text) => text.includes(asked.user.email))
      if (found === undefined) throw new Error('No mail has come yet.')
      return found
    })
    expect(mail).toContain('Subject: Your sign-in code')
    await opensTheChoiceAlone(asked, /(\d{8}) is your code to sign in/.exec(mail)?.[1] ?? '')
  })

  test('by SMS where WhatsApp refuses the message', async () => {
    carriers.standIn.whatsapp.setFault('refused')
    const asked = await asking()
    expect(asked.way).toMatchObject({ channel: 'WHATSAPP' })
    const { values } = await takenBy('sms', asked.user)
    await opensTheChoiceAlone(asked, values[0] ?? '')
  })

  test('and is neither in the messages table, nor visible to staff, nor in the log', async () => {
    const asked = await asking()
    const { values } = await takenBy('whatsapp', asked.user)
    const [code = ''] = values
    await eventually(async () => expect(await ledgerOf(asked.user)).toContain('•••••• is your verification code.'))
    // The digits may occur in an id or a time by chance, but not between quotes or as a word.
    expect(await ledgerOf(asked.user)).not.toMatch(new RegExp(`(?<![\\d.-])${code}(?!\\d)`))
    expect(carriers.logged.join('\n')).not.toMatch(new RegExp(`(?<![\\d.-])${code}(?!\\d)`))
  })
})

describe('the registered text of a sign-in code', () => {
  const saved = async (form: object) => {
    const superadmin = await app.addUser({ role: 'SUPERADMIN', schoolId: 0 })
    return saveTemplate(await callOf(superadmin), schoolId, form)
  }
  const second = { ...whatsappTemplate, language: 'hi' }

  test.each([
    ['a text without the code', 'Welcome to the school.', 'Write {{code}} where the code stands'],
    [
      'a variable that WhatsApp does not take beside the code',
      '{{code}} is the code of {{school}}.',
      '{{school}} is not a variable of this kind. Use {{code}}',
    ],
  ])('is refused for %s', async (_name, text, message) => {
    await expect(saved({ ...second, text })).rejects.toMatchObject({ code: 'BAD_INPUT', problems: [{ path: 'text', message }] })
  })
})
