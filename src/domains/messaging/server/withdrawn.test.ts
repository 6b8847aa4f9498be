import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { asOwner } from '#tests/asOwner.ts'
import { clearAttendance, takeRegister, today } from '#tests/world/attendance.ts'
import { addTestFees, aPayment, type TestFees } from '#tests/world/fees.ts'
import { setSchool } from '#tests/world/rows.ts'
import { type TestWorld, testWorld } from '#tests/world/testWorld.ts'
import { refusal } from '#tests/refusals.ts'
import { checkData } from '#platform/dataChecks.ts'
import { schoolById } from '#platform/school.ts'
import type { SendResult } from '#platform/sendResult.ts'
import { addHolidays, deleteHoliday } from '#domains/attendance/server/holidays.commands.ts'
import { queueDueNotices } from '#domains/attendance/server/noticeJob.ts'
import { holdNotices, releaseNotices } from '#domains/attendance/server/notices.commands.ts'
import { correctMark } from '#domains/attendance/server/registers.commands.ts'
import { deleteIncident, recordIncidents, updateIncident } from '#domains/discipline/server/discipline.commands.ts'
import { addIncidentType } from '#domains/discipline/server/types.commands.ts'
import { viewFeeAccount } from '#domains/fees/server/account.queries.ts'
import { settleCheque } from '#domains/fees/server/cheques.commands.ts'
import { collectPayment, deletePayment } from '#domains/fees/server/payments.commands.ts'
import { setStudentDisabled } from '#domains/students/server/students.commands.ts'
import { type MessageKind, messageKinds } from '../messaging.rules.ts'
import { retryMessage } from './messages.commands.ts'
import { queueMessages } from './queue.sql.ts'
import { type Claim, claimMessage, sendingTimes, storeOutcome } from './sending.sql.ts'
import { applyProviderReport } from './providerReports.ts'
import { saveKind } from './templates.commands.ts'

let world: TestWorld
let fees: TestFees
let incidentType: number

beforeAll(async () => {
  world = await testWorld()
  fees = await addTestFees(world, world.own)
  const admin = await world.call('admin')
  incidentType = (await addIncidentType(admin, world.own.id, { name: 'Late', points: -1 })).id
  await saveKind(admin, world.own.id, { kind: 'RECEIPT', enabled: true, channels: [] })
  await world.database.transaction(world.own.id, (db) =>
    db.updateTable('sections').set({ notificationTime: '00:00:00+05:30' }).where('id', '=', world.own.section7A).execute(),
  )
  await setSchool(world, world.own, { whatsapp: true, discipline: true, quietFrom: '00:00', quietTo: '00:00' })
})
beforeEach(async () => {
  await clearAttendance(world, world.own)
  await asOwner(world.ownerUrl, 'delete from send_gates', [])
})
afterEach(async () => expect((await checkData(world.database)).findings).toEqual([]))
afterAll(() => world.close())

const later: SendResult = { outcome: 'LATER', reason: 'Busy.' }
const refused: SendResult = { outcome: 'REFUSED', code: '1', reason: 'No account.' }
const unclear: SendResult = { outcome: 'UNCLEAR', reason: 'The connection broke.' }
const accepted: SendResult = { outcome: 'ACCEPTED', ref: '' }

/** The only message, as stored. */
async function message() {
  const [rows] = await world.database.read(world.own.id, [
    world.database.kysely.selectFrom('messages').selectAll().where('schoolId', '=', world.own.id),
  ] as const)
  const [row, ...others] = rows
  if (!row || others.length > 0) throw new Error(`One message was expected, and not ${rows.length}.`)
  return row
}
const state = async () => {
  const { channel, state: is, failure } = await message()
  return [channel, is, failure].filter(Boolean).join(' ')
}

