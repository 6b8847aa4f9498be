import { readXlsx } from 'hucre/xlsx'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { schoolDayBefore, takeRegister, today } from '#tests/world/attendance.ts'
import { addStudents } from '#tests/world/rows.ts'
import { type TestWorld, testWorld, type Who } from '#tests/world/testWorld.ts'
import { loadLanguages } from '#platform/languages/speech.ts'
import { auditRows, refusal } from '#tests/refusals.ts'
import type { PdfPart } from '#platform/documentJobs/makers.ts'
import type { ReportModel } from '../report.model.ts'
import { reportTypeNames } from '../reportTypes.ts'
import { reportMaker } from './reportMaker.ts'
import { orderReport } from './reports.commands.ts'
import { viewReportChoices, viewReportRights } from './reports.queries.ts'

let world: TestWorld
const day = schoolDayBefore(today)
const longName = 'Venkatanarasimharajuvaripeta Balasubrahmanyam Chandrashekharan'

beforeAll(async () => {
  await loadLanguages()
  world = await testWorld()
  const { own } = world
  const [more = 0] = await addStudents(world, own, own.section7A, 1)
  await world.database.transaction(own.id, async (db) => {
    const rename = (id: number, name: string) =>
      db.updateTable('students').set({ name }).where('schoolId', '=', own.id).where('id', '=', id).execute()
    await rename(own.student7A, '=HYPERLINK("http://evil.test")')
    await rename(more, longName)
  })
  await takeRegister(world, 'admin', { sectionId: own.section7A, day }, { [own.student7A]: 'A', [more]: 'P' })
})
afterAll(() => world.close())

const orderInput = (more: Record<string, unknown> = {}) => ({
  key: randomUUID(),
  reportType: 'condensed',
  section: 'all',
  currentTerm: world.own.termId,
  start: day,
  end: day,
  sendLink: false,
  email: '',
  ...more,
})
const order = async (more: Record<string, unknown> = {}, who: Who = 'admin') =>
  orderReport(await world.call(who), world.own.id, orderInput(more))

test('a repeated key orders once; the title names the contents, and the link is mailed on request', async () => {
  const first = orderInput({ sendLink: true, email: ' head@school.test ', section: String(world.own.section7A) })
  const call = await world.call('admin')
  const job = await orderReport(call, world.own.id, first)
  expect(job).toMatchObject({ kind: 'REPORT', state: 'QUEUED', email: 'head@school.test', mailState: 'WAITING', files: [] })
  expect(job.title).toMatch(/^Condensed Attendance · 7-A · \d\d \w{3} \d{4}$/)
  expect((await orderReport(call, world.own.id, first)).id).toBe(job.id)
  expect((await refusal(orderReport(call, world.own.id, { ...first, section: 'all' }))).code).toBe('CONFLICT')
  expect((await order()).email).toBeNull()
  expect((await auditRows(world)).filter((row) => row.action === 'report.order').at(-1)).toMatchObject({ fields: ['params'] })
})

test('only a super administrator may choose a teacher; everybody else orders for the own id', async () => {
  const { admin, teacher } = world.own.users
  expect((await order({ teacherId: teacher }, 'admin')).params).toMatchObject({ teacherId: admin, section: 'all' })
  const teachers = await order({ teacherId: teacher }, 'superadmin')
  expect(teachers.params).toMatchObject({ teacherId: teacher })
  expect(teachers.title).toContain('All sections of teacher of Own School')
  expect((await refusal(order({ section: String(world.own.section8A) }, 'limitedAdmin'))).code).toBe('NOT_FOUND')
  expect((await refusal(order({ currentTerm: world.other.termId }))).code).toBe('NOT_FOUND')
  expect((await refusal(order({}, 'teacher'))).code).toBe('FORBIDDEN')
})

test('the form’s messages are those of the specification', async () => {
  const empty = { section: '', currentTerm: '', start: '', end: '', sendLink: true, email: 'nobody', reportType: '' }
  const { problems } = await refusal(order(empty))
  expect(problems).toEqual([
    { path: 'reportType', message: 'Required' },
    { path: 'section', message: 'Section Is Required' },
    { path: 'currentTerm', message: 'Year Is Required' },
    { path: 'start', message: 'Start Date is Required' },
    { path: 'end', message: 'End Date is Required' },
  ])
  const paths = async (more: object) => (await refusal(order({ ...more }))).problems
  expect(await paths({ sendLink: true, email: 'nobody' })).toEqual([{ path: 'email', message: 'Email Is Required' }])
  expect(await paths({ start: '2026-06-02', end: '2026-06-01' })).toEqual([
    { path: 'end', message: 'End Date is before the start' },
  ])
  expect(await paths({ start: '2024-01-01', end: '2026-06-01' })).toEqual([{ path: 'end', message: 'At most 400 days' }])
})

test('a form offers the sections that the person sees', async () => {
  const choices = async (who: Who) => viewReportChoices(await world.call(who), world.own.id, { termId: world.own.termId })
  expect(await choices('limitedAdmin')).toMatchObject({
    sections: [{ name: '7-A' }, { name: '7-B' }],
    teachers: [],
    email: 'limitedadmin@own.test',
    today,
  })
  expect((await choices('superadmin')).teachers.map((teacher) => teacher.role)).toEqual(['ADMIN', 'ADMIN', 'TEACHER'])
  expect(await viewReportRights(await world.call('admin'), world.own.id, {})).toMatchObject({
    attendance: { allowed: true },
    qr: { allowed: true },
    fees: { allowed: true },
  })
})

