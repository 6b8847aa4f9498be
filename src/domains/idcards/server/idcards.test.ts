import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pdfText } from '#tests/pdfText.ts'
import { auditRows, refusal } from '#tests/refusals.ts'
import { addStudents, type NewStudent } from '#tests/world/rows.ts'
import { type TestWorld, testWorld } from '#tests/world/testWorld.ts'
import { notAuthorized } from '#platform/action.ts'
import { Database } from '#platform/database/connect.ts'
import type { MakerContext } from '#platform/documentJobs/makers.ts'
import { storageKey, openStorage } from '#platform/files/storage.ts'
import { loadLanguages } from '#platform/languages/speech.ts'
import { htmlDocument, type PdfContent } from '#platform/pdf/document.ts'
import { pdfRenderer } from '#platform/pdf/renderers.ts'
import { invalidateSchool } from '#platform/school.ts'
import { defaultPhone } from '#shared/defaultPhone.ts'
import { setStudentPhoto } from '#domains/students/server/students.commands.ts'
import type { CardsJob } from '../idcards.schema.ts'
import { noCardsMessage, orderCards } from './cards.commands.ts'
import { cardsMaker } from './cardsMaker.ts'
import { deleteDesign, listDesigns, saveDesign } from './designs.commands.ts'
import { listHolders, viewCard, viewCardSchool } from './holders.queries.ts'

let world: TestWorld

const design = {
  id: null,
  seen: 0,
  name: 'Students',
  holder: 'STUDENT',
  layout: 'CLASSIC',
  color: null,
  backText: 'If found, bring it.',
  fields: ['CLASS', 'ROLL', 'BLOOD_GROUP', 'PHONE', 'ADDRESS', 'QR'],
  validUntil: '2027-03-31',
  signature: true,
}
const staffDesign = { ...design, name: 'Staff', holder: 'STAFF', layout: 'PORTRAIT', fields: ['ROLE', 'EMAIL'] }

let designId = 0
let staffDesignId = 0

beforeAll(async () => {
  await loadLanguages()
  world = await testWorld()
  const admin = await world.call('admin')
  designId = (await saveDesign(admin, world.own.id, design)).id
  staffDesignId = (await saveDesign(admin, world.own.id, staffDesign)).id
})

afterAll(() => world.close())

/** Further students of 7-B, in the order of their rolls. */
async function pupils(count: number, given: NewStudent = {}): Promise<number[]> {
  const students = Array.from({ length: count }, () => ({ phone: '9811100000', ...given }))
  return addStudents(world, world.own, world.own.section7B, students, 1)
}

/** A photo of one colour, larger than any card; `broken` is no picture. */
async function givePhoto(studentId: number, broken = false): Promise<void> {
  const call = await world.call('admin')
  const { id: schoolId } = world.own
  const id = randomUUID()
  const bytes = await sharp({ create: { width: 900, height: 700, channels: 3, background: '#336699' } })
    .jpeg()
    .toBuffer()
  const disk = await openStorage(call.services.config)
  await disk.put(storageKey(schoolId, id), broken ? Buffer.from('no picture') : bytes)
  await world.database.transaction(schoolId, (db) =>
    db
      .insertInto('files')
      .values({
        schoolId,
        id,
        purpose: 'student-photo',
        contentType: 'image/jpeg',
        size: bytes.length,
        createdBy: call.viewer?.subject ?? '',
      })
      .execute(),
  )
  await setStudentPhoto(call, schoolId, { id: studentId, photoFile: id })
}

const order = (given: Record<string, unknown> = {}) => ({
  key: randomUUID(),
  designId,
  termId: world.own.termId,
  holder: 'STUDENT',
  output: 'SHEET',
  withoutPhoto: 'PRINT',
  sendLink: false,
  email: '',
  ...given,
})

/** What the maker hands to the renderer, part by part. */
async function made(given: Partial<CardsJob> & object, who: 'admin' | 'limitedAdmin' = 'admin') {
  const parts: PdfContent[] = []
  const { key: _key, sendLink: _sendLink, email: _email, ...params } = order(given)
  const making = {
    call: await world.call(who),
    schoolId: world.own.id,
    jobId: 1,
    params: cardsMaker.params.parse(params),
    orderedAt: new Date(),
    pdf: async (pieces: Parameters<MakerContext<CardsJob>['pdf']>[0]) => {
      for (const piece of pieces) parts.push(typeof piece === 'function' ? await piece() : piece)
      return Buffer.from('a PDF')
    },
    progress: async () => undefined,
    signal: new AbortController().signal,
  }
  const files = await cardsMaker.make(making)
  return { files, parts, html: parts.map((part) => part.body).join('') }
}

