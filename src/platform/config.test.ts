import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadConfig } from './config.ts'
import { WrongSetting } from './settings.ts'

let dataDir = ''

beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'shala-config-'))
})

afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

const load = (env: Record<string, string>) => loadConfig({ DATA_DIR: dataDir, ...env })

test('with nothing set it is one machine: port 4000 of this machine only, a secret of its own, demo on', () => {
  const config = load({})
  expect(config).toMatchObject({
    production: false,
    port: 4000,
    host: '127.0.0.1',
    appUrl: 'http://localhost:4000',
    demo: true,
    metricsPort: 0,
    trustedProxies: [],
    databaseUrl: undefined,
    smtpUrl: undefined,
    payuUrl: undefined,
  })
  expect(load({}).secretKey).toBe(config.secretKey)
  expect(readFileSync(join(dataDir, 'secret.key'), 'utf8')).toHaveLength(64)
  expect(statSync(join(dataDir, 'secret.key')).mode & 0o777).toBe(0o600)
})

test.each([
  [{ PORT: 'abc' }, "The setting PORT must be a whole number from 0 to 65535 (it is 'abc')."],
  [{ DEMO: 'yes' }, "The setting DEMO must be on or off (it is 'yes')."],
  [{ TRUSTED_PROXIES: '10.0.0.0/8, nginx' }, 'The setting TRUSTED_PROXIES must be addresses or networks'],
  [{ TRUSTED_PROXIES: '10.0.0.0/33' }, 'The setting TRUSTED_PROXIES must be'],
  [{ BACKUP_EVERY: '15' }, 'The settings BACKUP_EVERY and BACKUP_FOLDER belong together: set both or neither.'],
  [{ BACKUP_EVERY: '0', BACKUP_FOLDER: '/mnt/backup' }, "The setting BACKUP_EVERY must be 1 or more (it is '0')."],
  [{ BACKUP_EVERY: '15', BACKUP_FOLDER: 'backup' }, 'The setting BACKUP_FOLDER must be the absolute path'],
  [{ BACKUP_URL: 'file:///mnt/backup' }, 'The setting BACKUP_URL is of an earlier version: set BACKUP_EVERY=15 and'],
  [{ NODE_ENV: 'production' }, 'The setting SECRET_KEY is required in production'],
  [
    {
      NODE_ENV: 'production',
      SECRET_KEY: 'x'.repeat(32),
      APP_URL: 'https://shala.test',
      SMTP_URL: 'smtp://mail.test',
      PASSWORD_COST: 'cheap',
    },
    'The setting PASSWORD_COST must be full in production',
  ],
])('a wrong setting is refused with its name: %o', (env, message) => {
  expect(() => load(env)).toThrow(WrongSetting)
  expect(() => load(env)).toThrow(message)
})

test.each(['DATABASE_URL', 'SMTP_URL', 'PDF_SERVICE_URL', 'PAYU_URL', 'SECRET_KEY'])(
  'what %s was is not repeated: it may hold a password',
  (name) => {
    expect(() => load({ [name]: 'hunter2' })).toThrow(`The setting ${name} must`)
    expect(() => load({ [name]: 'hunter2' })).not.toThrow('hunter2')
  },
)

test('connections to the database are divided among the processes, and one more for when they are replaced', () => {
  const each = (env: Record<string, string>) => load(env).connectionsPerProcess
  expect(each({ PROCESSES: '1' })).toBe(20)
  expect(each({ PROCESSES: '2' })).toBe(20)
  expect(each({ PROCESSES: '8' })).toBe(10)
  expect(each({ PROCESSES: '16' })).toBe(8)
  expect(each({ PROCESSES: '3', DATABASE_CONNECTIONS: '100' })).toBe(25)
  expect(() => load({ PROCESSES: '3', DATABASE_CONNECTIONS: '20' })).toThrow(
    "The setting DATABASE_CONNECTIONS must be 32 or more for 3 serving processes (it is '20'). Or choose fewer with PROCESSES.",
  )
  expect(load({ PROCESSES: '16' }).connections).toBe(17 * 8 + 4)
  expect(() => load({ PROCESSES: '0' })).toThrow("The setting PROCESSES must be 1 or more (it is '0').")
})