/** Claims the message for its current channel; undefined when there is nothing to send. */
async function handOver(): Promise<Claim | undefined> {
  const { id: messageId, channel } = await message()
  const compose = async () => ({
    template: { name: '', language: 'en', smsTemplateId: '', text: '' },
    params: {},
    text: 'Hello',
    title: '',
    link: null,
    tag: null,
  })
  const channels = [{ name: channel as 'WHATSAPP', ready: true, send: () => Promise.resolve(accepted) }]
  const claiming = { database: world.database, channels, compose, times: { ...sendingTimes, recipientPauseMs: 0 } }
  return claimMessage(claiming, { schoolId: world.own.id, messageId }, channel as 'WHATSAPP')
}
async function answers(claim: Claim | undefined, sent: SendResult): Promise<void> {
  if (!claim) throw new Error(`Nothing was handed over: ${await state()}.`)
  await storeOutcome(world.database, claim, sent, sendingTimes)
}
const send = async (sent: SendResult) => answers(await handOver(), sent)
const fails = async () => {
  const { id, tries } = await message()
  const reference = `${world.own.id}-${id}-${tries}`
  return applyProviderReport(world.database, {
    provider: 'WHATSAPP',
    ref: `ref ${reference}`,
    reference,
    status: 'FAILED',
    at: new Date(),
    detail: 'Gone.',
  })
}
const retried = async () => {
  const { id } = await message()
  return refusal(retryMessage(await world.call('admin'), world.own.id, { id }))
}
const untrue = 'WHATSAPP CANCELLED What it says is no longer true.'

const correct = async (registerId: number | undefined, was: string, value: string) =>
  correctMark(await world.call('teacher'), world.own.id, {
    key: randomUUID(),
    registerId,
    studentId: world.own.student7A,
    was,
    value,
  })
const noticesDue = () => queueDueNotices(world.database, new Date())
async function absent(): Promise<number | undefined> {
  const { register } = await takeRegister(world, 'teacher', { sectionId: world.own.section7A }, { [world.own.student7A]: 'A' })
  await noticesDue()
  return register?.id
}
async function pays(more: Record<string, unknown> = {}) {
  const clerk = await world.call('fees')
  const { termId, student7A } = world.own
  const account = await viewFeeAccount(clerk, world.own.id, { termId, studentId: student7A })
  const seen = [{ feeId: fees.tuitionApr, version: account.fees.find((fee) => fee.id === fees.tuitionApr)?.version ?? '' }]
  return collectPayment(clerk, world.own.id, aPayment(world.own, seen, 1000, more))
}
async function incident() {
  const { section7A, student7A } = world.own
  const [recorded] = await recordIncidents(await world.call('teacher'), world.own.id, {
    key: randomUUID(),
    sectionId: section7A,
    studentIds: [student7A],
    typeId: incidentType,
    day: today,
    points: -1,
    note: 'Shouted',
    actionTaken: '',
    notify: true,
  })
  if (!recorded) throw new Error('Nothing was recorded.')
  return recorded
}

test('a receipt of a deleted payment or a failed cheque is tried by no fallback channel', async () => {
  const admin = await world.call('admin')
  const remove = async (id: number) => deletePayment(admin, world.own.id, { key: randomUUID(), id, reason: 'Twice' })
  const wrong = await pays()
  await send(accepted)
  await remove(wrong.id)
  expect(await state()).toBe('WHATSAPP SENT')
  expect(await fails()).toBe(true)
  expect(await state()).toBe(untrue)

  await clearAttendance(world, world.own)
  const cheque = await pays({ mode: 'CHEQUE', chequeNo: '004512' })
  const claim = await handOver()
  await settleCheque(await world.call('fees'), world.own.id, { key: randomUUID(), id: cheque.id, outcome: 'FAILED' })
  await answers(claim, refused)
  expect(await state()).toBe(untrue)

  for (const [sent, becomes] of [
    [later, untrue],
    [unclear, 'WHATSAPP UNKNOWN The connection broke. It may have arrived.'],
    [accepted, 'WHATSAPP SENT'],
  ] as const) {
    await clearAttendance(world, world.own)
    const { id } = await pays()
    const under = await handOver()
    await remove(id)
    await answers(under, sent)
    expect(await state()).toBe(becomes)
    if (sent === unclear) expect((await retried()).message).toBe('What it says is no longer true')
  }
  // A failed message that is no longer true cannot be sent again.
  await clearAttendance(world, world.own)
  const last = await pays()
  await asOwner(world.ownerUrl, "update messages set channels = '{WHATSAPP}'", [])
  await send(refused)
  expect(await state()).toBe('WHATSAPP FAILED No account.')
  await remove(last.id)
  expect((await retried()).message).toBe('What it says is no longer true')
})

