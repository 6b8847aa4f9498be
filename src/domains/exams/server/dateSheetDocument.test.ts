import { afterAll, beforeAll, expect, test } from 'vitest'
import { refusal } from '#tests/refusals.ts'
import { type TestWorld, testWorld, type Who } from '#tests/world/testWorld.ts'
import { notAuthorized } from '#platform/action.ts'
import { loadLanguages } from '#platform/languages/speech.ts'
import { notFound } from '#platform/refusal.ts'
import { saveExam } from './dateSheet.commands.ts'
import { dateSheetDocument } from './dateSheetDocument.ts'

let world: TestWorld
let examId = 0

beforeAll(async () => {
  await loadLanguages()
  world = await testWorld()
  const { id: schoolId, termId, class7, class8, section7B } = world.own
  await world.database.transaction(schoolId, (db) =>
    db.updateTable('terms').set({ startsOn: '2026-04-01' }).where('schoolId', '=', schoolId).execute(),
  )
  const paper = { classId: class7, subject: 'Maths', day: '2026-09-14', starts: '10:00', ends: '13:00', sectionIds: [] }
  const exam = await saveExam(await world.call('admin'), schoolId, {
    id: null,
    termId,
    seen: 0,
    name: 'Half-yearly <examination>',
    part: '',
    instructions: 'Bring a pen.\n\nCome at 9:45.',
    papers: [
      paper,
      { ...paper, subject: 'Science & oral', day: '2026-09-15', sectionIds: [section7B] },
      { ...paper, subject: 'Hindi', classId: class8 },
    ],
  })
  examId = exam.id
})

afterAll(() => world.close())

async function make(params: object, who: Who = 'admin', school = world.own) {
  return dateSheetDocument.make(await world.call(who), school.id, { id: examId, ...params })
}

const cells = (html: string) =>
  [...html.matchAll(/<tr[^>]*>(.*?)<\/tr>/g)].map(([, row = '']) =>
    [...row.matchAll(/<t[hd]>(.*?)<\/t[hd]>/g)].map(([, cell = '']) =>
      cell
        .replace(/<[^>]+>/g, ' ')
        .replace(/ +/g, ' ')
        .trim(),
    ),
  )

test('a class has its papers by day, with their sections', async () => {
  const { body, page, fileName } = await make({ classId: world.own.class7 })
  expect(cells(body)).toEqual([
    ['Date', 'Day', 'Time', 'Subject', 'Sections'],
    ['14 Sep 2026', 'Monday', '10:00 – 13:00', 'Maths', 'Whole class'],
    ['15 Sep 2026', 'Tuesday', '10:00 – 13:00', 'Science &amp; oral', 'B'],
  ])
  expect(body).toContain('<h1>Half-yearly &lt;examination&gt;</h1><p>Class 7 · 2026-27 · 10:00 – 13:00</p>')
  expect(body).toContain('<li>Bring a pen.</li><li>Come at 9:45.</li>')
  expect(page).toBe('A4 portrait; margin: 14mm')
  expect(fileName).toBe('date-sheet-Half-yearly <examination>-7')
})

test('the whole school has days × classes; the time stands once where it is the same', async () => {
  const { body, page } = await make({})
  expect(cells(body)).toEqual([
    ['Date', '7', '8'],
    ['14 Sep 2026 Monday', 'Maths', 'Hindi'],
    ['15 Sep 2026 Tuesday', 'Science &amp; oral B', ''],
  ])
  expect(body).toContain('<p>All classes · 2026-27 · 10:00 – 13:00</p>')
  expect(page).toBe('A4 landscape; margin: 10mm')
})

test.each([
  ['hi', 'कक्षा 7', ['तारीख़', 'दिन', 'समय', 'विषय', 'सेक्शन'], 'सोमवार'],
  ['mr', 'इयत्ता 7', ['तारीख', 'दिवस', 'वेळ', 'विषय', 'तुकड्या'], 'सोमवार'],
])('in %s', async (language, className, titles, monday) => {
  const { body } = await make({ classId: world.own.class7, language })
  const [head, first] = cells(body)
  expect(head).toEqual(titles)
  expect(first?.[1]).toBe(monday)
  expect(body).toContain(`<p>${className} · 2026-27`)
})

test('shows those of its papers that the viewer may see', async () => {
  const { class8 } = world.own
  expect(cells((await make({}, 'limitedAdmin')).body)[0]).toEqual(['Date', '7'])
  expect(cells((await make({}, 'teacher')).body).map(([, cell]) => cell)).toEqual(['7', 'Maths'])
  const notYours = { code: 'NOT_FOUND', message: notFound().message, problems: [] }
  expect(await refusal(make({ classId: class8 }, 'limitedAdmin'))).toEqual(notYours)
  expect(await refusal(make({}, 'admin', world.other))).toEqual(notYours)
  expect(await refusal(make({ classId: world.other.class7 }))).toEqual(notYours)
  expect(await refusal(make({}, 'student'))).toMatchObject({ code: 'FORBIDDEN', message: notAuthorized() })
  expect(await refusal(make({ language: 'fr' }))).toMatchObject({ code: 'BAD_INPUT', problems: [{ path: 'language' }] })
})
