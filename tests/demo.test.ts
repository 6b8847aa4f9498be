import { createHash } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoAccounts } from '#development/demo/accounts.ts'
import { loadDemo } from '#development/demo/load.ts'
import { type MessageKind, messageStates, registeredKinds } from '#domains/messaging/messaging.rules.ts'
import { textProblem } from '#domains/messaging/texts.rules.ts'
import { checkData } from '#platform/dataChecks.ts'
import { Database } from '#platform/database/connect.ts'
import { onSameSchool } from '#platform/database/onSameSchool.ts'
import { schoolDay } from '#shared/dates.ts'
import { subtractMoney, sumMoney } from '#shared/money.ts'
import { testDatabase, testSecretKey } from './database.ts'
import { addStudents } from './world/rows.ts'

const now = new Date('2026-11-21T06:00:00Z')
const given = { secretKey: testSecretKey, now }

let test1: Awaited<ReturnType<typeof testDatabase>>
let test2: Awaited<ReturnType<typeof testDatabase>>
let database: Database

beforeAll(async () => {
  test1 = await testDatabase()
  test2 = await testDatabase()
  database = new Database(test1.appUrl, { onError: () => undefined, connections: 2 })
})

afterAll(async () => {
  await database.close()
  await test1.drop()
  await test2.drop()
})

async function fingerprint(from: Database): Promise<string> {
  const schools = await from.kysely.selectFrom('schools').select('id').where('isSociety', '=', false).orderBy('id').execute()
  const hash = createHash('sha256')
  for (const { id } of schools) {
    hash.update(
      JSON.stringify(
        await from.read(id, [
          from.kysely.selectFrom('students').select(['name', 'phone', 'birthdate', 'loginEmail', 'qrcode']).orderBy('id'),
          from.kysely.selectFrom('users').select(['name', 'email', 'role']).orderBy('id'),
          from.kysely
            .selectFrom('payments')
            .select([
              'receiptPrefix',
              'receiptYear',
              'receiptNo',
              'studentName',
              'amount',
              'mode',
              'state',
              'collectedOn',
              'createdAt',
            ])
            .orderBy('id'),
          from.kysely.selectFrom('collectedLines').select(['feeName', 'month', 'amount', 'status', 'comment']).orderBy('id'),
          from.kysely.selectFrom('expenses').select(['amount', 'paidOn', 'comment']).orderBy('id'),
          from.kysely
            .selectFrom('registers')
            .select(['day', 'session', 'present', 'absent', 'late', 'takenAt', 'takenByName'])
            .orderBy('id'),
          from.kysely.selectFrom('messages').select(['day', 'phone', 'params', 'state', 'text', 'stateAt']).orderBy('id'),
          from.kysely.selectFrom('messageEvents').select(['at', 'channel', 'state', 'detail']).orderBy('id'),
          from.kysely
            .selectFrom('messageTemplates')
            .select(['kind', 'name', 'channel', 'dltTemplateId', 'smsTemplateId', 'text'])
            .orderBy('id'),
          from.kysely.selectFrom('certificates').select(['serial', 'copy', 'studentName', 'token', 'issuedAt']).orderBy('id'),
        ] as const),
      ),
    )
  }
  return hash.digest('hex')
}

test('the demo has two schools of 600 and 200 students, loads once, is reproducible, and passes every check', async () => {
  expect(await loadDemo(database, { ...given, dataDir: test1.dataDir })).toBe(true)
  expect(await loadDemo(database, given)).toBe(false)
  const schools = await database.kysely.selectFrom('schools').selectAll().where('isSociety', '=', false).orderBy('id').execute()
  expect(schools.map((school) => school.attType)).toEqual(['DAILY', 'SUBJECTWISE'])
  const counts = await Promise.all(
    schools.map(
      async ({ id }) => (await database.read(id, [database.kysely.selectFrom('students').select('id')] as const))[0].length,
    ),
  )
  expect(counts).toEqual([600, 200])

  const again = new Database(test2.appUrl, { onError: () => undefined, connections: 2 })
  try {
    await loadDemo(again, given)
    expect(await fingerprint(again)).toBe(await fingerprint(database))
  } finally {
    await again.close()
  }

  const { findings, checks } = await checkData(database)
  expect(checks).toBeGreaterThan(4)
  expect(findings).toEqual([])
  expect(new Set(demoAccounts).size).toBe(6)
})