test('a corrected, held or holiday absence is tried by no fallback channel, and is sent again once it is true', async () => {
  const admin = await world.call('admin')
  const registerId = await absent()
  await send(accepted)
  const withdrawn = async () => (await message()).withdrawnAt !== null
  await correct(registerId, 'A', 'P')
  expect(await withdrawn()).toBe(true)
  await correct(registerId, 'P', 'A')
  await noticesDue()
  expect([await withdrawn(), await state(), await noticesDue()]).toEqual([false, 'WHATSAPP SENT', 0])

  await holdNotices(admin, world.own.id, { day: today, sectionId: world.own.section7A })
  expect(await withdrawn()).toBe(true)
  await releaseNotices(admin, world.own.id, { day: today, sectionId: world.own.section7A })
  await noticesDue()
  expect(await withdrawn()).toBe(false)

  // As when a presence is stored after the lecture has ended.
  const mark = (value: string, present: number) =>
    world.database.transaction(world.own.id, async (db) => {
      await db.updateTable('marks').set({ value }).execute()
      await db
        .updateTable('registers')
        .set({ present, absent: 1 - present })
        .execute()
    })
  await mark('P', 1)
  await noticesDue()
  expect(await withdrawn()).toBe(true)
  await mark('A', 0)
  await noticesDue()
  expect(await withdrawn()).toBe(false)

  const [holiday] = await addHolidays(admin, world.own.id, { from: today, to: today, name: 'Flood' })
  await fails()
  expect(await state()).toBe(untrue)
  await deleteHoliday(admin, world.own.id, { id: holiday?.id })
  await noticesDue()
  expect(await state()).toBe('WHATSAPP QUEUED')
  await send(accepted)
  expect(await fails()).toBe(true)
  expect(await state()).toBe('SMS QUEUED')
})

test('a deleted or unnotified incident is tried by no fallback channel; a changed one is sent with the new text', async () => {
  const teacher = await world.call('teacher')
  const { id, version, typeId, day, points, actionTaken } = await incident()
  await send(accepted)
  const change = { id, typeId, day, points, actionTaken, note: 'Whispered' }
  await updateIncident(teacher, world.own.id, { ...change, version, notify: false })
  await updateIncident(teacher, world.own.id, { ...change, version: version + 1, notify: true })
  await fails()
  expect([await state(), (await message()).params]).toMatchObject(['SMS QUEUED', { note: 'Whispered' }])
  await send(accepted)
  await deleteIncident(teacher, world.own.id, { id, reason: 'Wrong child' })
  const { id: messageId, tries } = await message()
  const reference = `${world.own.id}-${messageId}-${tries}`
  await applyProviderReport(world.database, { provider: 'SMS', ref: 'late', reference, status: 'FAILED', at: new Date() })
  expect(await state()).toBe('SMS CANCELLED What it says is no longer true.')
  const [events] = await world.database.read(world.own.id, [
    world.database.kysely
      .selectFrom('messageEvents')
      .select(['state', 'detail'])
      .where('schoolId', '=', world.own.id)
      .orderBy('id'),
  ] as const)
  expect(events.slice(-3)).toEqual([
    { state: 'SENT', detail: 'What it says is no longer true.' },
    { state: 'FAILED', detail: 'The provider could not deliver it.' },
    { state: 'CANCELLED', detail: 'What it says is no longer true.' },
  ])
})

test('messages about disabled students only are not sent, except receipts and incidents', async () => {
  const { student7A, student8A } = world.own
  const admin = await world.call('admin')
  const of = (await schoolById(world.database, world.own.id))!
  await setStudentDisabled(admin, world.own.id, { id: student7A, disabled: true })
  const sent: Partial<Record<MessageKind, string>> = {}
  for (const kind of messageKinds) {
    await clearAttendance(world, world.own)
    const told = { event: `${kind} 1`, studentIds: kind === 'CHAT' ? [] : [student7A], phone: '9876543210', params: {} }
    // Receipts and incidents that are still true are not checked here.
    await world.database.transaction(world.own.id, (db) => queueMessages(db, of, kind, [told], { channels: ['SMS'] }))
    await handOver()
    sent[kind] = await state()
    await clearAttendance(world, world.own)
  }
  expect(Object.entries(sent).filter(([, is]) => is === 'SMS SENDING')).toEqual(
    ['RECEIPT', 'DISCIPLINE', 'CHAT'].map((kind) => [kind, 'SMS SENDING']),
  )
  expect(sent.LOGIN_DETAILS).toBe('SMS CANCELLED The student was disabled in the meantime.')
  const both = { event: 'both', studentIds: [student7A, student8A], phone: '9876543210', params: {} }
  await world.database.transaction(world.own.id, (db) => queueMessages(db, of, 'NOTICE', [both], { channels: ['SMS'] }))
  await send(accepted)
  expect(await state()).toBe('SMS SENT')
  await setStudentDisabled(admin, world.own.id, { id: student7A, disabled: false })
})
