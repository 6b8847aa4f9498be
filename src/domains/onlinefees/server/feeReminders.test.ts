import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { asOwner } from '#tests/asOwner.ts'
import { aPayment } from '#tests/world/fees.ts'
import { addOnlinePayments, type OnlineSchool } from '#tests/world/onlinePayments.ts'
import { addFees, addStudents, assignFees, setSchool } from '#tests/world/rows.ts'
import { type TestWorld, testWorld } from '#tests/world/testWorld.ts'
import { checkData } from '#platform/dataChecks.ts'
import { viewFeeAccount } from '#domains/fees/server/account.queries.ts'
import { collectPayment } from '#domains/fees/server/payments.commands.ts'
import { queueFeeReminders } from './feeReminderJob.ts'
import { openPayLink } from './links.ts'

let world: TestWorld
let online: OnlineSchool
let pupils: number[]
const silently = <Row extends object>(statement: string, ...values: unknown[]) => asOwner<Row>(world.ownerUrl, statement, values)
const parts = async () => ({ database: world.database, config: (await world.call('admin')).services.config })
const remind = async (at: string) => queueFeeReminders(await parts(), new Date(`${at}+05:30`))

// The reminders of November 2026 and February 2027.
await vi.hoisted(async () => (await import('#tests/moment/testMoment.ts')).enterUsualMoment())

beforeAll(async () => {
  world = await testWorld(true)
  const { own } = world
  const { secretKey } = (await parts()).config
  online = await addOnlinePayments(world, own, secretKey)
  pupils = await addStudents(world, own, own.section7B, 6)
  await assignFees(world, own, online.fees.category, pupils)
  // A fee of a month that has not begun in November.
  await addFees(world, own, online.fees.category, [{ name: 'Tuition', amount: 999_900, month: 'FEB', sr: 9 }])
  // The third has no phone, the fourth is disabled, the fifth is a brother of the sixth.
  await silently("update students set phone = '1234567890' where id = $1", pupils[2])
  await silently('update students set disabled = true where id = $1', pupils[3])
  await silently("update students set phone = '9822000099' where id = any($1)", [pupils[4], pupils[5]])
  await pays(pupils[0] ?? 0, [online.fees.tuitionApr, online.fees.tuitionMay, online.fees.library], 330_000)
  await pays(pupils[1] ?? 0, [online.fees.tuitionApr], 50_050)
})
afterAll(() => world.close())

async function pays(studentId: number, feeIds: readonly number[], amount: number) {
  const call = await world.call('admin')
  const account = await viewFeeAccount(call, world.own.id, { termId: world.own.termId, studentId })
  const seen = feeIds.map((feeId) => ({ feeId, version: account.fees.find((fee) => fee.id === feeId)?.version ?? '' }))
  await collectPayment(call, world.own.id, aPayment(world.own, seen, amount, { studentId }))
}

interface Reminder {
  phone: string
  amount: string
  students: string
  link: string | null
  event: string
}
const reminders = () =>
  silently<Reminder>(
    `select m.phone, m.event, m.params->>'amount' as amount, m.params->>'guardianLink' as link,
       array(select student_id from message_students s where s.school_id = m.school_id and s.message_id = m.id order by 1)::text as students
     from messages m where m.school_id = $1 and m.kind = 'FEE_REMINDER' order by m.phone`,
    world.own.id,
  )

/** Who owes what by the rows themselves: fixed fees of April to November and one time, less every line that stands. */
const owed = () =>
  silently<{ phone: string; amount: string; students: string }>(
    `with asked as (
       select s.id, s.phone, f.amount - coalesce((select sum(l.amount) from collected_lines l
         where l.school_id = s.school_id and l.student_id = s.id and l.fee_id = f.id and l.deleted_at is null and l.status <> 'FAILED'), 0) as left
       from students s
       join student_fee_categories a on a.school_id = s.school_id and a.student_id = s.id and a.term_id = $2
       join fees f on f.school_id = s.school_id and f.fee_category_id = a.fee_category_id
       where s.school_id = $1 and not s.disabled and s.phone <> '1234567890' and f.fixed_amount and f.deleted_at is null
         and (f.month is null or f.month in ('APR','MAY','JUN','JUL','AUG','SEP','OCT','NOV'))
     ), child as (select id, phone, sum("left") as pending from asked group by id, phone having sum("left") > 0)
     select phone, to_char(sum(pending) / 100, 'FM9,99,990.00') as amount, array_agg(id order by id)::text as students
     from child group by phone order by phone`,
    world.own.id,
    world.own.termId,
  )

