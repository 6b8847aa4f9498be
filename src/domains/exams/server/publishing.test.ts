import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { asOwner } from '#tests/asOwner.ts'
import { auditRows, refusal } from '#tests/refusals.ts'
import { addStudents } from '#tests/world/rows.ts'
import { somebodyWaits } from '#tests/lockWaiters.ts'
import { type TestSchool, type TestWorld, testWorld, type Who } from '#tests/world/testWorld.ts'
import { deleteSection } from '#domains/classes/server/sections.commands.ts'
import { notAuthorized } from '#platform/action.ts'
import { notFound } from '#platform/refusal.ts'
import { addDays, schoolDay } from '#shared/dates.ts'
import { ownPlace } from '#shared/ownPlace.ts'
import { reportCard } from '../reportCard.schema.ts'
import type { AssessedSubject, Scheme } from '../scheme.schema.ts'
import { viewCard, viewFamilyCard, viewOwnCards } from './cardsOfStudent.queries.ts'
import { listPublications, publishResults, viewPublishedCards, withdrawResults } from './publishing.commands.ts'
import { assessClass, changeScheme, copyScheme, viewAssessment, viewScheme } from './schemes.commands.ts'
import { enterScores } from './scores.commands.ts'
import { lockSubjects } from './scores.sql.ts'

let world: TestWorld
let own: TestSchool
let science: number
let bina: number

const subject: AssessedSubject = { name: 'Science', kind: 'COUNTED', pattern: 'Scholastic', group: '', replaces: [] }
const notYours = () => ({ code: 'NOT_FOUND', message: notFound().message, problems: [] })
const today = schoolDay(new Date())
const guardianToken = 'k'.repeat(43)

beforeAll(async () => {
  world = await testWorld()
  own = world.own
  const call = await world.call('admin')
  const scheme = await copyScheme(call, own.id, { ready: 'cbse-6-8', name: 'Middle school' })
  const assessed = await assessClass(call, own.id, {
    classId: own.class7,
    seen: 0,
    schemeId: scheme.id,
    schemeClass: '7',
    subjects: [subject],
  })
  science = assessed.subjects[0]!.id
  ;[bina = 0] = await addStudents(world, own, own.section7A, [{ name: 'Bina Rao', phone: '9800000001', roll: '2' }])
  await enter(own.student7A, '5', 'Notebook')
  await enter(own.student7A, '9', 'Periodic test')
  await enter(own.student7A, '4', 'Subject enrichment')
  await enter(own.student7A, '72', 'Half-yearly examination')
  await enter(bina, '3', 'Notebook')
  await asOwner(
    world.ownerUrl,
    `insert into guardian_sessions (token_hash, phone, device, expires_at) values ($1, '9876543210', 'Phone', now() + interval '1 day')`,
    [createHash('sha256').update(guardianToken).digest()],
  )
})
afterAll(() => world.close())

beforeEach(async () => {
  await asOwner(world.ownerUrl, 'delete from report_cards; delete from result_publications')
})

async function enter(studentId: number, value: string, component: string, seen = '') {
  return enterScores(await world.call('admin'), own.id, {
    key: randomUUID(),
    sectionId: own.section7A,
    subjectId: science,
    part: 'Term 1',
    scores: [{ studentId, component, test: 1, seen, value }],
  })
}

const form = (also: object = {}) => ({
  key: randomUUID(),
  sectionId: own.section7A,
  part: 'Term 1',
  visibleFrom: today,
  incomplete: 'LEAVE_OUT',
  ...also,
})

async function publish(also: object = {}, who: Who = 'admin') {
  return publishResults(await world.call(who), own.id, form(also))
}

async function withdraw(id: number, who: Who = 'admin', reason = 'Totalled again') {
  return withdrawResults(await world.call(who), own.id, { id, reason })
}

async function cards(id: number, who: Who = 'admin') {
  const rows = await viewPublishedCards(await world.call(who), own.id, { id })
  return rows.map((row) => ({ ...row, card: reportCard.parse(JSON.parse(row.content)) }))
}

async function ownCards() {
  return viewOwnCards(await world.call('student'), own.id, {})
}

async function familyCard(studentId: number, id: number) {
  const call = { ...(await world.call('anonymous')), guardianToken }
  return viewFamilyCard(call, ownPlace(own.id), { studentId, id })
}

async function studentsCard(id: number) {
  return viewCard(await world.call('student'), own.id, { id })
}

/** The id of the first card of a publication. */
async function firstCard(publicationId: number) {
  return (await cards(publicationId))[0]!.id
}