async function makeFiles(more: Record<string, unknown>) {
  const parts: PdfPart[] = []
  const files = await reportMaker.make({
    call: await world.call('admin'),
    schoolId: world.own.id,
    jobId: 1,
    orderedAt: new Date(),
    signal: new AbortController().signal,
    params: reportMaker.params.parse({ section: 'all', currentTerm: world.own.termId, start: day, end: day, ...more }),
    pdf: async (pdfParts) => {
      parts.push(...pdfParts)
      return Buffer.from('%PDF')
    },
    progress: async () => undefined,
  })
  return { files, parts }
}

test('the files are a PDF in parts, the model for the screen, and a spreadsheet with numbers and escaped formulas', async () => {
  const { files, parts } = await makeFiles({ reportType: 'condensed' })
  expect(files.map((file) => file.name)).toEqual(['pdf', 'xlsx', 'json'].map((ending) => `condensed-${day}.${ending}`))
  const report = JSON.parse(files[2]?.bytes.toString() ?? '') as ReportModel
  expect(report.blocks.map((block) => block.heading)).toEqual(['All sections', '7-A', '7-B', '8-A'])
  const first = typeof parts[0] === 'function' ? await parts[0]() : parts[0]
  expect(first?.body).toContain(longName)
  expect(first?.body).toContain('=HYPERLINK(&quot;')
  const { sheets } = await readXlsx(files[1]?.bytes ?? Buffer.alloc(0))
  expect(sheets.map((sheet) => sheet.name)).toEqual(['All sections', '7-A', '7-B', '8-A'])
  const rows = sheets[1]?.rows ?? []
  const header = rows.findIndex((row) => row[0] === 'Roll')
  expect(rows[header]).toEqual(['Roll', 'Reg no.', 'Name', 'Working days', 'P', 'A', 'L', '%'])
  expect(rows[header + 1]?.slice(3)).toEqual([1, 0, 1, 0, 0])
  expect(String(rows[header + 1]?.[2]).startsWith('=')).toBe(false)
})

test('a file is named after its section; the spreadsheet has the fees of all students as one list without subtotals', async () => {
  const ofSection = await makeFiles({ reportType: 'studentsCollected', section: String(world.own.section7A) })
  expect(ofSection.files[0]?.name).toBe(`studentsCollected-7-A-${day}.pdf`)
  const { files } = await makeFiles({ reportType: 'studentsCollected' })
  const { sheets } = await readXlsx(files[1]?.bytes ?? Buffer.alloc(0))
  expect(sheets.map((sheet) => sheet.name)).toEqual(['All sections', 'Students'])
  const rows = sheets[1]?.rows ?? []
  const header = rows.findIndex((row) => row[0] === 'Class')
  expect(rows[header]?.slice(0, 8)).toEqual(['Class', 'Roll', 'Reg no.', 'Name', 'Expected', 'Discount', 'Paid', 'Clearing'])
  const list = rows.slice(header + 1, header + 4)
  expect(list.map((row) => row[0])).toEqual(['7-A', '7-A', '8-A'])
})

test('an order in Marathi is named in Marathi; one without a language is English', async () => {
  expect((await order({ language: 'mr' })).title).toMatch(/^संक्षिप्त हजेरी · सर्व तुकड्या · \d\d [\u0900-\u097f.]+ \d{4}$/)
  const { files } = await makeFiles({ reportType: 'condensed' })
  expect(JSON.parse(String(files[2]?.bytes))).toMatchObject({ language: 'en', title: 'Condensed Attendance' })
  expect((await refusal(order({ language: 'fr' }))).code).toBe('BAD_INPUT')
})

test.each(reportTypeNames.flatMap((type) => [[type, 'hi'] as const, [type, 'mr'] as const]))(
  'no word of the report %s in %s is English',
  async (reportType, language) => {
    const { files, parts } = await makeFiles({ reportType, language, lateAfter: '08:00' })
    const report = JSON.parse(String(files[2]?.bytes)) as ReportModel
    expect(report.language).toBe(language)
    expect(report.months?.[5]).toMatch(/^जून/)
    const tables = report.blocks.flatMap(({ heading, facts = [], columns, footer = [], empty }) => [
      heading,
      ...facts.map(({ label }) => label),
      ...columns.flatMap(({ header, group = '' }) => [header, group]),
      ...footer.flatMap(({ cells }) => cells.filter((cell) => typeof cell === 'string')),
      empty,
    ])
    const head = [report.title, report.summary, ...report.notes, ...report.facts.map(({ label }) => label)]
    // UPI is called that in every language.
    expect([...head, ...tables].filter((text) => /[A-Za-z]{2}/.test((text ?? '').replaceAll('UPI', '')))).toEqual([])
    const [sheet] = (await readXlsx(files[1]?.bytes ?? Buffer.alloc(0))).sheets
    expect(sheet?.rows.flat()).toContain(report.title)
    const first = typeof parts[0] === 'function' ? await parts[0]() : parts[0]
    expect(first?.body).toContain(report.facts.find(({ name }) => name === 'range')?.value)
  },
)