test('networks of proxies are taken one by one', () => {
  expect(load({ TRUSTED_PROXIES: '10.0.0.0/8, ::1' }).trustedProxies).toEqual(['10.0.0.0/8', '::1'])
})

test('the gateway is an address without a slash at its end', () => {
  expect(load({ PAYU_URL: 'https://test.payu.in/' }).payuUrl).toBe('https://test.payu.in')
  expect(() => load({ PAYU_URL: 'test.payu.in' })).toThrow('The setting PAYU_URL must be an address')
})

test('half a secret is not taken for the whole one', () => {
  const file = join(dataDir, 'secret.key')
  const kept = readFileSync(file)
  writeFileSync(file, '')
  expect(() => load({})).toThrow('does not hold the installation')
  writeFileSync(file, kept)
})

const whatsapp = {
  WHATSAPP_PHONE_NUMBER_ID: '1055',
  WHATSAPP_TOKEN: 'token',
  WHATSAPP_APP_SECRET: 'secret',
  WHATSAPP_VERIFY_TOKEN: 'word',
}

test('a provider of messages is set up wholly or not at all; its address has a default', () => {
  const { whatsapp: none, sms, push } = load({})
  expect([none, sms]).toEqual([undefined, undefined])
  expect(push).toMatchObject({ subject: 'mailto:no-reply@shala.test', hosts: [] })
  expect(load({ ...whatsapp }).whatsapp).toMatchObject({ url: 'https://graph.facebook.com/v23.0', phoneNumberId: '1055' })
  expect(load({ SMS_AUTH_KEY: 'key', SMS_WEBHOOK_SECRET: 'x'.repeat(16) }).sms?.url).toBe('https://control.msg91.com')
  expect(load({ PUSH_HOSTS: 'Push.School.test, *.push.test' }).push.hosts).toEqual(['push.school.test', '*.push.test'])
  for (const [env, message] of [
    [{ ...whatsapp, WHATSAPP_APP_SECRET: '' }, 'The setting WHATSAPP_APP_SECRET is required: WhatsApp is set up in part.'],
    [{ SMS_URL: 'http://sms.test' }, 'The settings SMS_AUTH_KEY, SMS_WEBHOOK_SECRET are required: SMS is set up in part.'],
    [{ PUSH_PUBLIC_KEY: push.publicKey }, 'The setting PUSH_PRIVATE_KEY is required: web push is set up in part.'],
    [{ PUSH_PUBLIC_KEY: 'B1', PUSH_PRIVATE_KEY: push.privateKey }, 'The setting PUSH_PUBLIC_KEY must be the public half'],
    [{ PUSH_HOSTS: 'https://push.test' }, 'The setting PUSH_HOSTS must be hosts'],
    [{ SMS_WEBHOOK_SECRET: 'hunter2' }, 'The setting SMS_WEBHOOK_SECRET must have 16 characters or more.'],
  ] as const)
    expect(() => load(env)).toThrow(message)
})

test('the keys of web push belong to the secret, so that every process of an installation has the same', () => {
  const [first, again, other] = ['a', 'a', 'b'].map((letter) => load({ SECRET_KEY: letter.repeat(32) }).push)
  expect(again).toEqual(first)
  expect(other?.publicKey).not.toBe(first?.publicKey)
  expect(Buffer.from(first?.publicKey ?? '', 'base64url')).toHaveLength(65)
  expect(load({ PUSH_PUBLIC_KEY: first?.publicKey ?? '', PUSH_PRIVATE_KEY: first?.privateKey ?? '' }).push).toMatchObject(
    first ?? {},
  )
})
