import { randomUUID } from 'node:crypto'
import Fastify, { type FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auditRows, refusal } from '#tests/refusals.ts'
import { exampleCard } from '#tests/reportCards.ts'
import { addStudents, setSchool } from '#tests/world/rows.ts'
import { type TestSchool, type TestWorld, testWorld, type Who } from '#tests/world/testWorld.ts'
import { pdfText } from '#tests/pdfText.ts'
import { notAuthorized } from '#platform/action.ts'
import type { MakerContext, PdfPart } from '#platform/documentJobs/makers.ts'
import { newPaperToken } from '#platform/http/paperPage.ts'
import { htmlDocument, type PdfContent } from '#platform/pdf/document.ts'
import { pdfRenderer } from '#platform/pdf/renderers.ts'
import { loadLanguages } from '#platform/languages/speech.ts'
import { notFound } from '#platform/refusal.ts'
import { reportCardOf } from '../reportCard.rules.ts'
import type { ReportCardsJob } from '../reportCards.schema.ts'
import { registerReportCards } from './reportCardPage.ts'
import { reportCardDocument } from './reportCardDocument.ts'
import { orderReportCards } from './reportCards.commands.ts'
import { reportCardsMaker } from './reportCardsMaker.ts'
import { assessClass, copyScheme } from './schemes.commands.ts'

let world: TestWorld
let own: TestSchool
let app: FastifyInstance
/** Publications of 7-A (Asha, Bina), of 7-B and of 8-A, and one of 7-A that was withdrawn. */
let of7A: number
let of7B: number
let of8A: number
let withdrawn: number
/** Asha's card in 7-A, and the one that families see from tomorrow on. */
let asha: { id: number; token: string }
let later: { id: number; token: string }

const notYours = () => ({ code: 'NOT_FOUND', message: notFound().message, problems: [] })

beforeAll(async () => {
  await loadLanguages()
  world = await testWorld()
  own = world.own
  const call = await world.call('admin')
  const { id: schemeId } = await copyScheme(call, own.id, { ready: 'cbse-6-8', name: 'Middle school' })
  const science = { name: 'Science', kind: 'COUNTED', pattern: 'Scholastic', group: '', replaces: [] }
  for (const classId of [own.class7, own.class8])
    await assessClass(call, own.id, { classId, seen: 0, schemeId, schemeClass: '7', subjects: [science] })
  const [bina = 0] = await addStudents(world, own, own.section7A, [{ name: 'Bina Rao', phone: '9800000001', roll: '2' }])
  const [dev = 0] = await addStudents(world, own, own.section7B, [{ name: 'Dev Joshi', phone: '9800000003', roll: '1' }])
  const cards = [
    [own.student7A, 'Asha <b>Patil'],
    [bina, 'Bina Rao'],
  ] as const
  const first = await publish({ schemeId, sectionId: own.section7A, part: '', isWithdrawn: true }, cards)
  withdrawn = first.id
  const second = await publish({ schemeId, sectionId: own.section7A, part: '' }, cards)
  of7A = second.id
  asha = second.cards[0]!
  of7B = (await publish({ schemeId, sectionId: own.section7B, part: '' }, [[dev, 'Dev Joshi']])).id
  of8A = (await publish({ schemeId, sectionId: own.section8A, part: '' }, [[own.student8A, 'Eva']])).id
  later = (await publish({ schemeId, sectionId: own.section7A, part: 'Term 1', visibleFrom: '2199-01-01' }, [cards[0]])).cards[0]!
  app = Fastify({ trustProxy: true })
  await registerReportCards(app, { config: call.services.config, database: world.database })
  await app.ready()
})
afterAll(async () => {
  await app.close()
  await world.close()
})

interface Publication {
  schemeId: number
  sectionId: number
  part: string
  visibleFrom?: string
  isWithdrawn?: boolean
}