/** The cards in a page's HTML, by whose they are. */
const namesIn = (html: string) => [...html.matchAll(/aria-label="ID card of ([^"]+)"/g)].map(([, name]) => name)

describe('designs', () => {
  test('are added, changed as they were seen, and deleted; two of the same people have different names', async () => {
    const call = await world.call('admin')
    const added = await saveDesign(call, world.own.id, { ...design, name: 'Blue', color: '#1f5f8b' })
    expect(added).toMatchObject({ name: 'Blue', color: '#1f5f8b', version: 1, fields: design.fields })
    expect((await refusal(saveDesign(call, world.own.id, { ...design, name: 'BLUE' }))).problems[0]?.path).toBe('name')
    const changed = { ...design, id: added.id, seen: 1, name: 'Blue', fields: ['QR', 'CLASS'] }
    expect(await saveDesign(call, world.own.id, changed)).toMatchObject({ version: 2, fields: ['QR', 'CLASS'], color: null })
    expect(await refusal(saveDesign(call, world.own.id, changed))).toMatchObject({
      code: 'CONFLICT',
      problems: [{ path: 'seen' }],
    })
    expect((await refusal(deleteDesign(call, world.own.id, { id: added.id, seen: 1 }))).code).toBe('CONFLICT')
    expect(await deleteDesign(call, world.own.id, { id: added.id, seen: 2 })).toBe(added.id)
    expect((await listDesigns(call, world.own.id, {})).map(({ name }) => name)).toEqual(['Students', 'Staff'])
  })

  test('know their fields: none twice, none of other people', async () => {
    const call = await world.call('admin')
    for (const fields of [['CLASS', 'CLASS'], ['EMAIL'], ['SHOE_SIZE']])
      expect((await refusal(saveDesign(call, world.own.id, { ...design, name: 'x', fields }))).code).toBe('BAD_INPUT')
    for (const color of ['red', '#FFF', '#0b6e4f;background:url(x)'])
      expect((await refusal(saveDesign(call, world.own.id, { ...design, name: 'x', color }))).problems[0]?.path).toBe('color')
  })

  test('are the whole school’s: an admin of some classes uses them and changes none', async () => {
    const call = await world.call('limitedAdmin')
    expect(await listDesigns(call, world.own.id, {})).toHaveLength(2)
    expect((await refusal(saveDesign(call, world.own.id, { ...design, name: 'mine' }))).code).toBe('FORBIDDEN')
    expect((await refusal(deleteDesign(call, world.own.id, { id: designId, seen: 1 }))).code).toBe('FORBIDDEN')
  })
})

