import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditRows, refusal } from '#tests/refusals.ts'
import { addStudents } from '#tests/world/rows.ts'
import { type TestWorld, testWorld, type Who } from '#tests/world/testWorld.ts'
import { notAuthorized } from '#platform/action.ts'
import type { MakerContext } from '#platform/documentJobs/makers.ts'
import { loadLanguages } from '#platform/languages/speech.ts'
import type { PdfContent } from '#platform/pdf/document.ts'
import { notFound } from '#platform/refusal.ts'
import { saveExam } from './dateSheet.commands.ts'
import type { HallTicketsJob } from '../dateSheet.schema.ts'
import { orderHallTickets } from './hallTickets.commands.ts'
import { hallTicketsMaker } from './hallTicketsMaker.ts'

let world: TestWorld
let examId = 0

const notYours = () => ({ code: 'NOT_FOUND', message: notFound().message, problems: [] })

beforeAll(async () => {
  await loadLanguages()
  world = await testWorld()
  const { id: schoolId, termId, class7, section7A, student7A } = world.own
  await world.database.transaction(schoolId, async (db) => {
    await db.updateTable('terms').set({ startsOn: '2026-04-01' }).where('schoolId', '=', schoolId).execute()
    await db
      .updateTable('students')
      .set({ registerNo: 'G0412', birthdate: '2014-06-03', qrcode: 'gate-code-of-asha' })
      .where('schoolId', '=', schoolId)
      .where('id', '=', student7A)
      .execute()
  })
  const paper = { classId: class7, subject: 'Maths', day: '2026-09-14', starts: '10:00', ends: '13:00', sectionIds: [] }
  const exam = await saveExam(await world.call('admin'), schoolId, {
    termId,
    seen: 0,
    name: 'Half-yearly examination',
    instructions: 'Bring a pen.',
    papers: [paper, { ...paper, subject: 'Oral', day: '2026-09-15', sectionIds: [section7A] }],
  })
  examId = exam.id
})

afterAll(() => world.close())

async function order(given: object = {}, who: Who = 'admin', school = world.own) {
  const input = { key: randomUUID(), examId, sectionId: school.section7A, language: 'en', ...given }
  return orderHallTickets(await world.call(who, school), school.id, input)
}

/** What the maker hands to the renderer. */
async function made(given: Partial<HallTicketsJob> = {}, who: Who = 'admin') {
  const parts: PdfContent[] = []
  const making = {
    call: await world.call(who),
    schoolId: world.own.id,
    jobId: 1,
    params: hallTicketsMaker.params.parse({ examId, sectionId: world.own.section7A, ...given }),
    orderedAt: new Date(),
    pdf: async (pieces: Parameters<MakerContext<HallTicketsJob>['pdf']>[0]) => {
      for (const piece of pieces) parts.push(typeof piece === 'function' ? await piece() : piece)
      return Buffer.from('a PDF')
    },
    progress: async () => undefined,
    signal: new AbortController().signal,
  }
  const files = await hallTicketsMaker.make(making)
  return { files, parts, html: parts.map(({ body }) => body).join('') }
}

test('are ordered once per key, with an audit row and the title in their language', async () => {
  const input = { key: randomUUID(), language: 'mr' }
  const job = await order(input)
  expect(job).toMatchObject({ kind: 'HALL_TICKETS', title: '7-A · हॉल तिकिटे · Half-yearly examination', state: 'QUEUED' })
  expect((await order(input)).id).toBe(job.id)
  const [first, second] = await Promise.all([1, 2].map(() => order({ ...input, key: input.key })))
  expect([first?.id, second?.id]).toEqual([job.id, job.id])
  expect(await auditRows(world)).toContainEqual({ role: 'ADMIN', action: 'exam.tickets', rowIds: [job.id], fields: ['params'] })
})

test('have the student’s facts, the code of the ID card and the papers of the section', async () => {
  const { html, files } = await made()
  expect(files).toMatchObject([{ format: 'PDF', name: 'hall-tickets-7-A.pdf' }])
  expect([...html.matchAll(/<dd>([^<]*)<\/dd>/g)].map(([, value]) => value)).toEqual([
    'Asha Patil',
    '7-A',
    '1',
    'G0412',
    '03 Jun 2014',
  ])
  expect([...html.matchAll(/<td><b>([^<]*)<\/b>/g)].map(([, subject]) => subject)).toEqual(['Maths', 'Oral'])
  expect(html).toContain('<li>Bring a pen.</li>')
  expect(html).toContain('class="ticket-code"')
  expect(html).toContain('<div class="ticket-photo"><span>Photo</span></div>')
  const other = await addStudents(world, world.own, world.own.section7B, [
    { name: 'Zoya Khan', phone: '9811100000', roll: '0', qrcode: '' },
  ])
  expect(other).toHaveLength(1)
  const ofB = (await made({ sectionId: world.own.section7B })).html
  expect([...ofB.matchAll(/<td><b>([^<]*)<\/b>/g)].map(([, subject]) => subject)).toEqual(['Maths'])
  expect(ofB).not.toContain('ticket-code')
  expect([...ofB.matchAll(/<dt>([^<]*)<\/dt>/g)].map(([, label]) => label)).toEqual(['Name', 'Class'])
})

test.each([
  ['hi', 'हॉल टिकट'],
  ['mr', 'हॉल तिकीट'],
] as const)('in %s', async (language, title) => {
  expect((await made({ language })).html).toContain(`<h1>${title}</h1>`)
})

test('130 students are made in parts of 60', async () => {
  const { id: schoolId, termId, class8, section8A } = world.own
  const exam = await saveExam(await world.call('admin'), schoolId, {
    termId,
    seen: 0,
    name: 'Of class 8',
    papers: [{ classId: class8, subject: 'Art', day: '2026-09-14', starts: '10:00', ends: '13:00' }],
  })
  const students = Array.from({ length: 129 }, () => ({ phone: '9811100000' }))
  await addStudents(world, world.own, section8A, students, 2)
  const { parts } = await made({ examId: exam.id, sectionId: section8A })
  expect(parts.map(({ body }) => body.split('class="ticket"').length - 1)).toEqual([60, 60, 10])
})

test('are for the office alone, in the classes that it sees', async () => {
  const { section8A } = world.own
  const forbidden = { code: 'FORBIDDEN', message: notAuthorized(), problems: [] }
  for (const who of ['teacher', 'fees', 'attendant', 'student'] as const) expect(await refusal(order({}, who))).toEqual(forbidden)
  await order({}, 'limitedAdmin')
  expect(await refusal(order({ sectionId: section8A }, 'limitedAdmin'))).toEqual(notYours())
  expect(await refusal(order({ sectionId: section8A }))).toEqual({
    code: 'CONFLICT',
    message: 'This section writes no paper of this exam.',
    problems: [],
  })
  expect(await refusal(order({ sectionId: world.other.section7A }))).toEqual(notYours())
  expect(await refusal(order({}, 'admin', world.other))).toEqual(notYours())
  expect(await refusal(order({ key: 'x' }))).toMatchObject({ code: 'BAD_INPUT', problems: [{ path: 'key' }] })
})
