import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addFeeCategory, addFees, assignFees, enrol, setSchool } from '#tests/world/rows.ts'
import { addTermWithSection } from '#tests/world/yearEnd.ts'
import { type TestWorld, testWorld, type Who } from '#tests/world/testWorld.ts'
import { layoutOf } from '#tests/certificateFormats.ts'
import { auditRows, refusal } from '#tests/refusals.ts'
import { issueCertificate, listCertificates } from './certificates.commands.ts'
import { viewDraft } from './draft.queries.ts'
import { deleteFormat, listFormats, saveFormat, setUsualFormat } from './formats.commands.ts'

/* Leaving certificates: which formats can be used, which one is the usual one, and what a student still owes. */

let world: TestWorld
let owner: pg.Client

beforeAll(async () => {
  world = await testWorld()
  owner = new pg.Client({ connectionString: world.ownerUrl })
  await owner.connect()
})

afterAll(async () => {
  await owner.end()
  await world.close()
})

const paragraph = (text: string) =>
  JSON.stringify({ type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] })

const save = async (fields: Record<string, unknown> = {}, school = world.own) =>
  saveFormat(await world.call('superadmin'), school.id, {
    id: null,
    seen: null,
    name: `Format ${randomUUID()}`,
    format: layoutOf(''),
    fields: [],
    ...fields,
  })

/** Stores a format as it could be stored before the rule. */
async function addOldFormat(format: string): Promise<number> {
  const { rows } = await owner.query<{ id: string }>(
    `insert into certificate_formats (school_id, name, format, fields, changed_by_name)
     values ($1, $2, $3, '[{"name": "conduct", "sr": 1}]', 'Super Admin') returning id`,
    [world.own.id, `Old ${randomUUID()}`, format],
  )
  return Number(rows[0]?.id)
}

const issue = async (formatId: number, studentId: number) =>
  issueCertificate(await world.call('admin'), world.own.id, {
    key: randomUUID(),
    formatId,
    formatVersion: 1,
    studentId,
    values: [
      { name: 'conduct', value: 'Good' },
      { name: 'studentName', value: 'Asha Patil' },
    ],
    disableStudent: false,
  })

describe('a format without a student’s name, the serial and the date', () => {
  test.each([
    ['{{serialNo}} {{issueDate}}', 'The paper lacks the student’s name.'],
    ['{{studentName}} {{issueDate}}', 'The paper lacks the serial number.'],
    ['{{studentName}} {{serialNo}}', 'The paper lacks the date of issue.'],
    ['{{conduct}}', 'The paper lacks the student’s name, the serial number and the date of issue.'],
  ])('is refused as a new one and as a changed one: %s', async (text, message) => {
    const refused = { code: 'BAD_INPUT', problems: [{ path: 'format', message: expect.stringContaining(message) }] }
    // A field that is asked for and not printed is not on the paper.
    const fields = ['studentName', 'serialNo', 'issueDate'].map((name, place) => ({ name, sr: place }))
    expect(await refusal(save({ format: paragraph(text), fields }))).toMatchObject(refused)
    const good = await save()
    expect(await refusal(save({ id: good.id, seen: 1, name: good.name, format: paragraph(text) }))).toMatchObject(refused)
  })

  test('stays in the list when it is older than the rule, and no certificate is issued with it', async () => {
    const formatId = await addOldFormat(paragraph('{{conduct}}'))
    expect((await listFormats(await world.call('admin'), world.own.id, {})).map(({ id }) => id)).toContain(formatId)
    const before = (await listCertificates(await world.call('admin'), world.own.id, {})).total
    expect(await refusal(issue(formatId, world.own.student7A))).toMatchObject({
      code: 'CONFLICT',
      problems: [{ path: 'formatId', message: expect.stringContaining('The paper lacks the student’s name') }],
    })
    expect((await listCertificates(await world.call('admin'), world.own.id, {})).total).toBe(before)
  })
})