describe('whose cards', () => {
  test('those without a photo come first, then by section and roll; the disabled have none', async () => {
    const [first = 0, second = 0, third = 0] = await pupils(3, {
      phone: defaultPhone,
      bloodgroup: 'B+',
      fatherName: 'Ravi Joshi',
    })
    await pupils(1, { name: 'Gone', disabled: true })
    await givePhoto(first)
    const call = await world.call('admin')
    const view = { termId: world.own.termId, holder: 'STUDENT' }
    const { rows, total, withoutPhoto } = await listHolders(call, world.own.id, view)
    expect([total, withoutPhoto]).toEqual([5, 4])
    expect(rows.map(({ name, photoFile }) => [name, photoFile !== null])).toEqual([
      ['Asha Patil', false],
      ['Pupil 2', false],
      ['Pupil 3', false],
      ['Rohan Patil', false],
      ['Pupil 1', true],
    ])
    // The phone that stands where none is known is no phone.
    expect(rows[1]?.values).toMatchObject({ CLASS: '7-B', ROLL: '2', PHONE: '', BLOOD_GROUP: 'B+', GUARDIAN: 'Ravi Joshi' })
    const paged = await listHolders(call, world.own.id, { ...view, page: 1, pageSize: 3 })
    expect([paged.rows.map(({ name }) => name), paged.total]).toEqual([['Rohan Patil', 'Pupil 1'], 5])
    const found = await listHolders(call, world.own.id, { ...view, search: 'pupil', classId: world.own.class7 })
    expect(found.rows.map(({ id }) => id)).toEqual([second, third, first])
    const chosen = await listHolders(call, world.own.id, { ...view, ids: [first, second], pageSize: 1 })
    expect([chosen.total, chosen.withoutPhoto, chosen.rows.map(({ id }) => id)]).toEqual([2, 1, [second]])
  })

  test('an admin of some classes sees theirs, and no staff; another school’s are not there', async () => {
    const limited = await world.call('limitedAdmin')
    const { id, termId, class8, section8A, student8A, student7A } = world.own
    const view = { termId, holder: 'STUDENT' }
    expect((await listHolders(limited, id, view)).rows.map(({ name }) => name)).not.toContain('Rohan Patil')
    expect((await refusal(listHolders(limited, id, { ...view, classId: class8 }))).code).toBe('NOT_FOUND')
    expect((await refusal(viewCard(limited, id, { ...view, id: student8A }))).code).toBe('NOT_FOUND')
    expect((await refusal(orderCards(limited, id, order({ sectionId: section8A })))).code).toBe('NOT_FOUND')
    expect((await refusal(orderCards(limited, id, order({ ids: [student7A, student8A] })))).code).toBe('NOT_FOUND')
    expect((await refusal(listHolders(limited, id, { termId, holder: 'STAFF' }))).code).toBe('FORBIDDEN')
    expect((await refusal(orderCards(limited, id, order({ holder: 'STAFF', designId: staffDesignId })))).code).toBe('FORBIDDEN')
    const admin = await world.call('admin')
    const elsewhere = { ...view, termId: world.other.termId }
    expect((await refusal(listHolders(admin, id, elsewhere))).code).toBe('NOT_FOUND')
    expect((await refusal(viewCard(admin, id, { ...view, id: world.other.student7A }))).code).toBe('NOT_FOUND')
    for (const who of ['teacher', 'fees', 'attendant', 'student'] as const)
      expect(await refusal(listHolders(await world.call(who), id, view))).toMatchObject({
        code: 'FORBIDDEN',
        message: notAuthorized(),
      })
  })

  test('the code of a card is for the gate alone: none where the school has none', async () => {
    const call = await world.call('admin')
    const of = { termId: world.own.termId, holder: 'STUDENT', id: world.own.student7A }
    expect((await viewCard(call, world.own.id, of)).qrcode).not.toBe('')
    await world.database.kysely.updateTable('schools').set({ qrcode: false }).where('id', '=', world.own.id).execute()
    invalidateSchool(world.database, world.own.id)
    expect((await viewCard(call, world.own.id, of)).qrcode).toBe('')
    await world.database.kysely.updateTable('schools').set({ qrcode: true }).where('id', '=', world.own.id).execute()
    invalidateSchool(world.database, world.own.id)
    expect((await viewCardSchool(call, world.own.id, { termId: world.own.termId })).termName).toBe('2026-27')
  })
})

