import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { addDays, schoolDay, schoolYearStart } from '#shared/dates.ts'
import { pdfText } from '../pdfText.ts'
import { expectAccessible } from './accessibility.ts'
import { addFamilyExamSchool, type FamilyExamSchool, publishFamilyExamSchool } from './familyExamSchool.ts'
import { enterAsGuardian } from './guardian.ts'
import { expectFitsAllWidths } from './pageWidth.ts'
import { test } from './test.ts'
import { uniquePhone, uniqueTag } from './unique.ts'
import { currentTerm } from './terms.ts'

test.describe.configure({ mode: 'serial' })

const mother = uniquePhone('96')
const today = schoolDay(new Date())
let school: FamilyExamSchool
let page: Page

test.beforeAll(async ({ browser }) => {
  school = await addFamilyExamSchool(`Report Cards ${uniqueTag()}`, mother)
  const context = await browser.newContext({
    baseURL: process.env.E2E_URL ?? '',
    viewport: { width: 360, height: 740 },
    locale: 'en-IN',
  })
  await enterAsGuardian(context, mother)
  page = await context.newPage()
})
test.afterAll(() => page.context().close())

test('a mother sees the announced papers, the next one first', async () => {
  const paper = (subject: string, day: string, starts: string, ends: string) => ({
    classId: school.classId,
    sectionIds: [],
    subject,
    day,
    starts,
    ends,
  })
  // An exam is in the term, whose last day has no morrow.
  const tomorrow = addDays(today, 1)
  const isInTerm = schoolYearStart(tomorrow) === schoolYearStart(today)
  const { saveExam } = await school.executeInSchool<{ saveExam: { id: string; version: number } }>(
    'mutation Save($schoolId: ID!, $input: ExamForm!) { saveExam(schoolId: $schoolId, input: $input) { id version } }',
    {
      termId: school.termId,
      seen: 0,
      name: 'Unit test 2',
      part: '',
      instructions: 'Bring a pen.',
      papers: [paper('Hindi', isInTerm ? tomorrow : today, '14:00', '16:00'), paper('Science', today, '10:00', '13:00')],
    },
  )
  await school.executeInSchool(
    'mutation Announce($schoolId: ID!, $input: ExamSeen!) { announceExam(schoolId: $schoolId, input: $input) { id } }',
    { id: saveExam.id, seen: saveExam.version },
  )
  await page.goto('/family')
  await expect(page.getByText('Today: Science, 10:00 – 13:00')).toBeVisible()
  await expect(page.getByRole('link', { name: /^Report card/ })).toHaveCount(0)
  await page.getByRole('link', { name: /^Asha Patil/ }).click()
  const exam = page.getByRole('region', { name: 'Unit test 2' })
  await expect(exam).toContainText('Today')
  // What is later than the next day of papers is listed.
  if (isInTerm) await expect(exam.getByRole('listitem')).toHaveText(/^Hindi\s*Tomorrow, 14:00 – 16:00$/)
  else await expect(exam).toContainText(/Hindi\s*14:00 – 16:00/)
  await expect(exam).toContainText('Bring a pen.')
  await expectAccessible(page)
  await expectFitsAllWidths(page)
})

test('she reads the published card in Marathi on her phone', async () => {
  await publishFamilyExamSchool(school, 'Term 1', today)
  await publishFamilyExamSchool(school, null, today)
  await page.goto('/family')
  await page.getByRole('navigation', { name: 'Language' }).getByRole('button', { name: 'मराठी' }).click()
  // The page is opened again, which would undo a step to another one.
  await expect(page.locator('html')).toHaveAttribute('lang', 'mr')
  await page.getByRole('link', { name: /^Asha Patil/ }).click()
  const cards = page.getByRole('region', { name: 'प्रगतिपत्रके' })
  await expect(cards.getByRole('link')).toHaveText([new RegExp(currentTerm), /सत्र 1/])
  await cards.getByRole('link').first().click()
  const card = page.getByRole('article')
  await expect(card).toContainText('Asha Patil')
  for (const text of ['गुणपत्रक', 'Mathematics', 'सत्र 1', 'सत्र 2', 'Social Science']) await expect(card).toContainText(text)
  await expect(card).not.toContainText(/Periodic|Term 1|Total/)
  // The head of a column stands above each cell, because a table of fourteen columns does not fit.
  const cell = card.locator('td[data-head^="सहामाही परीक्षा"]').first()
  await expect(cell).toBeVisible()
  await page.setViewportSize({ width: 360, height: 740 })
  // Components have no sum: the block of the total has the columns that have one alone.
  await expect(card.locator('tfoot td.rc-unsummed').first()).toBeHidden()
  await expect(card.locator('tfoot td.rc-sum').first()).toBeVisible()
  await expectAccessible(page)
  await expectFitsAllWidths(page)
  const size = await card
    .locator('td[data-head]')
    .first()
    .evaluate((element) => parseFloat(getComputedStyle(element).fontSize))
  expect(size).toBeGreaterThanOrEqual(14)
  await page.screenshot({ path: test.info().outputPath('card-mr.png'), fullPage: true })
})

test('she chooses both languages, and keeps the PDF', async () => {
  await page.getByLabel('प्रगतिपत्रकाची भाषा').selectOption({ label: 'मराठी / English' })
  await expect(page.getByRole('article')).toContainText('सहामाही परीक्षा / Half-yearly examination')
  const loading = page.waitForEvent('download')
  await page.getByRole('link', { name: 'PDF' }).click()
  const download = await loading
  expect(download.suggestedFilename()).toBe('report-card-7-b-1.pdf')
  const { texts } = await pdfText(await readFile(await download.path()))
  expect(texts.join(' ')).toContain('Asha Patil')
})

test('a withdrawn card is gone, also from its address', async () => {
  const address = page.url()
  const { resultPublications } = await school.execute<{ resultPublications: { id: string; part: string | null }[] }>(
    'query Published($schoolId: ID!, $termId: ID!) { resultPublications(schoolId: $schoolId, termId: $termId) { id part } }',
    { schoolId: school.id, termId: school.termId },
  )
  await school.executeInSchool(
    'mutation Withdraw($schoolId: ID!, $input: WithdrawForm!) { withdrawResults(schoolId: $schoolId, input: $input) { id } }',
    { id: resultPublications.find(({ part }) => part === null)?.id, reason: 'Totalled again' },
  )
  await page.goto(address)
  await expect(page.getByRole('article')).toHaveCount(0)
  const [cardId] = address.split('/').slice(-1)
  const place = address.split('/').at(-3) ?? ''
  const response = await page.request.get(`/report-card/family/${place}/${school.studentId}/${cardId}?languages=MR`)
  expect(response.status()).toBe(404)
  const stranger = await page
    .context()
    .browser()!
    .newContext({ baseURL: process.env.E2E_URL ?? '' })
  const refused = await stranger.request.get(`/report-card/family/${place}/${school.studentId}/1?languages=MR`)
  expect(refused.status()).toBe(401)
  await stranger.close()
})
