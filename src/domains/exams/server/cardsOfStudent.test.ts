import { createHash, randomUUID } from 'node:crypto'
import Fastify, { type FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { asOwner } from '#tests/asOwner.ts'
import { refusal } from '#tests/refusals.ts'
import { exampleCard } from '#tests/reportCards.ts'
import { addTestFees, aPayment, type TestFees } from '#tests/world/fees.ts'
import { type TestSchool, type TestWorld, testWorld, type Who } from '#tests/world/testWorld.ts'
import { viewFeeAccount } from '#domains/fees/server/account.queries.ts'
import { addConcessionKind } from '#domains/fees/server/concessionKinds.commands.ts'
import { giveConcessions } from '#domains/fees/server/concessions.commands.ts'
import { collectPayment } from '#domains/fees/server/payments.commands.ts'
import { viewHome } from '#domains/family/server/home.queries.ts'
import { deleteStudent, hasRecordsMessage } from '#domains/students/server/students.commands.ts'
import { previewStudentDeletion } from '#domains/students/server/deletion.queries.ts'
import { guardianCookie } from '#platform/guardians/sessions.ts'
import { newPaperToken } from '#platform/http/paperPage.ts'
import { notFound } from '#platform/refusal.ts'
import { invalidateSchool } from '#platform/school.ts'
import { addDays, schoolDay } from '#shared/dates.ts'
import { ownPlace } from '#shared/ownPlace.ts'
import { reportCardOf } from '../reportCard.rules.ts'
import { listCardsOfStudent, listHeldCards, viewCard, viewFamilyCard, viewOwnCards } from './cardsOfStudent.queries.ts'
import { registerReportCards } from './reportCardPage.ts'
import { registerFamilyCards } from './familyCardRoute.ts'
import { reportCardDocument } from './reportCardDocument.ts'
import { copyScheme } from './schemes.commands.ts'

const today = schoolDay(new Date())
const token = 'k'.repeat(43)
const notYours = () => ({ code: 'NOT_FOUND', message: notFound().message, problems: [] })

let world: TestWorld
let own: TestSchool
let app: FastifyInstance
let schemeId: number
let fees: TestFees

beforeAll(async () => {
  world = await testWorld()
  own = world.own
  const call = await world.call('admin')
  schemeId = (await copyScheme(call, own.id, { ready: 'cbse-6-8', name: 'Middle school' })).id
  fees = await addTestFees(world, own)
  await asOwner(
    world.ownerUrl,
    `insert into guardian_sessions (token_hash, phone, device, expires_at) values ($1, '9876543210', 'Phone', now() + interval '1 day')`,
    [createHash('sha256').update(token).digest()],
  )
  app = Fastify({ trustProxy: true })
  await registerFamilyCards(app, {
    database: world.database,
    services: call.services,
    render: async ({ body }) => Buffer.from(body),
  })
  await registerReportCards(app, { config: call.services.config, database: world.database })
  await app.ready()
})
afterAll(async () => {
  await app.close()
  await world.close()
})
beforeEach(async () => {
  await asOwner(world.ownerUrl, 'delete from report_cards; delete from result_publications')
  await setHold(false)
})

async function setHold(on: boolean) {
  await asOwner(world.ownerUrl, 'update schools set hold_for_dues = $2 where id = $1', [own.id, on])
  invalidateSchool(world.database, own.id)
}

/** Stores a published card of a student, and returns its id. */
async function publish(studentId: number, { sectionId = own.section7A, visibleFrom = today, isWithdrawn = false } = {}) {
  const by = '00000000-0000-0000-0000-000000000001'
  return world.database.transaction(own.id, async (db) => {
    const { rows } = await sql<{ id: number }>`
      insert into result_publications (school_id, term_id, section_id, part, scheme_id, visible_from, cards, left_out,
        published_by, published_by_name, withdrawn_at, withdrawn_by, withdrawn_by_name, withdraw_reason)
      select ${own.id}::bigint, ${own.termId}::bigint, ${sectionId}::bigint, 'Term 1', ${schemeId}::bigint,
        ${visibleFrom}::date, 1, 0, ${by}::uuid, 'Head', w.at, w.by_id, w.name, w.reason
      from (select case when ${isWithdrawn} then now() end as at, case when ${isWithdrawn} then ${by}::uuid end as by_id,
        case when ${isWithdrawn} then 'Head' end as name, case when ${isWithdrawn} then 'Totalled again' end as reason) w
      returning id`.execute(db)
    const card = reportCardOf(exampleCard('cbse-6-8', 1, { part: 'Term 1' }))
    const stored = await db
      .insertInto('reportCards')
      .values({
        schoolId: own.id,
        publicationId: rows[0]!.id,
        termId: own.termId,
        studentId,
        content: JSON.stringify(card),
        token: newPaperToken(own.id),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return stored.id
  })
}

const guardian = async () => ({ ...(await world.call('anonymous')), guardianToken: token })
const familyCard = async (id: number, studentId = own.student7A) =>
  viewFamilyCard(await guardian(), ownPlace(own.id), { studentId, id })
const studentsCard = async (id: number) => viewCard(await world.call('student'), own.id, { id })
const listed = async (who: Who, studentId = own.student7A) => listCardsOfStudent(await world.call(who), own.id, { studentId })

describe('the PDF of a guardian', () => {
  const pdf = (path: string, cookie: string | null = token, query = '?languages=MR') =>
    app.inject({
      url: `/report-card/family/${path}${query}`,
      remoteAddress: '10.0.0.2',
      headers: cookie === null ? {} : { cookie: `${guardianCookie}=${cookie}` },
    })
  const path = (id: number, studentId = own.student7A, schoolId = own.id) => `${ownPlace(schoolId)}/${studentId}/${id}`

  test('is the card in the language that is asked for', async () => {
    const id = await publish(own.student7A)
    const { statusCode, headers, body } = await pdf(path(id))
    expect(statusCode).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'attachment; filename="report-card-7-b-12.pdf"',
      'cache-control': 'private, no-store',
    })
    expect(body).toContain('गुणपत्रक')
    expect((await pdf(path(id), token, '?languages=EN')).body).toContain('Report Card')
    expect((await pdf(path(id), token, '')).statusCode).toBe(400)
  })

  test('is refused to whoever is not signed in, for another child, another school, and before its day or withdrawn', async () => {
    const id = await publish(own.student7A)
    const others = await publish(own.student8A, { sectionId: own.section8A })
    await asOwner(world.ownerUrl, `update students set phone = '9800000099', phones = '{}' where id = $1`, [own.student8A])
    for (const cookie of [null, 'x'.repeat(43)]) expect((await pdf(path(id), cookie)).statusCode).toBe(401)
    for (const refused of [path(others), path(others, own.student8A), path(id, own.student7A, world.other.id), path(999_999)])
      expect((await pdf(refused)).statusCode, refused).not.toBe(200)
    await asOwner(world.ownerUrl, 'update result_publications set visible_from = $1', [addDays(today, 1)])
    expect((await pdf(path(id))).statusCode).toBe(404)
    await asOwner(world.ownerUrl, 'delete from report_cards; delete from result_publications')
    expect((await pdf(path(await publish(own.student7A, { isWithdrawn: true })))).statusCode).toBe(404)
  })
})

describe('the public page', () => {
  const page = async (id: number) => {
    const [card] = await asOwner<{ token: string }>(world.ownerUrl, 'select token from report_cards where id = $1', [id])
    const { statusCode, body } = await app.inject({ url: `/report-card/${card?.token}`, remoteAddress: '10.0.0.3' })
    expect(statusCode).toBe(200)
    return body
  }
  const notPublic = 'The school has issued this report card. Its result is not public yet.'
  const withdrawnText = 'The school has withdrawn this report card. It is not valid any more.'
  /** Whose card it is, without which nobody could compare it with a paper. */
  const expectKnown = (body: string) => {
    for (const text of [exampleCard('cbse-6-8', 1, { part: 'Term 1' }).student.name, '7-B', '2026-27, Term 1'])
      expect(body).toContain(text)
  }
  const expectNoResult = (body: string) => {
    expectKnown(body)
    expect(body).not.toMatch(/Total|Result<| \/ \d|\d %|fees|3,300/)
  }

  test('says the result of a card that families see', async () => {
    const body = await page(await publish(own.student7A))
    expectKnown(body)
    expect(body).toContain('The school has published this report card.')
    expect(body).toMatch(/Total<.* \/ \d+, [\d.]+ %/)
  })

  test('says no result before the day from which families see it', async () => {
    const id = await publish(own.student7A, { visibleFrom: addDays(today, 1) })
    const body = await page(id)
    expectNoResult(body)
    expect(body).toContain(notPublic)
    await asOwner(world.ownerUrl, 'update result_publications set visible_from = $1', [today])
    expect(await page(id)).not.toContain(notPublic)
  })

  test('says no result while the card is held, and does not say why', async () => {
    const id = await publish(own.student7A)
    await setHold(true)
    const body = await page(id)
    expectNoResult(body)
    expect(body).toContain(notPublic)
    await setHold(false)
    expect(await page(id)).toMatch(/Total</)
  })

  test('of a withdrawn card has a result only where families have seen it', async () => {
    const seen = await page(await publish(own.student7A, { isWithdrawn: true }))
    expect(seen).toContain(withdrawnText)
    expect(seen).toMatch(/Total</)
    const early = await page(await publish(own.student7A, { isWithdrawn: true, visibleFrom: addDays(today, 1) }))
    expect(early).toContain(withdrawnText)
    expectNoResult(early)
    await setHold(true)
    const held = await page(await publish(own.student7A, { isWithdrawn: true }))
    expect(held).toContain(withdrawnText)
    expectNoResult(held)
  })
})

describe('cards of a student, for staff', () => {
  test('are seen before their day by the office and by teachers of the student, and by nobody else', async () => {
    const id = await publish(own.student7A, { visibleFrom: addDays(today, 5) })
    for (const who of ['admin', 'superadmin', 'limitedAdmin', 'teacher'] as const) {
      expect(await listed(who), who).toMatchObject([{ id, sectionName: '7-B', part: 'Term 1', held: null }])
      expect(await viewCard(await world.call(who), own.id, { id }), who).toMatchObject({ id, visibleFrom: addDays(today, 5) })
    }
    for (const who of ['fees', 'attendant', 'student'] as const)
      expect(await refusal(listed(who)), who).toMatchObject({ code: 'FORBIDDEN' })
    const others = await publish(own.student8A, { sectionId: own.section8A })
    for (const who of ['limitedAdmin', 'teacher'] as const) {
      expect(await listed(who, own.student8A), who).toEqual([])
      expect(await refusal(viewCard(await world.call(who), own.id, { id: others })), who).toEqual(notYours())
    }
    expect(
      await listCardsOfStudent(await world.call('admin', world.other), world.other.id, { studentId: own.student7A }),
    ).toEqual([])
  })

  test('are left out once they are withdrawn', async () => {
    await publish(own.student7A, { isWithdrawn: true })
    expect(await listed('admin')).toEqual([])
  })
})

describe('holding for dues', () => {
  const heldBecause = (amount: string) => ({
    code: 'CONFLICT',
    message: `The school gives out this report card when the overdue fees of ${amount} are paid. It opens at once after the payment.`,
    problems: [],
  })
  const heldList = async (who: Who = 'admin') => listHeldCards(await world.call(who), own.id, {})
  const pay = async (feeId: number, amount: number) => {
    const call = await world.call('fees')
    const account = await viewFeeAccount(call, own.id, { termId: own.termId, studentId: own.student7A })
    const { version } = account.fees.find((fee) => fee.id === feeId)!
    await collectPayment(call, own.id, aPayment(own, [{ feeId, version }], amount))
  }

  test('is off by default: who owes sees the card', async () => {
    const id = await publish(own.student7A)
    expect(await familyCard(id)).toMatchObject({ id })
    expect(await heldList()).toEqual([])
  })

  test('says the amount to family and student, shows no result, and ends with the payment', async () => {
    const id = await publish(own.student7A)
    await setHold(true)
    const owed = heldBecause('₹3,300.00')
    expect(await refusal(familyCard(id))).toEqual(owed)
    expect(await refusal(studentsCard(id))).toEqual(owed)
    const pdf = reportCardDocument.make(await world.call('student'), own.id, { id, languages: 'EN' })
    expect(await refusal(pdf)).toEqual(owed)
    const hidden = { id, held: 330_000, share: null, grade: '', outcome: null }
    expect(await viewOwnCards(await world.call('student'), own.id, {})).toMatchObject([hidden])
    const { schools } = await viewHome(await guardian())
    expect(schools.flatMap(({ children }) => children).find((child) => child.id === own.student7A)?.reportCards).toMatchObject([
      hidden,
    ])
    // Staff see it, and the office who is held.
    expect(await listed('admin')).toMatchObject([{ id, held: 330_000, grade: expect.stringMatching(/./) as string }])
    expect(await listed('teacher')).toMatchObject([{ id, held: null }])
    expect(await viewCard(await world.call('admin'), own.id, { id })).toMatchObject({ id })
    expect(await heldList()).toMatchObject([{ studentId: own.student7A, sectionName: '7-A', overdue: 330_000 }])
    for (const who of ['fees', 'teacher', 'student'] as const)
      expect(await refusal(heldList(who)), who).toMatchObject({ code: 'FORBIDDEN' })
    expect(await listHeldCards(await world.call('admin', world.other), world.other.id, {})).toEqual([])

    await pay(fees.tuitionApr, 150_000)
    expect(await refusal(familyCard(id))).toEqual(heldBecause('₹1,800.00'))
    await pay(fees.tuitionMay, 150_000)
    await pay(fees.library, 30_000)
    expect(await familyCard(id)).toMatchObject({ id })
    expect(await studentsCard(id)).toMatchObject({ id })
    expect(await heldList()).toEqual([])
    await asOwner(world.ownerUrl, 'delete from collected_lines; delete from payments')
  })

  test('is never for a free seat, but for one whose concession has ended', async () => {
    const id = await publish(own.student7A)
    await setHold(true)
    const call = await world.call('admin')
    const whole = { share: 10_000, amount: null }
    const kind = await addConcessionKind(call, own.id, {
      name: 'RTE',
      ...whole,
      categoryNames: null,
      forSiblings: false,
      needsDocument: false,
    })
    await giveConcessions(call, own.id, {
      key: randomUUID(),
      termId: own.termId,
      studentIds: [own.student7A],
      kindId: kind.id,
      ...whole,
      feeCategoryIds: null,
      feeIds: null,
      startsOn: today,
      endsOn: null,
      reason: 'Admitted under the RTE quota',
    })
    // As if it had waived nothing: the seat is free nevertheless.
    await asOwner(world.ownerUrl, 'delete from collected_lines')
    expect(await familyCard(id)).toMatchObject({ id })
    await asOwner(world.ownerUrl, 'update concessions set starts_on = $1, ends_on = $1', [addDays(today, -1)])
    expect(await refusal(familyCard(id))).toEqual(heldBecause('₹3,300.00'))
    await asOwner(world.ownerUrl, 'delete from concessions')
  })

  test('counts no fee that is not overdue yet', async () => {
    const id = await publish(own.student7A)
    await setHold(true)
    const setDue = (day: string | null) => asOwner(world.ownerUrl, 'update fees set due_on = $1', [day])
    await asOwner(world.ownerUrl, "update fees set month = null, name = name || ' ' || id where month is not null")
    await setDue(today)
    expect(await familyCard(id)).toMatchObject({ id })
    await setDue(addDays(today, -1))
    expect(await refusal(familyCard(id))).toEqual(heldBecause('₹3,300.00'))
  })

  test('does nothing without the fees module', async () => {
    const id = await publish(own.student7A)
    await setHold(true)
    await asOwner(world.ownerUrl, 'update schools set fees_module = false where id = $1', [own.id])
    invalidateSchool(world.database, own.id)
    expect(await familyCard(id)).toMatchObject({ id })
    await asOwner(world.ownerUrl, 'update schools set fees_module = true where id = $1', [own.id])
  })
})

test('a published card keeps its student from being deleted, also a withdrawn one', async () => {
  await asOwner(world.ownerUrl, 'delete from student_fee_categories')
  await publish(own.student7A, { isWithdrawn: true })
  const call = await world.call('superadmin')
  expect((await previewStudentDeletion(call, own.id, { id: own.student7A })).keptBy).toContain('1 published report card')
  expect(await refusal(deleteStudent(call, own.id, { id: own.student7A }))).toMatchObject({
    code: 'CONFLICT',
    message: hasRecordsMessage(),
  })
  expect(await listed('superadmin')).toEqual([])
})