describe('publishing', () => {
  test('stores a card for each student whose scores are there, with one audit row', async () => {
    const published = await publish({ rank: true })
    expect(published).toMatchObject({
      className: '7',
      sectionName: 'A',
      part: 'Term 1',
      visibleFrom: today,
      cards: 1,
      leftOut: 1,
      publishedByName: 'admin of Own School',
      withdrawnAt: null,
    })
    const [stored] = await cards(published.id, 'teacher')
    expect(stored!.token).toMatch(new RegExp(`^${own.id.toString(36)}-[\\w-]{24}$`))
    expect(stored!.card).toMatchObject({
      school: { name: 'Own School', phone: '9876543210' },
      student: { name: 'Asha Patil' },
      className: '7',
      sectionName: '7-A',
      roll: '1',
      part: 'Term 1',
      total: { obtained: 9000, grade: 'A2' },
      outcome: null,
      rank: { rank: 1, of: 1 },
      attendance: null,
      publishedOn: today,
    })
    expect((await auditRows(world)).at(-1)).toEqual({
      role: 'ADMIN',
      action: 'results.publish',
      rowIds: [published.id],
      fields: ['cards'],
    })
  })

  test('asks what becomes of students with missing scores, and can give them a card that says so', async () => {
    const asked = await refusal(publish({ incomplete: null }))
    const message = 'Scores of 1 student are missing: Bina Rao. Publish without them, or with cards that say so.'
    expect(asked).toEqual({ code: 'BAD_INPUT', message, problems: [{ path: 'incomplete', message }] })
    const published = await publish({ incomplete: 'INCLUDE' })
    expect(published).toMatchObject({ cards: 2, leftOut: 0 })
    const [, second] = await cards(published.id)
    expect(second!.card).toMatchObject({ outcome: 'INCOMPLETE', total: null, rank: null })
    expect(second!.card.missing).toHaveLength(3)
  })

  test('freezes the card: later scores and names do not touch it', async () => {
    const published = await publish()
    await enter(own.student7A, '60', 'Half-yearly examination', '72')
    const rename = (name: string) => asOwner(world.ownerUrl, 'update students set name = $2 where id = $1', [own.student7A, name])
    await rename('Asha Deshmukh')
    expect((await cards(published.id))[0]!.card).toMatchObject({ student: { name: 'Asha Patil' }, total: { obtained: 9000 } })
    await rename('Asha Patil')
    await enter(own.student7A, '72', 'Half-yearly examination', '60')
  })

  test('prints the format of the scheme, and one that is changed afterwards touches no card', async () => {
    const before = await publish()
    const call = await world.call('admin')
    const change = async (card: Scheme['card']) => {
      const { schemeId } = await viewAssessment(call, own.id, { classId: own.class7 })
      const { version, content } = await viewScheme(call, own.id, { id: schemeId! })
      const changed: Scheme = { ...(JSON.parse(content) as Scheme), card }
      await changeScheme(call, own.id, { id: schemeId!, seen: version, content: JSON.stringify(changed) })
    }
    const board = (await cards(before.id))[0]!.card.format
    const format = { ...board, title: 'PROGRESS_CARD' as const, facts: ['registerNo' as const], signatures: [], total: false }
    await change(format)
    expect((await cards(before.id))[0]!.card.format).toEqual(board)
    await withdraw(before.id)
    expect((await cards((await publish()).id))[0]!.card.format).toEqual(format)
    await change(null)
  })

  test('again is refused until it is withdrawn, and then makes new cards', async () => {
    const first = await publish()
    const again = await refusal(publish())
    expect(again).toMatchObject({ code: 'CONFLICT', problems: [] })
    expect(again.message).toMatch(/^admin of Own School has published these results on .*\. Withdraw them first\.$/)
    expect(await withdraw(first.id, 'limitedAdmin')).toMatchObject({
      withdrawReason: 'Totalled again',
      withdrawnByName: 'limitedAdmin of Own School',
    })
    const second = await publish()
    expect(second.id).not.toBe(first.id)
    expect((await cards(second.id))[0]!.token).not.toBe((await cards(first.id))[0]!.token)
    const all = await listPublications(await world.call('teacher'), own.id, { termId: own.termId })
    expect(all.map(({ id, withdrawnAt }) => [id, withdrawnAt === null])).toEqual([
      [second.id, true],
      [first.id, false],
    ])
    expect((await auditRows(world)).map(({ action }) => action).slice(-2)).toEqual(['results.withdraw', 'results.publish'])
  })

  test('once per key, and by one of two people at once', async () => {
    const input = form()
    const call = await world.call('admin')
    const first = await publishResults(call, own.id, input)
    expect(await publishResults(call, own.id, input)).toEqual(first)
    await withdraw(first.id)
    const both = await Promise.allSettled([publish(), publish({}, 'superadmin')])
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(both.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'CONFLICT' } })
  })

  test('waits for who is entering scores', async () => {
    let publishing: Promise<unknown> | undefined
    await world.database.transaction(own.id, async (db) => {
      await lockSubjects(db, own.id, [science]).execute()
      publishing = publish()
      await somebodyWaits(world.ownerUrl)
    })
    expect(await publishing).toMatchObject({ cards: 1 })
  })

  test('needs a part of the scheme, a student with a card, a day and a class that is assessed', async () => {
    expect((await refusal(publish({ part: 'Term 3' }))).problems).toEqual([
      { path: 'part', message: '“Term 3” is no part of this scheme' },
    ])
    expect((await refusal(publish({ part: 'Term 2' }))).problems).toEqual([
      { path: 'sectionId', message: 'No student of this section would get a card' },
    ])
    expect((await refusal(publish({ visibleFrom: '' }))).problems).toEqual([
      { path: 'visibleFrom', message: 'Choose the day from which families see the cards' },
    ])
    expect(await refusal(publish({ sectionId: own.section8A }))).toEqual(notYours())
    const first = await publish()
    expect((await refusal(withdraw(first.id, 'admin', ' '))).problems).toMatchObject([{ path: 'reason' }])
    await withdraw(first.id)
    expect(await refusal(withdraw(first.id))).toMatchObject({ code: 'CONFLICT' })
  })

  test('keeps the section from being deleted', async () => {
    await publish()
    await asOwner(world.ownerUrl, `update enrolments set section_id = $1 where section_id = $2`, [own.section7B, own.section7A])
    expect(await refusal(deleteSection(await world.call('admin'), own.id, { id: own.section7A }))).toMatchObject({
      message: 'Results of this section were published. They keep it from being deleted.',
    })
    await asOwner(world.ownerUrl, `update enrolments set section_id = $1 where section_id = $2`, [own.section7A, own.section7B])
  })
})

