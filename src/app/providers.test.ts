import { rmSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { temporaryFolder } from '#scripts/temporaryFolder.ts'
import { loadConfig } from '#platform/config.ts'
import { Database } from '#platform/database/connect.ts'
import { messageProviders } from './providers.ts'
import { startStandIns } from '#development/standIns/startStandIns.ts'

const folder = temporaryFolder('carriers')
const production = {
  NODE_ENV: 'production',
  SECRET_KEY: 'x'.repeat(32),
  APP_URL: 'https://school.test',
  SMTP_URL: 'smtp://mail.test',
}
const sms = { SMS_AUTH_KEY: 'key', SMS_WEBHOOK_SECRET: 'x'.repeat(16) }
const whatsapp = {
  WHATSAPP_PHONE_NUMBER_ID: '1055',
  WHATSAPP_TOKEN: 'token',
  WHATSAPP_APP_SECRET: 'secret',
  WHATSAPP_VERIFY_TOKEN: 'word',
}

afterAll(() => rmSync(folder, { recursive: true, force: true }))

test.each([
  ['one machine', {}, { standIn: true, whatsapp: true, sms: true, own: false }],
  ['one that has SMS', sms, { standIn: true, whatsapp: true, sms: true, own: true }],
  ['one that has all', { ...sms, ...whatsapp }, { standIn: false, whatsapp: true, sms: true, own: true }],
  ['production without any', production, { standIn: false, whatsapp: false, sms: false, own: false }],
  ['production with SMS', { ...production, ...sms }, { standIn: false, whatsapp: false, sms: true, own: true }],
] as const)('on %s nothing is pretended that was set up, and in production nothing at all', async (_, env, expected) => {
  const config = loadConfig({ DATA_DIR: folder, ...env })
  const database = new Database('postgres://127.0.0.1:1/none', { onError: () => undefined })
  const standIns = await startStandIns(config, database)
  await standIns.stop()
  const providers = messageProviders(config, standIns.messages)
  expect({
    standIn: standIns.messages !== undefined,
    whatsapp: providers.whatsapp !== null,
    sms: providers.sms !== null,
    own: providers.sms?.webhookSecret === sms.SMS_WEBHOOK_SECRET,
  }).toEqual(expected)
  expect(providers.push.allows(`${standIns.messages?.url ?? 'http://127.0.0.1:1'}/push/a`)).toBe(expected.standIn)
})
