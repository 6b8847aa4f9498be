import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { admitCodeMessage } from '#platform/auth/codeBudget.ts'
import { phoneKey, redeemGuardianCode, requestGuardianCode } from '#platform/guardians/codes.ts'
import { invalidateSchool } from '#platform/school.ts'
import { type Carriers, startCarriers } from '#tests/carriers.ts'
import { eventually } from '#tests/eventually.ts'
import { type TestWorld, testWorld } from '#tests/world/testWorld.ts'
import { createGuardianCodeSender } from './guardianCodes.ts'
import { saveTemplate } from './templates.commands.ts'

/* Sends a guardian's code end to end: the product's own sender hands it to the stand-in of the SMS provider. */

const phone = '9876543210'

let carriers: Carriers
let world: TestWorld
let owner: pg.Client
beforeAll(async () => {
  carriers = await startCarriers()
  world = await testWorld()
  owner = new pg.Client(world.ownerUrl)
  await owner.connect()
  const { services } = await world.call('superadmin')
  carriers.send(world.database, services.config)
  await owner.query(`update schools set sender_id = 'OWNSCH' where id = any($1)`, [[world.own.id, world.other.id]])
  invalidateSchool(world.database, world.own.id)
  invalidateSchool(world.database, world.other.id)
})
afterAll(async () => {
  await carriers.stop()
  await owner.end()
  await world.close()
})

async function send(to: string): Promise<void> {
  const { services } = await world.call('superadmin')
  const sendCode = createGuardianCodeSender(world.database, carriers.providers, services.config)
  await sendCode(to, [world.own.id, world.other.id])
}

const queued = async () => (await owner.query(`select school_id::int as school, params, text, phone from messages`)).rows

test('a school that can write to no phone sends nothing', async () => {
  await send(phone)
  expect(await queued()).toEqual([])
  expect((await owner.query('select from guardian_codes')).rowCount).toBe(0)
})

test('the first school that can sends one code, which nobody reads in the message', async () => {
  const superadmin = await world.call('superadmin')
  await saveTemplate(superadmin, world.other.id, {
    kind: 'SIGN_IN_CODE',
    name: '',
    language: 'en',
    price: 12,
    channel: 'SMS',
    whatsappName: '',
    dltTemplateId: '1107161234567890123',
    smsTemplateId: '64f0c2a91b7e3d5f60a81c24',
    text: '{{code}} is your code for Shala.',
  })
  await send('9000000099')
  expect(await queued()).toEqual([])
  const { kysely } = world.database
  const { secrets } = superadmin.services.config
  await requestGuardianCode(kysely, phoneKey(secrets, phone), 'this device')
  await send(phone)
  const taken = await eventually(() => {
    const [message] = carriers.standIn.sms.messages()
    if (!message) throw new Error('Nothing came by SMS yet.')
    return message
  })
  expect(taken.to).toBe(`91${phone}`)
  const [code = ''] = taken.values
  expect(code).toMatch(/^\d{8}$/)
  const rows = await eventually(async () => {
    const all = await queued()
    expect(all).toMatchObject([{ school: world.other.id, phone, text: '•••••• is your code for Shala.' }])
    return all
  })
  expect(JSON.stringify(rows)).not.toContain(code)
  const typed = { phone, code, device: 'this device' }
  expect(await redeemGuardianCode(kysely, secrets, { ...typed, device: 'another device' })).toBe(false)
  expect(await redeemGuardianCode(kysely, secrets, typed)).toBe(true)
  expect(await redeemGuardianCode(kysely, secrets, typed)).toBe(false)
})

test('a school whose budget is used up sends no code, and its audit log says so once', async () => {
  const { services } = await world.call('superadmin')
  const before = (await queued()).length
  await owner.query(
    `insert into auth.code_counts (kind, school, hours, window_start, count) values ('SENT', $1, 1, now(), 3000)
     on conflict (kind, school, hours) do update set count = 3000`,
    [world.other.id],
  )
  for (let time = 0; time < 3; time++) await send(phone)
  expect((await queued()).length).toBe(before)
  const logged = await owner.query(`select school_id::int as school, role from audit_log where action = 'code.budgetReached'`)
  expect(logged.rows).toEqual([{ school: world.other.id, role: 'JOB' }])
  expect(await admitCodeMessage(world.database, world.own.id, services.config.codesPerHour)).toBeNull()
})