describe('families', () => {
  test('see a card from its day on, and none that is withdrawn', async () => {
    const early = await publish({ visibleFrom: addDays(today, 1) })
    const earlyCard = await firstCard(early.id)
    const expectHidden = async (id: number) => {
      expect(await ownCards()).toEqual([])
      expect(await refusal(studentsCard(id))).toEqual(notYours())
      expect(await refusal(familyCard(own.student7A, id))).toEqual(notYours())
    }
    await expectHidden(earlyCard)
    await withdraw(early.id)
    await expectHidden(earlyCard)
    const published = await publish()
    expect(await ownCards()).toMatchObject([
      { publicationId: published.id, part: 'Term 1', termName: '2026-27', share: 9000, grade: 'A2', outcome: null },
    ])
    const id = await firstCard(published.id)
    const seen = await familyCard(own.student7A, id)
    expect(reportCard.parse(JSON.parse(seen.content))).toMatchObject({ student: { name: 'Asha Patil' } })
    expect(seen.publicUrl).toMatch(/\/report-card\/[\w-]+$/)
    expect(await studentsCard(id)).toEqual(seen)
    await withdraw(published.id)
    await expectHidden(id)
  })

  test('see no other child', async () => {
    const { id } = await publish({ incomplete: 'INCLUDE' })
    const [ashas, binas] = (await cards(id)).map((card) => card.id) as [number, number]
    expect((await ownCards()).map(({ studentId }) => studentId)).toEqual([own.student7A])
    expect(await refusal(studentsCard(binas))).toEqual(notYours())
    expect(await refusal(familyCard(bina, binas))).toEqual(notYours())
    expect(await refusal(familyCard(own.student7A, binas))).toEqual(notYours())
    const stranger = { ...(await world.call('anonymous')), guardianToken: 'x'.repeat(43) }
    const choice = { studentId: own.student7A, id: ashas }
    expect(await refusal(viewFamilyCard(stranger, ownPlace(own.id), choice))).toMatchObject({ code: 'SIGNED_OUT' })
  })

  test('see nothing of another school', async () => {
    const { id } = await publish()
    const choice = { studentId: own.student7A, id: await firstCard(id) }
    const call = { ...(await world.call('anonymous')), guardianToken }
    expect(await refusal(viewFamilyCard(call, ownPlace(world.other.id), choice))).toMatchObject({
      code: expect.stringMatching(/NOT_FOUND|DISABLED_MODULE/) as string,
    })
    expect(await refusal(viewCard(await world.call('student', world.other), world.other.id, { id: choice.id }))).toEqual(
      notYours(),
    )
    expect(await refusal(viewCard(await world.call('admin', world.other), world.other.id, { id: choice.id }))).toEqual(notYours())
  })
})

describe('permissions', () => {
  test.each(['fees', 'teacher', 'attendant', 'student'] as const)('%s neither publishes nor withdraws', async (who) => {
    const forbidden = { code: 'FORBIDDEN', message: notAuthorized(), problems: [] }
    const published = await publish()
    expect(await refusal(publish({ part: 'Term 2' }, who))).toEqual(forbidden)
    expect(await refusal(withdraw(published.id, who))).toEqual(forbidden)
    if (who !== 'teacher') expect(await refusal(cards(published.id, who))).toEqual(forbidden)
  })

  test('nothing of another school is found', async () => {
    const published = await publish()
    const stranger = await world.call('admin', world.other)
    expect(await refusal(publishResults(stranger, world.other.id, form()))).toEqual(notYours())
    expect(await refusal(withdrawResults(stranger, world.other.id, { id: published.id, reason: 'X' }))).toEqual(notYours())
    expect(await refusal(viewPublishedCards(stranger, world.other.id, { id: published.id }))).toEqual(notYours())
    expect(await listPublications(stranger, world.other.id, { termId: own.termId })).toEqual([])
  })
})
