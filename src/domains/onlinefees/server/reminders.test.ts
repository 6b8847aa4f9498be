import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asOwner } from '#tests/asOwner.ts'
import { aPayment } from '#tests/world/fees.ts'
import { addOnlinePayments, type OnlineSchool } from '#tests/world/onlinePayments.ts'
import { addStudents, addTerm, assignFees, setSchool } from '#tests/world/rows.ts'
import { type TestWorld, testWorld, type Who } from '#tests/world/testWorld.ts'
import { viewFeeAccount } from '#domains/fees/server/account.queries.ts'
import { collectPayment } from '#domains/fees/server/payments.commands.ts'
import { previewFeeReminders, sendFeeReminders } from './reminders.commands.ts'

let world: TestWorld
let online: OnlineSchool
let pupils: number[]
const silently = <Row extends object>(statement: string, ...values: unknown[]) => asOwner<Row>(world.ownerUrl, statement, values)

beforeAll(async () => {
  world = await testWorld()
  const { own } = world
  online = await addOnlinePayments(world, own, (await world.call('admin')).services.config.secretKey)
  pupils = await addStudents(world, own, own.section7B, 3)
  await assignFees(world, own, online.fees.category, pupils)
  // The second and third are siblings.
  await silently("update students set phone = '9822000099' where id = any($1)", [pupils[1], pupils[2]])
  await setSchool(world, own, { senderId: 'OWNSCH', quietFrom: '00:00', quietTo: '00:00' })
  await silently(
    `insert into message_templates (school_id, kind, channel, dlt_template_id, sms_template_id, text, price, changed_by_name)
     values ($1, 'FEE_REMINDER', 'SMS', '1107161234567890123', '64f0c2a91b7e3d5f60a81c24', 'Rs.{{amount}} for {{student}}: s.in/{{code}}', 20, 'Super Admin')`,
    own.id,
  )
  // Reminders that go by themselves are switched off, which leaves those that a person sends.
  await silently(
    "insert into message_kinds (school_id, kind, enabled, channels, changed_by_name) values ($1, 'FEE_REMINDER', false, '{SMS}', 'Admin')",
    own.id,
  )
})
afterAll(() => world.close())

const filter = () => ({ termId: world.own.termId, terms: 'ALL' as const, sectionId: world.own.section7B })
const preview = async (input: object = {}, who: Who = 'fees') =>
  previewFeeReminders(await world.call(who), world.own.id, { ...filter(), ...input })
const send = async (token: string, key: string = randomUUID(), who: Who = 'fees') =>
  sendFeeReminders(await world.call(who), world.own.id, { ...filter(), token, key })

const queued = () =>
  silently<{ phone: string; amount: string; by: string; linkPhone: string | null }>(
    `select m.phone, m.params->>'amount' as amount, m.params->>'sentBy' as by, l.phone as "linkPhone"
     from messages m left join guardian_links l on l.school_id = m.school_id and l.id = (m.params->>'guardianLink')::bigint
     where m.school_id = $1 and m.kind = 'FEE_REMINDER' order by m.phone`,
    world.own.id,
  )

test('a list is previewed with one message for each family, and the same is sent once, each with its pay link', async () => {
  const seen = await preview()
  expect(seen).toMatchObject({ recipients: 2, students: 3, siblingsMerged: 1, problems: [], notes: [] })
  expect(seen.byChannel).toEqual([{ channel: 'SMS', count: 2, segments: 2, cost: 40 }])
  expect(seen.sample.map(({ text }) => text)).toContain('Rs.6,600.00 for Pupil 3, Pupil 4: s.in/••••')
  const key = randomUUID()
  const sent = await send(seen.token, key)
  expect(sent).toMatchObject({ kind: 'FEE_REMINDER', total: 2 })
  expect((await send(seen.token, key)).id).toBe(sent.id)
  const messages = await queued()
  expect(messages).toHaveLength(2)
  expect(messages.every(({ phone, linkPhone, by }) => phone === linkPhone && by !== '')).toBe(true)
  expect(messages.map(({ amount }) => amount).toSorted()).toEqual(['3,300.00', '6,600.00'])
  await expect(send(seen.token)).rejects.toMatchObject({ code: 'CONFLICT' })
  expect((await preview()).notes).toEqual(['2 of these families have had a reminder within 3 days.'])
})

test('a payment after the preview makes it outdated; whoever has paid is left out', async () => {
  const seen = await preview()
  const call = await world.call('admin')
  const [studentId = 0] = pupils
  const account = await viewFeeAccount(call, world.own.id, { termId: world.own.termId, studentId })
  const fees = account.fees.filter((fee) => fee.fixedAmount).map(({ id: feeId, version }) => ({ feeId, version }))
  const owed = account.fees.reduce((sum, fee) => sum + (fee.fixedAmount ? fee.amount : 0), 0)
  await collectPayment(call, world.own.id, aPayment(world.own, fees, owed, { studentId }))
  await expect(send(seen.token)).rejects.toMatchObject({ code: 'CONFLICT', problems: [{ path: 'token' }] })
  expect(await queued()).toHaveLength(2)
  expect(await preview()).toMatchObject({ recipients: 1, students: 2 })
})

test('only the lists of the current term, only for those who may; a list without anybody says so', async () => {
  const { own } = world
  const past = await addTerm(world, own, { name: '2015-16', past: true })
  await expect(preview({ termId: past, sectionId: undefined })).rejects.toMatchObject({
    code: 'BAD_INPUT',
    problems: [{ path: 'termId' }],
  })
  await expect(preview({}, 'teacher')).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expect(preview({}, 'limitedAdmin')).rejects.toMatchObject({ code: 'FORBIDDEN' })
  expect(await preview({ search: 'nobody of this name' })).toMatchObject({
    recipients: 0,
    problems: ['None of these students can be reached.'],
  })
})