describe('an order', () => {
  test('is one job however often its key comes, with an audit row; an empty order, or a design of others, is refused', async () => {
    const call = await world.call('admin')
    const asked = order({ sectionId: world.own.section7B, sendLink: true, email: 'head@own.test' })
    const job = await orderCards(call, world.own.id, asked)
    expect(job).toMatchObject({ kind: 'ID_CARDS', title: '7-B · 3 cards on A4 sheets', state: 'QUEUED', email: 'head@own.test' })
    expect((await orderCards(call, world.own.id, asked)).id).toBe(job.id)
    const audit = (await auditRows(world)).filter(({ action }) => action === 'idCard.order')
    expect(audit).toEqual([
      { role: 'ADMIN', action: 'idCard.order', rowIds: [job.id], fields: ['params', 'email'] },
      { role: 'ADMIN', action: 'idCard.order', rowIds: [job.id], fields: ['again'] },
    ])
    expect((await refusal(orderCards(call, world.own.id, order({ designId: staffDesignId })))).code).toBe('NOT_FOUND')
    const photographed = order({ classId: world.own.class8, withoutPhoto: 'LEAVE_OUT' })
    expect(await refusal(orderCards(call, world.own.id, photographed))).toMatchObject({
      code: 'BAD_INPUT',
      message: noCardsMessage(),
    })
    expect((await orderCards(call, world.own.id, order({ withoutPhoto: 'LEAVE_OUT' }))).title).toBe(
      'All students · 1 card on A4 sheets',
    )
  })

  test('needs no second connection while it holds one: as many orders at once as there are connections would wait for ever', async () => {
    const database = new Database(world.appUrl, { onError: () => {}, connections: 1 })
    try {
      const call = { ...(await world.call('admin')), database }
      const orders = [order(), order({ sectionId: world.own.section7A })]
      const jobs = await Promise.all(orders.map((one) => orderCards(call, world.own.id, one)))
      expect(jobs.map(({ state }) => state)).toEqual(['QUEUED', 'QUEUED'])
    } finally {
      await database.close()
    }
  })

  test('is made of those the viewer sees now, part by part, the photo small and the code readable', async () => {
    const ids = await pupils(104, { name: 'Many', qrcode: '' })
    const { files, parts, html } = await made({ sectionId: world.own.section7B })
    expect(files).toMatchObject([{ format: 'PDF', name: 'id-cards-7-B.pdf' }])
    expect(parts.map(({ page }) => page)).toEqual(['A4 portrait; margin: 0', 'A4 portrait; margin: 0'])
    expect(namesIn(html)).toHaveLength(107)
    expect(parts[1]?.body).toContain('Sheet 11 of 11')
    const photos = html.match(/data:image\/jpeg;base64,[^"]+/g) ?? []
    expect(photos).toHaveLength(1)
    const { width, height } = await sharp(Buffer.from(photos[0]!.slice(23), 'base64')).metadata()
    expect([width, height]).toEqual([264, 336])
    expect(html.match(/aria-label="QR code"/g)).toHaveLength(3)
    expect(namesIn((await made({ classId: world.own.class7, withoutPhoto: 'LEAVE_OUT' })).html)).toEqual(['Pupil 1'])
    expect(namesIn((await made({ ids: [ids[3]!, world.own.student7A] })).html)).toEqual(['Asha Patil', 'Many'])
    expect(namesIn((await made({}, 'limitedAdmin')).html)).not.toContain('Rohan Patil')
  })

  test('a photo that cannot be read leaves its place empty; a design that was deleted is told in words', async () => {
    await givePhoto(world.own.student8A, true)
    const { html } = await made({ classId: world.own.class8, withoutPhoto: 'LEAVE_OUT' })
    expect(namesIn(html)).toEqual(['Rohan Patil'])
    expect(html).toContain('aria-label="No photo"')
    expect((await refusal(made({ designId: 999_999 }))).message).toContain('was deleted meanwhile')
  })

  test.each(['hi', 'mr'] as const)('in %s has no English words but names, and is named in it', async (language) => {
    const { title } = await orderCards(await world.call('admin'), world.own.id, order({ language }))
    expect(title).not.toMatch(/[A-Za-z]{3}/)
    const staff = await made({ holder: 'STAFF', designId: staffDesignId, language })
    const students = await made({ classId: world.own.class8, language })
    for (const { html } of [staff, students]) {
      const typed = /Own School|of|If found, bring it\.|\S+@\S+|Rohan|Patil|Pupil|admin|fees|teacher|attendant|limitedAdmin/gi
      const words = html.replace(/<style[^>]*>[^<]*<\/style>|<[^>]+>/g, ' ').replace(typed, '')
      expect(words.match(/[A-Za-z]{2,}/g) ?? []).toEqual([])
      expect(html).toMatch(/विद्यार्थी|कर्मचारी/)
    }
  })

  test('comes out as pages: fronts and backs on A4, or each side on a page of a card’s size', async () => {
    const renderer = pdfRenderer({ pdfServiceUrl: undefined })
    try {
      const [sheet] = (await made({ sectionId: world.own.section7A })).parts
      const a4 = await pdfText(await renderer.render(htmlDocument(sheet!)))
      expect(a4.pages).toEqual([
        { width: 595, height: 842 },
        { width: 595, height: 842 },
      ])
      expect(a4.texts[0]).toContain('Asha Patil')
      expect(a4.texts[1]).toContain('If found, bring it.')
      const staff = await made({ holder: 'STAFF', designId: staffDesignId, output: 'SINGLE' })
      expect(namesIn(staff.html)).toHaveLength(5)
      const single = await pdfText(await renderer.render(htmlDocument(staff.parts[0]!)))
      expect(single.pages).toEqual(Array.from({ length: 10 }, () => ({ width: 153, height: 243 })))
      expect(single.texts[0]).toMatch(/admin of Own School[\s\S]*Administration/)
    } finally {
      await renderer.stop()
    }
  })
})
