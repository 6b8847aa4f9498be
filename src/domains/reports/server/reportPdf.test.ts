import { afterAll, expect, test } from 'vitest'
import { pdfText } from '../../../../tests/pdfText.ts'
import { htmlDocument } from '../../../platform/pdf/document.ts'
import { mergePdfs } from '../../../platform/pdf/merge.ts'
import { pdfRenderer } from '../../../platform/pdf/renderers.ts'
import type { School } from '../../../platform/school.ts'
import { addDays } from '../../../shared/dates.ts'
import type { Mark } from '../../../shared/marks.ts'
import { column, type ReportBlock, type ReportModel } from '../report.model.ts'
import { reportWorkbook } from '../report.workbook.ts'
import type { AttendanceOfSections, ReportStudent } from './sectionRegisters.ts'
import { detailed } from './detailed.ts'
import { drawApart } from './drawApart.ts'
import { reportPdf } from './reportPdf.ts'

const renderer = pdfRenderer({ pdfServiceUrl: undefined })
afterAll(() => renderer.stop())

const longName = 'Venkatanarasimharajuvaripeta Balasubrahmanyam Chandrashekharan'
const marathi = 'ज्ञानेश्वरी श्रीकृष्ण देशमुख'
const start = '2026-07-01'
const days = Array.from({ length: 31 }, (_, place) => addDays(start, place))

function attendance(taken: boolean): AttendanceOfSections {
  const registers = (taken ? days : []).map((day, id) => ({
    ...{ id, sectionId: 1, day, session: 'DAY', subjectId: null, subjectName: null, starts: null },
  }))
  const students = Array.from({ length: 30 }, (_, id): ReportStudent => {
    const name = [longName, marathi, 'Asha Patil'][id % 3] ?? ''
    const marks = registers.map((_register, place): Mark => ((place + id) % 7 === 0 ? 'A' : 'P'))
    const plain = { registerNo: '', gender: 'FEMALE', phone: '', disabled: false, left: false, admittedOn: null }
    return { ...plain, id, name, roll: String(id + 1), marks }
  })
  const school = { attType: 'DAILY', breakdownLectures: false } as School
  return { school, holidays: new Map(), sections: [{ id: 1, name: '7-B', registers, students }] }
}

function model(blocks: ReportBlock[]): ReportModel {
  return {
    ...{
      type: 'detailed',
      title: 'Detailed Attendance',
      school: { name: 'ज्ञानदीप विद्यालय', logoUrl: null },
      summary: '',
      notes: [],
      blocks,
    },
    facts: [{ label: 'From – to', value: '01 Jul 2026 – 31 Jul 2026' }],
  }
}

async function printed(report: ReportModel) {
  const parts = []
  for (const part of reportPdf(report)) parts.push(await renderer.render(htmlDocument(part), { behind: true }))
  return pdfText(await mergePdfs(parts, { pageNumbers: true }))
}

test('31 columns stand on A4 landscape, with long and Marathi names, the header on every page and its number', async () => {
  const made = detailed(attendance(true), { start, end: '2026-07-31' }, new Date('2026-08-01T10:00:00Z'))
  const { texts, pages, fonts } = await printed(model(made.blocks))
  expect(pages).toEqual([
    { width: 842, height: 595 },
    { width: 842, height: 595 },
  ])
  for (const [place, text] of texts.entries()) {
    expect(text).toContain(`Page ${place + 1} of 2`)
    for (const word of ['7-B', 'Roll', '31', 'Detailed Attendance']) expect(text).toContain(word)
  }
  expect(texts[0]).toContain('Venkatanarasimharajuvaripeta')
  // Conjuncts have no letters of their own in a PDF.
  expect(texts[0]).toContain('देशमुख')
  expect(fonts.some((font) => font.includes('Noto'))).toBe(true)
})

test('an empty month is one page that says so by its dots', async () => {
  const made = detailed(attendance(false), { start, end: '2026-07-31' }, new Date('2026-08-01T10:00:00Z'))
  const { texts } = await printed({ ...model(made.blocks), summary: made.summary })
  expect(texts[0]).toContain('No attendance was taken in these days.')
  expect(texts[0]).toContain('·')
})

const table = (heading: string, rows: number): ReportBlock => ({
  ...{ heading, newPage: true, columns: [column('name', 'Name'), column('amount', 'Amount', 'money')] },
  rows: Array.from({ length: rows }, (_, row) => ({ cells: [`${heading} ${row}`, row * 100] })),
  footer: [{ cells: ['Total', 5] }],
})

test('a large report is drawn apart in an even number of parts, each row once and in order, and a long table is cut', async () => {
  const blocks = [table('A', 14_000), ...Array.from({ length: 40 }, (_, nth) => table(`B${nth}`, 100))]
  const { parts, workbook } = await drawApart({ report: model(blocks), logoUrl: null }, new AbortController().signal)
  expect(parts.length % 2).toBe(0)
  const rows = parts.flatMap((part) => [...part.body.matchAll(/<td>(\w+ \d+)<\/td>/g)].map((found) => found[1]))
  expect(rows).toEqual(blocks.flatMap((block) => block.rows.map((row) => row.cells[0])))
  expect(parts.flatMap((part) => [...part.body.matchAll(/<td>Total<\/td>/g)])).toHaveLength(41)
  expect(workbook.length).toBeGreaterThan(10_000)
  const gone = new AbortController()
  const given = drawApart({ report: model(blocks), logoUrl: null }, gone.signal)
  gone.abort()
  await expect(given).rejects.toThrow('not drawn')
})

test('a few tables are a sheet each; of many, those with the same columns are one sheet with the heading in front', () => {
  const few = reportWorkbook(model([table('A', 2), table('B', 2)]))
  expect(few.map((sheet) => sheet.name)).toEqual(['A', 'B'])
  expect(few[0]?.rows.at(-1)).toMatchObject({ cells: ['Total', 5], strong: true })
  const [one, ...others] = reportWorkbook(model(Array.from({ length: 31 }, (_, nth) => table(`B${nth}`, 1))))
  expect(others).toEqual([])
  expect(one?.columns.map((head) => head.header)).toEqual(['Table', 'Name', 'Amount'])
  expect(one?.rows.map((row) => row.cells[0]).slice(0, 4)).toEqual(['B0', 'B0', 'B1', 'B1'])
})