test('published cards of class 1 have the holistic part, and class 2 is begun', async () => {
  const [published, entered] = await database.read(1, [
    database.kysely
      .selectFrom('reportCards')
      .select(sql<number>`count(*)::int`.as('count'))
      .where(sql<boolean>`jsonb_array_length(content->'holistic'->'areas') = 6`),
    database.kysely
      .selectFrom('holisticEntries')
      .innerJoin('enrolments as e', (on) =>
        onSameSchool(on, 'e.termId', 'holisticEntries.termId').onRef('e.studentId', '=', 'holisticEntries.studentId'),
      )
      .innerJoin('sections', (on) => onSameSchool(on, 'sections.id', 'e.sectionId'))
      .innerJoin('classes', (on) => onSameSchool(on, 'classes.id', 'sections.classId'))
      .where('holisticEntries.schoolId', '=', 1)
      .select(['classes.name', sql<number>`count(*)::int`.as('count')])
      .groupBy('classes.name')
      .orderBy('classes.name'),
  ] as const)
  expect(published).toEqual([{ count: 60 }])
  expect(entered).toEqual([
    { name: '1', count: 60 },
    { name: '2', count: 11 },
  ])
})

test('the demo has ID cards to print: two designs, and photos of most of class 7 and some teachers', async () => {
  const [school] = await database.kysely.selectFrom('schools').select('id').where('isSociety', '=', false).orderBy('id').execute()
  const [designs, students, users, files] = await database.read(school?.id ?? 0, [
    database.kysely.selectFrom('idCardDesigns').select(['holder', 'layout']).orderBy('holder'),
    database.kysely.selectFrom('students').select('id').where('photoFile', 'is not', null),
    database.kysely.selectFrom('users').select('id').where('photoFile', 'is not', null),
    database.kysely.selectFrom('files').select(['id', 'size']).where('contentType', '=', 'image/jpeg'),
  ] as const)
  expect(designs).toEqual([
    { holder: 'STAFF', layout: 'PORTRAIT' },
    { holder: 'STUDENT', layout: 'CLASSIC' },
  ])
  expect([students.length > 45 && students.length < 60, users.length, files.length]).toEqual([true, 10, students.length + 10])
  for (const { id, size } of files) expect((await stat(`${test1.dataDir}/files/${school?.id}/${id}`)).size).toBe(Number(size))
})

test('the demo has data for every fees screen', async () => {
  const schools = await database.kysely.selectFrom('schools').selectAll().where('isSociety', '=', false).orderBy('id').execute()
  for (const { id, onlineFees } of schools) {
    const [payments, lines, categories, expenses] = await database.read(id, [
      database.kysely.selectFrom('payments').selectAll().orderBy('id'),
      database.kysely.selectFrom('collectedLines').selectAll(),
      database.kysely.selectFrom('feeCategories').selectAll(),
      database.kysely.selectFrom('expenses').selectAll(),
    ] as const)
    expect(payments.length).toBeGreaterThan(400)
    const everyDay = ['CASH', 'UPI', 'CHEQUE', ...(onlineFees ? ['ONLINE'] : [])]
    const nowAndThen = ['DD', 'BANK', 'CARD']
    expect(new Set(payments.map((payment) => payment.mode))).toEqual(new Set([...everyDay, ...nowAndThen]))
    for (const day of ['2026-11-21', '2026-11-20']) {
      const modes = payments.filter((payment) => payment.collectedOn === day).map((payment) => payment.mode)
      expect(new Set(modes.filter((mode) => !nowAndThen.includes(mode))), day).toEqual(new Set(everyDay))
    }
    expect(new Set(payments.map((payment) => payment.state))).toEqual(new Set(['COLLECTED', 'CLEARING', 'FAILED']))
    const statuses = ['PAID', 'PART_PAID', 'CLEARING', 'FAILED', 'DISCOUNT', 'CONCESSION', ...(onlineFees ? ['OPENING'] : [])]
    const oneOffs = ['WRITE_OFF', ...(onlineFees ? ['REFUND', 'LATE_FEE'] : [])]
    expect(new Set(lines.map((line) => line.status))).toEqual(new Set([...statuses, ...oneOffs]))
    expect(payments.filter((payment) => payment.deletedAt !== null).length).toBeGreaterThan(0)
    expect(new Set(payments.map((payment) => payment.collectedOn.slice(0, 7))).size).toBe(20)
    expect(payments.every((payment) => payment.createdAt <= now && payment.collectedOn === schoolDay(payment.createdAt))).toBe(
      true,
    )
    for (const year of ['2025-26', '2026-27']) {
      const receipts = payments.filter((payment) => payment.receiptYear === year)
      expect(receipts.map((payment) => payment.receiptNo)).toEqual(receipts.map((_, index) => index + 1))
    }
    expect(new Set(payments.map((payment) => payment.receiptPrefix))).toEqual(new Set([onlineFees ? 'GV/' : '']))
    expect(categories.every((category) => (category.bankAccountId !== null) === onlineFees)).toBe(true)
    const money = lines.filter((line) => line.paymentId !== null)
    expect(new Set(money.map((line) => line.bankAccountId))).toEqual(
      new Set(categories.map((category) => category.bankAccountId)),
    )
    expect(expenses.some((expense) => expense.paidOn === '2026-11-21')).toBe(true)
  }
})