describe('the usual format', () => {
  const setUsual = async (id: number, usual = true, who: Who = 'admin') =>
    setUsualFormat(await world.call(who), world.own.id, { id, usual })
  const usualIds = async () =>
    (await listFormats(await world.call('admin'), world.own.id, {})).filter(({ usual }) => usual).map(({ id }) => id)

  test('is one of the school’s, set by its ADMIN; none is usual at first, and a deleted one is not', async () => {
    const [first, second] = [await save({ name: 'A first by alphabet' }), await save({ name: 'Z last by alphabet' })]
    expect(await usualIds()).toEqual([])
    const all = await setUsual(second.id)
    expect(all.map(({ name, usual }) => [name, usual])).toContainEqual(['Z last by alphabet', true])
    expect((await auditRows(world)).at(-1)).toMatchObject({
      action: 'certificateFormat.setUsual',
      rowIds: [second.id],
      fields: ['usual'],
    })
    await setUsual(first.id, true, 'superadmin')
    expect(await usualIds()).toEqual([first.id])
    await setUsual(second.id, false)
    expect(await usualIds()).toEqual([first.id])
    await setUsual(first.id, false)
    expect(await usualIds()).toEqual([])
    await setUsual(second.id)
    await deleteFormat(await world.call('superadmin'), world.own.id, { id: second.id, seen: 1 })
    expect(await usualIds()).toEqual([])
  })

  test('is one, also when two are chosen at the same moment', async () => {
    const ids = [(await save()).id, (await save()).id, (await save()).id]
    await Promise.all([...ids, ...ids].map((id) => setUsual(id)))
    expect(await usualIds()).toHaveLength(1)
  })

  test('is set by nobody of another role, class or school, and is never one that lacks a part', async () => {
    const { id } = await save()
    for (const who of ['fees', 'teacher', 'student', 'attendant'] as const)
      expect((await refusal(setUsual(id, true, who))).code).toBe('FORBIDDEN')
    expect(await refusal(setUsual(id, true, 'limitedAdmin'))).toMatchObject({
      code: 'FORBIDDEN',
      message: expect.stringContaining('whole school'),
    })
    const foreign = await save({}, world.other)
    const missing = await refusal(setUsual(999_999))
    expect(missing.code).toBe('NOT_FOUND')
    expect(await refusal(setUsual(foreign.id))).toEqual(missing)
    expect(await refusal(setUsual(await addOldFormat(paragraph('{{conduct}}'))))).toMatchObject({
      code: 'CONFLICT',
      problems: [{ path: 'id' }],
    })
  })
})

describe('what a student still owes', () => {
  const dues = async (formatId: number) =>
    (await viewDraft(await world.call('admin'), world.own.id, { formatId, studentId: world.own.student7A })).dues

  /** Asks a student for a fixed fee in a term. */
  async function askFor(termId: number, amount: number): Promise<void> {
    const term = { id: world.own.id, termId }
    const category = await addFeeCategory(world, term, { name: `Category ${randomUUID()}` })
    await addFees(world, term, category, [{ name: 'Tuition', amount }])
    await assignFees(world, term, category, [world.own.student7A])
  }

  test('stands in the draft by term, over all terms, and never keeps a certificate back', async () => {
    const { id } = await save()
    expect(await dues(id)).toEqual([])
    const past = await addTermWithSection(world, world.own, { id: -5, name: '2020-21' }, '1')
    await enrol(world, past, past.sectionId, [{ studentId: world.own.student7A }])
    await askFor(past.termId, 400_000)
    await askFor(world.own.termId, 125_050)
    expect(await dues(id)).toEqual([
      { termName: '2020-21', pending: 400_000 },
      { termName: '2026-27', pending: 125_050 },
    ])
    expect(await issue(id, world.own.student7A)).toMatchObject({ copy: 0 })
    await setSchool(world, world.own, { feesModule: false })
    expect(await dues(id)).toEqual([])
    await setSchool(world, world.own, { feesModule: true })
  })
})