/** Stores a publication with a card for each student. */
async function publish(
  { schemeId, sectionId, part, visibleFrom = '2026-01-01', isWithdrawn = false }: Publication,
  students: readonly (readonly [studentId: number, name: string])[],
) {
  const by = '00000000-0000-0000-0000-000000000001'
  return world.database.transaction(own.id, async (db) => {
    const { rows } = await sql<{ id: number }>`
      insert into result_publications (school_id, term_id, section_id, part, scheme_id, visible_from, cards, left_out, published_by,
        published_by_name, withdrawn_at, withdrawn_by, withdrawn_by_name, withdraw_reason)
      select ${own.id}::bigint, ${own.termId}::bigint, ${sectionId}::bigint, ${part}::text, ${schemeId}::bigint,
        ${visibleFrom}::date, ${students.length}::int, 0, ${by}::uuid, 'Head', w.at, w.by_id, w.name, w.reason
      from (select case when ${isWithdrawn} then now() end as at, case when ${isWithdrawn} then ${by}::uuid end as by_id,
        case when ${isWithdrawn} then 'Head' end as name, case when ${isWithdrawn} then 'Totalled again' end as reason) w
      returning id`.execute(db)
    const id = rows[0]!.id
    const cards: { id: number; token: string }[] = []
    for (const [studentId, name] of students) {
      const source = exampleCard('cbse-6-8', 1, { part: part || null })
      const card = reportCardOf({ ...source, student: { ...source.student, name } })
      const token = newPaperToken(own.id)
      const stored = await sql<{ id: number }>`
        insert into report_cards (school_id, publication_id, term_id, student_id, content, token)
        values (${own.id}, ${id}, ${own.termId}, ${studentId}, ${JSON.stringify(card)}::jsonb, ${token}) returning id`.execute(db)
      cards.push({ id: stored.rows[0]!.id, token })
    }
    return { id, cards }
  })
}

async function order(publicationIds: readonly number[], who: Who = 'admin', also: object = {}) {
  return orderReportCards(await world.call(who), own.id, { key: randomUUID(), publicationIds, languages: 'MR_EN', ...also })
}

/** Makes a document as the job does, and returns its parts. */
async function make(params: ReportCardsJob, who: Who = 'admin') {
  const parts: PdfContent[] = []
  const files = await reportCardsMaker.make({
    call: await world.call(who),
    schoolId: own.id,
    params,
    jobId: 1,
    orderedAt: new Date(),
    signal: new AbortController().signal,
    progress: () => Promise.resolve(),
    pdf: async (pieces: readonly PdfPart[]) => {
      for (const piece of pieces) parts.push(typeof piece === 'function' ? await piece() : piece)
      return Buffer.from('')
    },
  } satisfies MakerContext<ReportCardsJob>)
  return { files, parts }
}

describe('ordering report cards', () => {
  test('queues one document, named by section and number, in the language of the paper', async () => {
    const job = await order([of7A])
    expect(job).toMatchObject({ kind: 'REPORT_CARDS', title: '7-A · 2 प्रगतिपत्रके' })
    expect((await auditRows(world)).at(-1)).toEqual({
      role: 'ADMIN',
      action: 'reportCards.order',
      rowIds: [job.id],
      fields: ['params'],
    })
    const key = randomUUID()
    const once = await order([of7A, of7B], 'admin', { key, languages: 'EN' })
    expect(once.title).toBe('2 sections · 3 report cards')
    expect((await order([of7A, of7B], 'admin', { key, languages: 'EN' })).id).toBe(once.id)
  })

  test('is for the office and for teachers of the section', async () => {
    expect(await order([of7A], 'teacher')).toMatchObject({ kind: 'REPORT_CARDS' })
    expect(await refusal(order([of7A, of7B], 'teacher'))).toEqual(notYours())
    expect(await refusal(order([of8A], 'limitedAdmin'))).toEqual(notYours())
    for (const who of ['fees', 'attendant', 'student'] as const)
      expect(await refusal(order([of7A], who)), who).toMatchObject({ code: 'FORBIDDEN', message: notAuthorized() })
    const call = await world.call('admin', world.other)
    const form = { key: randomUUID(), publicationIds: [of7A], languages: 'EN' }
    expect(await refusal(orderReportCards(call, world.other.id, form))).toEqual(notYours())
  })

  test('refuses no section, an unknown one and an unknown language', async () => {
    expect(await refusal(order([]))).toMatchObject({
      problems: [{ path: 'publicationIds', message: 'Choose at least one section' }],
    })
    expect(await refusal(order([of7A, 999_999]))).toEqual(notYours())
    expect(await refusal(order([of7A], 'admin', { languages: 'FR' }))).toMatchObject({ code: 'BAD_INPUT' })
  })
})