test('the demo has two years of money: nearly all of the first is paid, and some of it is still owed', async () => {
  const schools = await database.kysely.selectFrom('schools').selectAll().where('isSociety', '=', false).orderBy('id').execute()
  for (const { id } of schools) {
    const [terms, lines, payments, asked, enrolments] = await database.read(id, [
      database.kysely.selectFrom('terms').select(['id', 'name']).orderBy('id'),
      database.kysely.selectFrom('collectedLines').selectAll().where('deletedAt', 'is', null).where('status', '<>', 'FAILED'),
      database.kysely.selectFrom('payments').selectAll(),
      database.kysely
        .selectFrom('studentFeeCategories as own')
        .innerJoin('fees', (on) => onSameSchool(on, 'fees.feeCategoryId', 'own.feeCategoryId'))
        .where('own.schoolId', '=', id)
        .select(['fees.id as feeId', 'own.studentId', 'own.termId', 'fees.amount', 'fees.fixedAmount']),
      database.kysely.selectFrom('enrolments').select(['studentId', 'termId']),
    ] as const)
    const [before, current] = terms
    expect([before?.name, current?.name]).toEqual(['2025-26', '2026-27'])
    for (const term of [before, current]) {
      const paid = lines.filter((line) => line.termId === term?.id && line.paymentId !== null)
      expect(paid.length, term?.name).toBeGreaterThan(1000)
      const pupils = enrolments.filter((one) => one.termId === term?.id).length
      const fees = asked.filter((fee) => fee.termId === term?.id)
      const expected = sumMoney(fees.map((fee) => fee.amount)) / pupils
      expect(expected, term?.name).toBeGreaterThan(3_000_000)
      expect(expected, term?.name).toBeLessThan(6_000_000)
    }

    // Opening dues are of years before.
    const linesOf = Map.groupBy(
      lines.filter((line) => line.status !== 'OPENING'),
      (line) => `${line.studentId} ${line.feeId}`,
    )
    const owed = asked
      .filter((fee) => fee.termId === before?.id && fee.fixedAmount)
      .map((fee) => {
        const own = linesOf.get(`${fee.studentId} ${fee.feeId}`) ?? []
        return { ...fee, pending: subtractMoney(fee.amount, ...own.map((line) => line.amount)) }
      })
      .filter((fee) => fee.amount > 0)
    const pending = sumMoney(owed.map((fee) => fee.pending))
    expect(pending).toBeGreaterThan(0)
    expect(pending / sumMoney(owed.map((fee) => fee.amount))).toBeLessThan(0.1)
    const debtors = new Set(owed.filter((fee) => fee.pending > 0).map((fee) => fee.studentId))
    const pupils = new Set(owed.map((fee) => fee.studentId))
    expect(debtors.size / pupils.size).toBeLessThan(0.2)
    // A part of it came in the current year, on receipts of that year.
    const ofReceipt = new Map(payments.map((payment) => [payment.id, payment]))
    const paidLater = lines.filter(
      (line) => line.termId === before?.id && ofReceipt.get(line.paymentId ?? 0)?.termId === current?.id,
    )
    expect(paidLater.length).toBeGreaterThan(0)
    expect(lines.filter((line) => line.termId === before?.id && line.status === 'CONCESSION').length).toBeGreaterThan(0)
    expect(lines.filter((line) => line.termId === before?.id && line.status === 'WRITE_OFF').length).toBeGreaterThan(0)
  }
})