test('nobody is reminded before the day and hour or without a registered text; then everybody is reminded once', async () => {
  await setSchool(world, world.own, { senderId: 'OWNSCH', feesDate: 5 })
  expect(await remind('2026-11-05T10:00:00')).toBe(0)
  await silently(
    `insert into message_templates (school_id, kind, channel, dlt_template_id, sms_template_id, text, changed_by_name)
     values ($1, 'FEE_REMINDER', 'SMS', '1107161234567890123', '64f0c2a91b7e3d5f60a81c24', 'Rs.{{amount}} for {{student}}: s.in/{{code}}', 'Super Admin')`,
    world.own.id,
  )
  expect([await remind('2026-11-05T09:59:59'), await remind('2026-11-04T12:00:00')]).toEqual([0, 0])
  const expected = await owed()
  expect(expected).toHaveLength(3)
  const queued = await Promise.all([1, 2, 3].map(() => remind('2026-11-05T10:00:00')))
  expect(queued.toSorted((one, other) => one - other)).toEqual([0, 0, 3])
  const told = await reminders()
  expect(told.map(({ phone, amount, students }) => ({ phone, amount, students }))).toEqual(expected)
  expect(await remind('2026-11-05T10:05:00')).toBe(0)
  // A day that is set anew in the same month reminds nobody twice.
  await setSchool(world, world.own, { feesDate: 20 })
  expect(await remind('2026-11-20T10:00:00')).toBe(0)
  expect(await reminders()).toEqual(told)
})

test('each reminder has a pay link: an existing link is kept, a new one is made, and the audit log says who made it', async () => {
  const links = await silently<{ id: number; phone: string; hash: string; by: string; days: number }>(
    `select id, phone, encode(code_hash, 'hex') as hash, created_by_name as by, extract(day from expires_at - '2026-11-05'::timestamptz)::int as days
     from guardian_links where school_id = $1 order by phone`,
    world.own.id,
  )
  expect(links.map(({ phone, by }) => [phone, by])).toEqual([
    ['9822000013', 'Fee reminders'],
    ['9822000099', 'Fee reminders'],
    ['9876543210', 'Office'],
  ])
  for (const link of links) expect(link.days).toBeGreaterThanOrEqual(44)
  const told = await reminders()
  expect(told.map(({ link }) => Number(link))).toEqual(links.map(({ id }) => id))
  // The address is opened for who sends it, to its own phone, while it works; no message holds it.
  const { config } = await parts()
  const opened = (id: number, phone: string) =>
    world.database.transaction(world.own.id, (db) => openPayLink(config)(db, { schoolId: world.own.id, id, phone }))
  for (const { id, phone, hash } of links) {
    const { link = '', code = '' } = (await opened(id, phone)) ?? {}
    expect(createHash('sha256').update(code).digest('hex')).toBe(hash)
    expect(link).toBe(`${config.appUrl}/${code}`)
  }
  const [first] = links
  expect(await opened(first?.id ?? 0, '9822000099')).toBeNull()
  expect((await checkData(world.database)).findings).toEqual([])
  const { code = '' } = (await opened(first?.id ?? 0, first?.phone ?? '')) ?? {}
  const say = (text: string) => silently('update messages set text = $2 where school_id = $1', world.own.id, text)
  await say(`Pay at https://s.in/${code} now`)
  expect((await checkData(world.database)).findings).toMatchObject([{ check: 'messages-name-no-family-address' }])
  await say('')
  await silently('update guardian_links set expires_at = now() where id = $1', first?.id)
  expect(await opened(first?.id ?? 0, first?.phone ?? '')).toBeNull()
  await silently("update guardian_links set expires_at = now() + interval '1 day' where id = $1", first?.id)
  const audit = await silently<{ role: string; count: number }>(
    "select role, cardinality(row_ids) as count from audit_log where school_id = $1 and action = 'guardianLink.make'",
    world.own.id,
  )
  expect(audit).toEqual([{ role: 'JOB', count: 3 }])
})

test('reminds again next month; without online fees there is no link, and switched off there is no reminder', async () => {
  await setSchool(world, world.own, { feesDate: 30, onlineFees: false })
  await pays(pupils[1] ?? 0, [online.fees.tuitionApr], 99_950)
  expect(await remind('2027-02-28T10:00:00')).toBe(4)
  const february = (await reminders()).filter((one) => one.event.startsWith('2027-02/'))
  expect(february.map(({ phone, amount, link }) => [phone, amount, link])).toEqual([
    ['9822000012', '9,999.00', null],
    ['9822000013', '11,799.00', null],
    ['9822000099', '26,598.00', null],
    ['9876543210', '26,598.00', null],
  ])
  await silently(
    "insert into message_kinds (school_id, kind, enabled, changed_by_name) values ($1, 'FEE_REMINDER', false, 'Admin')",
    world.own.id,
  )
  expect(await remind('2027-03-30T10:00:00')).toBe(0)
})
