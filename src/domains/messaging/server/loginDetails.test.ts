import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '#tests/eventually.ts'
import { asOwner } from '#tests/asOwner.ts'
import { fromNow } from '#tests/moments.ts'
import { addStudents, setSchool } from '#tests/world/rows.ts'
import { type TestWorld, testWorld } from '#tests/world/testWorld.ts'
import { type Carriers, startCarriers } from '#tests/carriers.ts'
import { createAccounts, setPassword } from '#platform/auth/accounts.ts'
import { createPasswordVerifier } from '#platform/auth/passwords.ts'
import { previewMessages, queueMessages } from './compose.commands.ts'
import { listMessages } from './messages.commands.ts'
import { saveTemplate } from './templates.commands.ts'

let carriers: Carriers
let world: TestWorld

beforeAll(async () => {
  carriers = await startCarriers()
  world = await testWorld()
  // No quiet hours, at whatever time the test runs.
  await setSchool(world, world.own, { senderId: 'OWNSCH', whatsapp: true, quietFrom: '00:00', quietTo: '00:00' })
})
afterAll(async () => {
  await carriers.stop()
  await world.close()
})

const text = '{{student}}: sign in at {{address}} with {{login}}, one-time code {{code}}. {{school}}'

/** Adds a student whose password is still the phone number. */
async function addFamily(phone: string): Promise<{ id: number; subject: string }> {
  const { id: schoolId, section7B } = world.own
  const [id = 0] = await addStudents(world, world.own, section7B, 1)
  const email = `pupil.${phone}@own.test`
  await asOwner(world.ownerUrl, 'update students set phone = $2, login_email = $3 where id = $1', [id, phone, email])
  const [subject = ''] = await world.database.transaction(schoolId, (tx) =>
    createAccounts(tx, [{ email, name: 'Pupil', schoolId, studentId: id }]),
  )
  return { id, subject }
}

async function opens(subject: string, password: string): Promise<boolean> {
  const { rows } = await sql<{ hash: string }>`
    select password as hash from auth.account where "userId" = ${subject}
  `.execute(world.database.kysely)
  const { secrets } = (await world.call('admin')).services.config
  return createPasswordVerifier(world.database, secrets)({ hash: rows[0]?.hash ?? '', password })
}

test('login details sent by WhatsApp contain a one-time code that is valid for seven days', async () => {
  const call = await world.call('superadmin')
  await saveTemplate(call, world.own.id, {
    kind: 'LOGIN_DETAILS',
    name: '',
    channel: 'WHATSAPP',
    language: 'en',
    whatsappName: 'login_details',
    dltTemplateId: '',
    smsTemplateId: '',
    text,
    price: 12,
  })
  const week = 7 * 86_400_000
  const earliest = fromNow(week)
  const [first, chosen] = [await addFamily('9822000041'), await addFamily('9822000042')]
  await world.database.transaction(world.own.id, (tx) => setPassword(tx, chosen.subject, 'seven green kites', 'own'))
  const wanted = { kind: 'LOGIN_DETAILS', audience: 2, sectionIds: [], studentIds: [first.id, chosen.id], text: '' }
  const seen = await previewMessages(call, world.own.id, wanted)
  expect(seen).toMatchObject({ recipients: 1, passwordChosen: 1, problems: [] })
  expect(seen.sample[0]?.text).toContain('one-time code ••••••.')
  await queueMessages(call, world.own.id, { ...wanted, key: randomUUID(), token: seen.token })
  carriers.send(world.database, call.services.config)

  const taken = await eventually(() => {
    const [message] = carriers.standIn.whatsapp.messages()
    if (!message) throw new Error('No message was taken yet.')
    return message
  })
  expect(taken).toMatchObject({ to: '919822000041', template: 'login_details (en)' })
  const [, , , code = ''] = taken.values
  expect(code).toMatch(/^[2-9A-HJKMNP-Z]{4}-[2-9A-HJKMNP-Z]{4}$/)
  // The button that copies a code belongs to authentication templates, which hold nothing but the code.
  expect(taken.copyCode).toBeUndefined()
  expect(await opens(first.subject, code)).toBe(true)
  expect(await opens(chosen.subject, 'seven green kites')).toBe(true)
  const [kept] = await asOwner<{ until: Date }>(
    world.ownerUrl,
    'select expires_at as until from auth.one_time_codes where user_id = $1',
    [first.subject],
  )
  expect(kept!.until.getTime()).toBeGreaterThanOrEqual(earliest.getTime())
  expect(kept!.until.getTime()).toBeLessThanOrEqual(fromNow(week).getTime())

  // The code is in neither the messages table, nor History, nor the log.
  const shown = await eventually(async () => {
    const text = JSON.stringify(await listMessages(call, world.own.id, {}))
    expect(text).toContain('one-time code ••••••.')
    return text
  })
  const stored = await asOwner<{ text: string }>(
    world.ownerUrl,
    'select m::text as text from messages m union all select e::text from message_events e union all select a::text from audit_log a',
    [],
  )
  for (const spelling of [code, code.replace('-', '')])
    expect([shown, ...stored.map((row) => row.text), ...carriers.logged].filter((line) => line.includes(spelling))).toEqual([])
})