test('the first demo school has given money back, and has late fees that were paid, lost with a cheque, and waived', async () => {
  const [school] = await database.kysely.selectFrom('schools').select('id').where('isSociety', '=', false).orderBy('id').execute()
  const [refunds, refunded, lateFees, rules] = await database.read(school?.id ?? 0, [
    database.kysely.selectFrom('refunds').selectAll(),
    database.kysely.selectFrom('collectedLines').selectAll().where('refundId', 'is not', null).orderBy('id'),
    database.kysely.selectFrom('collectedLines').selectAll().where('status', '=', 'LATE_FEE'),
    database.kysely.selectFrom('feeCategories').select(['name', 'lateFeeAmount']).where('lateFeeKind', 'is not', null),
  ] as const)
  expect(refunds.map(({ amount, mode, refundYear, refundNo }) => [amount, mode, refundYear, refundNo])).toEqual([
    [250_000, 'BANK', '2025-26', 1],
  ])
  expect(refunded.map(({ amount, status }) => [amount, status])).toEqual([
    [-125_000, 'REFUND'],
    [-125_000, 'REFUND'],
    [125_000, 'WRITE_OFF'],
    [125_000, 'WRITE_OFF'],
  ])
  expect(new Set(rules.map(({ name, lateFeeAmount }) => `${name}: ${lateFeeAmount}`))).toEqual(
    new Set(['Tuition Fees 6 to 10: 5000']),
  )
  const paid = lateFees.filter((line) => line.lateFeePaymentId !== null)
  expect(paid.filter((line) => line.deletedAt === null).length).toBeGreaterThan(20)
  expect(paid.filter((line) => line.deletedAt !== null).length).toBeGreaterThan(0)
  expect(lateFees.filter((line) => line.waived !== null).map((line) => [line.amount, line.waived])).toEqual([[0, 5000]])
})

test('the demo has closed days of each cashier, and days with money that are open', async () => {
  const schools = await database.kysely.selectFrom('schools').select('id').where('isSociety', '=', false).orderBy('id').execute()
  for (const { id } of schools) {
    const [drawers, days, closings] = await database.read(id, [
      database.kysely.selectFrom('cashDrawers').selectAll().orderBy('id'),
      database.kysely.selectFrom('cashierDays').selectAll(),
      database.kysely.selectFrom('dayClosings').selectAll(),
    ] as const)
    const [clerk] = drawers
    expect(clerk?.closedUntil).toBe('2026-11-20')
    expect(days.some(({ drawerId, day }) => drawerId === clerk?.id && day === '2026-11-21')).toBe(true)
    expect(closings.length).toBeGreaterThan(5)
    expect(closings.some(({ depositedCash }) => depositedCash > 0)).toBe(true)
    expect(closings.every(({ closedAt }) => closedAt <= now)).toBe(true)
  }
})

test('the demo has registers of some months up to yesterday, corrections, holidays and messages', async () => {
  const schools = await database.kysely.selectFrom('schools').selectAll().where('isSociety', '=', false).orderBy('id').execute()
  for (const { id, attType } of schools) {
    const [registers, holidays, messages] = await database.read(id, [
      database.kysely.selectFrom('registers').selectAll().orderBy('id'),
      database.kysely.selectFrom('holidays').selectAll(),
      database.kysely.selectFrom('messages').selectAll(),
    ] as const)
    expect(registers.length).toBeGreaterThan(200)
    expect(new Set(registers.map((register) => register.session))).toEqual(new Set([attType === 'DAILY' ? 'DAY' : 'SUBJECT']))
    expect(registers.at(-1)?.day).toBe('2026-11-20')
    const marks = registers.reduce((sum, { present, absent, late }) => sum + present + absent + late, 0)
    const absent = registers.reduce((sum, register) => sum + register.absent, 0)
    expect(absent / marks).toBeGreaterThan(0.02)
    expect(absent / marks).toBeLessThan(0.12)
    expect(registers.some((register) => register.version > 1)).toBe(true)
    expect(holidays.map((holiday) => holiday.name)).toContain('Diwali')
    expect(messages.some((message) => message.kind === 'ABSENCE')).toBe(attType === 'DAILY')
  }
})

test('the demo has a template of every kind and channel, and messages in every state except SENDING', async () => {
  const schools = await database.kysely.selectFrom('schools').selectAll().where('isSociety', '=', false).orderBy('id').execute()
  for (const school of schools) {
    const [templates, messages, events, batches, waiting] = await database.read(school.id, [
      database.kysely.selectFrom('messageTemplates').selectAll().orderBy('id'),
      database.kysely.selectFrom('messages').selectAll(),
      database.kysely.selectFrom('messageEvents').selectAll(),
      database.kysely.selectFrom('messageBatches').selectAll().orderBy('id'),
      database.kysely.selectFrom('messageQueue').selectAll().where('schoolId', '=', school.id),
    ] as const)
    for (const kind of registeredKinds)
      expect(new Set(templates.filter((one) => one.kind === kind).map((one) => one.channel)), kind).toEqual(
        new Set(school.whatsapp ? ['WHATSAPP', 'SMS'] : ['SMS']),
      )
    expect(templates.map((one) => textProblem(one.kind as MessageKind, one.channel as 'SMS', one.text)).filter(Boolean)).toEqual(
      [],
    )
    const states = new Set(messages.map((message) => message.state))
    expect(states).toEqual(new Set(messageStates.filter((state) => state !== 'SENDING' && (school.whatsapp || state !== 'READ'))))
    expect(batches.map((batch) => [batch.kind, batch.templateName, batch.audience])).toEqual([
      ['LOGIN_DETAILS', '', 1],
      ['NOTICE', 'Holiday', 0],
      ['NOTICE', 'Parents meeting', 1],
    ])
    for (const batch of batches) expect(messages.filter((message) => message.batchId === batch.id).length).toBe(batch.total)
    expect(waiting.length).toBe(messages.filter((message) => message.state === 'QUEUED').length)
    expect(events.filter((event) => event.at > now)).toEqual([])
    expect(messages.filter((message) => message.state !== 'QUEUED' && message.text === '')).toEqual([])
  }
})