describe('making report cards', () => {
  test('prints sections in the order given, each card on its own page, withdrawn ones marked', async () => {
    const { files, parts } = await make({ publicationIds: [of7B, of7A, withdrawn], languages: 'EN' })
    expect(files).toMatchObject([{ format: 'PDF', name: 'report-cards.pdf' }])
    const renderer = pdfRenderer({ pdfServiceUrl: undefined })
    try {
      const { texts } = await pdfText(await renderer.render(htmlDocument(parts[0]!)))
      const names = texts.map((text) => /Dev Joshi|Asha <b>Patil|Bina Rao/.exec(text)?.[0])
      expect(names).toEqual(['Dev Joshi', 'Asha <b>Patil', 'Bina Rao', 'Asha <b>Patil', 'Bina Rao'])
      expect(texts.map((text) => text.includes('not valid any more'))).toEqual([false, false, false, true, true])
    } finally {
      await renderer.stop()
    }
  })

  test('prints with the present rights of who ordered', async () => {
    const { files, parts } = await make({ publicationIds: [of7A, of7B], languages: 'EN' }, 'teacher')
    expect(files[0]?.name).toBe('report-cards-7-A.pdf')
    expect(parts[0]?.body).not.toContain('Dev Joshi')
    expect(await refusal(make({ publicationIds: [of7B], languages: 'EN' }, 'teacher'))).toMatchObject({ code: 'BAD_INPUT' })
  })
})

describe('one card', () => {
  const open = async (id: number, who: Who, school = own) =>
    reportCardDocument.make(await world.call(who, school), school.id, { id, languages: 'MR' })

  test('is a PDF for the office, teachers of the section and the student', async () => {
    for (const who of ['admin', 'teacher', 'student'] as const) {
      const { body, fileName } = await open(asha.id, who)
      expect(body).toContain('Asha &lt;b&gt;Patil')
      expect(body).toContain('गुणपत्रक')
      expect(fileName).toBe('report-card-7-b-12')
    }
  })

  test('is not found by anybody else, nor by the student before its day', async () => {
    expect((await open(later.id, 'teacher')).body).toContain('सत्र 1')
    expect(await refusal(open(later.id, 'student'))).toEqual(notYours())
    expect(await refusal(open(asha.id, 'admin', world.other))).toEqual(notYours())
    expect(await refusal(open(asha.id, 'fees'))).toMatchObject({ code: 'FORBIDDEN' })
  })
})

test('a school without the module has no cards to print', async () => {
  await setSchool(world, own, { exams: false })
  try {
    expect(await refusal(order([of7A]))).toMatchObject({ code: 'DISABLED_MODULE' })
    const opening = reportCardDocument.make(await world.call('admin'), own.id, { id: asha.id, languages: 'MR' })
    expect(await refusal(opening)).toMatchObject({ code: 'DISABLED_MODULE' })
  } finally {
    await setSchool(world, own, { exams: true })
  }
})

describe('the public page', () => {
  const page = (token: string) => app.inject({ url: `/report-card/${token}`, remoteAddress: '10.0.0.1' })

  test('says that a card is valid, with its name, total and result, and nothing to run', async () => {
    const { statusCode, body, headers } = await page(asha.token)
    expect(statusCode).toBe(200)
    for (const text of ['Valid', 'Asha &lt;b&gt;Patil', '7-B', '2026-27', ' / 600, ', 'Promoted', '12 Apr 2027'])
      expect(body).toContain(text)
    expect(body).not.toMatch(/<script|Sunita|2014/)
    expect(headers['content-security-policy']).toContain("default-src 'none'")
  })

  test('says that a card was withdrawn', async () => {
    const { rows } = await world.database.transaction(own.id, (db) =>
      sql<{ token: string }>`select token from report_cards where publication_id = ${withdrawn} order by id`.execute(db),
    )
    const { body } = await page(rows[0]!.token)
    expect(body).toContain('The school has withdrawn this report card. It is not valid any more.')
  })

  test('knows no other code', async () => {
    for (const token of [newPaperToken(own.id), asha.token.replace(/^\w+-/, '2-'), 'x', `${asha.token}x`]) {
      const { statusCode, body } = await page(token)
      expect(statusCode).toBe(404)
      expect(body).toContain('This report card is not known')
    }
  })
})