test.each(['2026-02-10T03:00:00Z', '2026-03-31T18:30:30Z', '2026-07-14T12:00:00Z', '2027-09-05T20:00:00Z'])(
  'the demo that is first started at %s passes every check and knows nothing of later days',
  async (moment) => {
    const test3 = await testDatabase()
    const then = new Database(test3.appUrl, { onError: () => undefined, connections: 2 })
    try {
      await loadDemo(then, { secretKey: testSecretKey, now: new Date(moment) })
      expect((await checkData(then)).findings).toEqual([])
      const today = schoolDay(new Date(moment))
      for (const { id } of await then.kysely.selectFrom('schools').select('id').where('isSociety', '=', false).execute()) {
        const [payments, expenses, registers] = await then.read(id, [
          then.kysely.selectFrom('payments').select(['collectedOn', 'settledOn', 'createdAt', 'deletedAt']),
          then.kysely.selectFrom('expenses').select(['paidOn', 'enteredOn', 'createdAt']),
          then.kysely.selectFrom('registers').select(['day', 'changedAt']),
        ] as const)
        expect(registers.filter((one) => one.day >= today || one.changedAt > new Date(moment))).toEqual([])
        const days = [...payments.map((one) => one.collectedOn), ...expenses.flatMap((one) => [one.paidOn, one.enteredOn])]
        expect(days.filter((day) => day > today)).toEqual([])
        expect(days).toContain(today)
        const entered = [...payments, ...expenses].map((one) => one.createdAt)
        expect(entered.filter((at) => at > new Date(moment))).toEqual([])
        expect(payments.filter((one) => one.deletedAt && one.deletedAt > new Date(moment))).toEqual([])
      }
    } finally {
      await then.close()
      await test3.drop()
    }
  },
)

test('the data checks find violations', async () => {
  const [school] = await database.kysely.selectFrom('schools').select('id').where('isSociety', '=', false).orderBy('id').execute()
  const id = school?.id ?? 0
  await database.transaction(id, async (db) => {
    await db.updateTable('terms').set({ current: false }).where('schoolId', '=', id).execute()
    const user = await db
      .selectFrom('users')
      .select(['id', 'subject'])
      .where('role', '=', 'TEACHER')
      .limit(1)
      .executeTakeFirstOrThrow()
    await db.deleteFrom('logins').where('subject', '=', user.subject).execute()
    const student = await db.selectFrom('students').select('id').limit(1).executeTakeFirstOrThrow()
    const term = await db.selectFrom('terms').select('id').limit(1).executeTakeFirstOrThrow()
    await addStudents(db, { id, termId: term.id }, null, [{ name: 'Nowhere' }])
    await db.updateTable('students').set({ loginEmail: 'other@x.test' }).where('id', '=', student.id).execute()
  })
  const { findings } = await checkData(database)
  expect(findings.map((finding) => finding.check).sort()).toEqual([
    'accounts-have-logins',
    'email-of-record-is-email-of-account',
    'one-current-term',
    'students-have-a-place',
  ])
})

test('the first demo school has a format and certificates of two former students, one with a duplicate', async () => {
  const [first] = await database.kysely.selectFrom('schools').select('id').where('isSociety', '=', false).orderBy('id').execute()
  const [formats, certificates] = await database.read(first?.id ?? 0, [
    database.kysely.selectFrom('certificateFormats').selectAll(),
    database.kysely.selectFrom('certificates').selectAll().orderBy('id'),
  ] as const)
  expect(formats).toHaveLength(1)
  expect(certificates.map(({ serial, copy }) => [serial, copy])).toEqual([
    [1, 0],
    [1, 1],
    [2, 0],
  ])
  for (const { values } of certificates) expect(Object.values(values as Record<string, string>)).not.toContain('')
})
