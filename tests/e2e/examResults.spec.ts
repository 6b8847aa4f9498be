import { readFile } from 'node:fs/promises'
import { type Browser, expect, type Page } from '@playwright/test'
import { addDays, schoolDay, showDay } from '#shared/dates.ts'
import { pdfText } from '../pdfText.ts'
import { expectAccessible } from './accessibility.ts'
import { openStaffPage, phoneOptions } from './attendanceSchool.ts'
import { addResultsSchool, type ResultsSchool } from './resultsSchool.ts'
import { choose } from './fields.ts'
import { enterAsGuardian } from './guardian.ts'
import { expectStays } from './expectStays.ts'
import { expectFitsPhone } from './pageWidth.ts'
import { addSmsTemplate } from './smsTemplate.ts'
import { takeBackMessage } from './takeBackMessage.ts'
import { test } from './test.ts'
import { uniqueTag } from './unique.ts'

test.describe.configure({ mode: 'serial' })

const today = schoolDay(new Date())
const tomorrow = addDays(today, 1)

let school: ResultsSchool
let head: Page
let teacher: Page
/** Report cards of earlier tries, which the family of the same phone sees. */
let before: number

test.beforeAll(async ({ browser }) => {
  school = await addResultsSchool(`Results School ${uniqueTag()}`)
  // All of 7-A; of 7-B one student has everything, and one the notebook alone.
  await school.enterScores('7-A', 'Lata Iyer', ['9', '5', '4', '72'], 'A')
  await school.enterScores('7-A', 'Manav Das', ['7', '4', '3', '40'], 'B')
  await school.enterScores('7-B', 'Asha Kulkarni', ['8', '5', '5', '60'], 'A')
  await school.enterScores('7-B', 'Bhavesh Rane', ['', '3', '', ''], '')
  before = await countFamilyCards(browser)
  head = await openStaffPage(browser, school, 'head')
  teacher = await openStaffPage(browser, school, 'sunita', phoneOptions)
})
test.afterAll(async () => {
  await head.context().close()
  await teacher.context().close()
})

/** Returns how many report cards the family of Lata Iyer sees. Other files have families of the same phone. */
async function countFamilyCards(browser: Browser): Promise<number> {
  const context = await browser.newContext({ baseURL: process.env.E2E_URL ?? '', locale: 'en-IN' })
  await enterAsGuardian(context, '9822010000')
  const family = await context.newPage()
  await family.goto('/family')
  await expect(family.getByRole('link', { name: /^Lata Iyer/ }).first()).toBeVisible()
  const cards = await family.getByRole('link', { name: /^Report card/ }).count()
  await context.close()
  return cards
}

test('the board says which sections are ready, and where marks are missing', async () => {
  await head.goto('/exams?tab=results')
  const board = head.getByRole('region', { name: 'Class 7' })
  await expect(head.getByText('2 sections: 1 ready, 0 published')).toBeVisible()
  await expect(board.getByRole('link', { name: /7-A/ })).toContainText('2 students, all marks entered')
  await expect(board.getByRole('link', { name: /7-A/ })).toContainText('Ready')
  await expect(board.getByRole('link', { name: /7-B/ })).toContainText('11 of 12 students have missing marks')
  await expectAccessible(head)
  await expectFitsPhone(head)
  await head.getByRole('button', { name: 'Year' }).click()
  await expect(board.getByRole('link', { name: /7-A/ })).toContainText('2 of 2 students have missing marks')
})

test('a section shows marks, grades and places, and names what is missing with a link to its sheet', async () => {
  await head.goto('/exams?tab=results')
  await head.getByRole('link', { name: /7-B/ }).click()
  await expect(head.getByRole('heading', { level: 1, name: 'Results of 7-B' })).toBeVisible()
  const table = head.getByRole('grid', { name: 'RESULTS' })
  const row = table.getByRole('row').filter({ hasText: 'Asha Kulkarni' })
  await expect(row).toContainText('78/100')
  await expect(row).toContainText('78 %')
  await expect(row).toContainText('B1')
  await expect(table.getByRole('row').filter({ hasText: 'Bhavesh Rane' })).toContainText('Incomplete4 marks missing')
  const missing = head.getByRole('region', { name: 'Missing marks' })
  await expect(missing.getByRole('listitem').first()).toContainText('Aarav Deshmukh, Bhavesh Rane, Chitra Nair and 8 more')
  await expect(missing.getByRole('link', { name: 'Science, Term 1' })).toHaveAttribute(
    'href',
    /\/exams\/marks\?section=\d+&subject=\d+/,
  )
  await table.getByRole('columnheader', { name: 'Rank' }).getByRole('button').click()
  await expect(table.getByRole('row').nth(1)).toContainText('Asha Kulkarni')
  await expectAccessible(head)
  await expectFitsPhone(head)
  const download = head.waitForEvent('download')
  await head.getByRole('button', { name: 'Export' }).click()
  await head
    .getByRole('menuitem', { name: /as CSV/ })
    .first()
    .click()
  expect(await readFile(await (await download).path(), 'utf8')).toMatch(/Asha Kulkarni.*78/)
})

test('a card is looked at before it is published, as a draft', async () => {
  await head.goto('/exams?tab=results')
  await head.getByRole('link', { name: /7-A/ }).click()
  await head.getByRole('grid').getByRole('row').filter({ hasText: 'Lata Iyer' }).click()
  await expect(head.getByText('This is how the card would look with the present marks and remarks.')).toBeVisible()
  const card = head.getByRole('article')
  await expect(card).toContainText('Lata Iyer')
  await expect(head.getByRole('button', { name: 'Download PDF' })).toHaveCount(0)
  await head.getByRole('combobox', { name: 'Language of the report card' }).selectOption('मराठी')
  await expect(card).toContainText('गुणपत्रक')
  await expectAccessible(head)
  await expectFitsPhone(head)
  await head.getByRole('link', { name: 'Next: Manav Das' }).click()
  await expect(head.getByRole('heading', { level: 1, name: 'Report card of Manav Das' })).toBeVisible()
})

test('the dialog says why families cannot get a message while no text is registered', async () => {
  await head.goto('/exams?tab=results')
  await head.getByRole('button', { name: 'Publish results' }).click()
  const dialog = head.getByRole('dialog', { name: 'Publish results: Term 1' })
  await expect(dialog.getByRole('switch', { name: 'Send families a message on that day' })).toBeDisabled()
  await expect(dialog.getByText('No SMS template is registered')).toBeVisible()
  await addSmsTemplate(school, 'RESULT', '{{student}} ({{section}}): {{part}}')
})

test('a head publishes the ready sections; what is not said is asked for at its field', async ({ browser }) => {
  await head.goto('/exams?tab=results')
  await head.getByRole('button', { name: 'Publish results' }).click()
  const dialog = head.getByRole('dialog', { name: 'Publish results: Term 1' })
  await expect(dialog.getByRole('checkbox', { name: /^7-A/ })).toBeChecked()
  await expect(dialog.getByRole('checkbox', { name: /^7-B/ })).not.toBeChecked()
  await expect(dialog.getByText(`2 report cards: 7-A. Families see them from ${showDay(today)} on.`)).toBeVisible()
  await dialog.getByRole('checkbox', { name: 'Class 7' }).check()
  await dialog.getByRole('button', { name: 'Publish results' }).click()
  await expect(dialog.getByText('Say what becomes of students with missing marks')).toBeVisible()
  await dialog.getByRole('combobox', { name: '11 students with missing marks' }).selectOption('Leave out: no card')
  await dialog.getByRole('textbox', { name: 'Families see the cards from' }).fill('')
  await dialog.getByRole('button', { name: 'Publish results' }).click()
  await expect(dialog.getByText('Choose the day from which families see the cards')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Families see the cards from' }).fill(showDay(tomorrow))
  await dialog.getByRole('switch', { name: 'Print the rank in the section' }).check()
  await dialog.getByRole('switch', { name: 'Send families a message on that day' }).check()
  await expect(dialog.getByText('3 report cards: 7-A, 7-B.')).toBeVisible()
  await expectAccessible(head)
  await dialog.getByRole('button', { name: 'Publish results' }).dblclick()
  await expect(head.getByText('The results of 2 sections were published')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  const board = head.getByRole('region', { name: 'Class 7' })
  await expect(board.getByRole('link', { name: /7-A/ })).toContainText(`Families see the cards from ${showDay(tomorrow)} on`)
  await expect(board.getByRole('link', { name: /7-A/ })).toContainText(`Families get a message on ${showDay(tomorrow)} from 9:00`)
  await expect(board.getByRole('link', { name: /7-B/ })).toContainText('1 card, 11 students left out')
  expect(await countFamilyCards(browser)).toBe(before)
})

test('published results are withdrawn with a reason, and published again for today', async ({ browser }) => {
  await head.getByRole('link', { name: /7-A/ }).click()
  await expect(head.getByText(`Families see the cards from ${showDay(tomorrow)} on. Published by Vidya Rao`)).toBeVisible()
  await takeBackMessage(head, tomorrow)
  await head.getByRole('button', { name: 'Withdraw' }).click()
  const dialog = head.getByRole('dialog', { name: 'Withdraw 7-A, Term 1?' })
  await dialog.getByRole('button', { name: 'Withdraw results' }).click()
  await expect(dialog.getByText('Say why in a few words, such as: Totalled again')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Totalled again')
  await expectAccessible(head)
  await dialog.getByRole('button', { name: 'Withdraw results' }).click()
  await expect(head.getByText(/^Withdrawn by Vidya Rao on .*: Totalled again$/)).toBeVisible()
  await head.getByRole('button', { name: 'Publish results' }).click()
  await head.getByRole('dialog').getByRole('button', { name: 'Publish results' }).click()
  await expect(head.getByText(`Families have seen the cards since ${showDay(today)}. Published by Vidya Rao`)).toBeVisible()
  expect(await countFamilyCards(browser)).toBe(before + 1)
})

test('where a section is refused, the others are published, and it says why', async ({ browser }) => {
  const other = await openStaffPage(browser, school, 'head')
  await other.goto('/exams?tab=results')
  for (const page of [head, other]) {
    await page.goto('/exams?tab=results&year=')
    await page.getByRole('button', { name: 'Publish results' }).click()
    const dialog = page.getByRole('dialog', { name: 'Publish results: Year' })
    if (page === head) await dialog.getByRole('checkbox', { name: 'Class 7', exact: true }).check()
    else await dialog.getByRole('checkbox', { name: /^7-A/ }).check()
    await dialog.getByRole('combobox', { name: /students with missing marks/ }).selectOption('A card that says Incomplete')
  }
  await expect(head.getByRole('textbox', { name: 'Class 7 is promoted to' })).toHaveValue('')
  await other.getByRole('dialog').getByRole('button', { name: 'Publish results' }).click()
  await expect(other.getByText('The results of 1 section were published')).toBeVisible()
  const dialog = head.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Publish results' }).click()
  await expect(dialog.getByText('1 section was published. 1 section was not.')).toBeVisible()
  await expect(dialog.getByText(/Vidya Rao has published these results on .*\. Withdraw them first\./)).toBeVisible()
  await expect(dialog.getByRole('checkbox', { name: /^7-B/ })).toBeDisabled()
  await expectAccessible(head)
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(head.getByText('2 sections: 0 ready, 2 published')).toBeVisible()
  await other.context().close()
})

test('a published card is downloaded, and the cards of sections are made as one PDF', async () => {
  await head.goto('/exams?tab=results')
  await head.getByRole('button', { name: 'Term 1' }).click()
  await head.getByRole('link', { name: /7-A/ }).click()
  await head.getByRole('grid').getByRole('row').filter({ hasText: 'Lata Iyer' }).click()
  await expect(head.getByText('Later changes of marks do not change it.')).toBeVisible()
  const download = head.waitForEvent('download')
  await head.getByRole('button', { name: 'Download PDF' }).click()
  expect((await pdfText(await readFile(await (await download).path()))).texts.join(' ')).toContain('Lata Iyer')
  await head.goto('/exams?tab=results&part=Term+1')
  await head.getByRole('button', { name: 'Make report cards' }).click()
  const dialog = head.getByRole('dialog', { name: 'Report cards: Term 1' })
  await choose(dialog.getByRole('combobox', { name: 'Languages' }), 'मराठी / English')
  await expectAccessible(head)
  await dialog.getByRole('button', { name: 'Make report cards' }).click()
  await expect(head).toHaveURL(/\/exams\?job=\d+$/)
  await expect(head.getByRole('button', { name: 'PDF', exact: true })).toBeVisible()
  await expectAccessible(head)
  await head.goto('/exams?tab=results')
  await head.getByRole('button', { name: 'Report cards made earlier' }).click()
  await expect(head.getByRole('grid').getByRole('row').nth(1)).toBeVisible()
})

test('the school lists remarks with rules, which propose them', async () => {
  await head.goto('/exams?tab=remarks')
  await expect(
    head.getByText('A remark is written once, in up to three languages, and chosen for many report cards.'),
  ).toBeVisible()
  await head.getByRole('button', { name: 'Add remark' }).click()
  const dialog = head.getByRole('dialog', { name: 'Add remark' })
  await dialog.getByRole('button', { name: 'Save remark' }).click()
  await expect(dialog.getByText('Write the remark in at least one language')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'English' }).fill('Excellent work.')
  await dialog.getByRole('textbox', { name: 'मराठी' }).fill('उत्कृष्ट काम.')
  await dialog.getByRole('combobox', { name: 'Proposed for' }).selectOption('Students by their total')
  await dialog.getByRole('textbox', { name: 'From' }).fill('75')
  await dialog.getByRole('textbox', { name: 'Below' }).fill('50')
  await dialog.getByRole('button', { name: 'Save remark' }).click()
  await expect(dialog.getByText('This must be more than the first per cent')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Below' }).fill('100')
  await expectAccessible(head)
  await dialog.getByRole('button', { name: 'Save remark' }).click()
  await expect(head.getByRole('row').filter({ hasText: 'Excellent work.' })).toContainText('Total: 75 % and more')
  await expectAccessible(head)
  await expectFitsPhone(head)
})

test('a class teacher accepts proposals and writes an own remark on a phone', async () => {
  await teacher.goto('/exams?tab=results')
  await expect(teacher.getByRole('button', { name: 'Publish results' })).toHaveCount(0)
  await teacher.getByRole('link', { name: /7-B/ }).click()
  await teacher.getByRole('link', { name: 'Remarks' }).click()
  await expect(teacher.getByText('1 remark is proposed by the school’s rules')).toBeVisible()
  await teacher.getByRole('button', { name: 'Accept all proposals' }).click()
  await expect(teacher.getByRole('listitem', { name: 'Asha Kulkarni' })).toContainText('Excellent work.')
  await teacher.getByRole('button', { name: 'Add remark for Aarav Deshmukh' }).click()
  const dialog = teacher.getByRole('dialog', { name: 'Remarks of Aarav Deshmukh' })
  await dialog.getByRole('button', { name: 'Write a remark for this student' }).click()
  await dialog.getByRole('textbox', { name: 'English' }).fill('Reads more every week.')
  await expectAccessible(teacher)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(teacher.getByText('Remarks of 2 students are not saved')).toBeVisible()
  await expectAccessible(teacher)
  await expectStays(teacher, () => teacher.getByRole('link', { name: 'Results of the section' }).click())
  await expectStays(teacher, () => teacher.goBack())
  await teacher.getByRole('button', { name: 'Save remarks' }).click()
  await expect(teacher.getByText('The remarks of 2 students were saved')).toBeVisible()
  await teacher.reload()
  await expect(teacher.getByRole('listitem', { name: 'Aarav Deshmukh' })).toContainText('Reads more every week.')
})

test('remarks that somebody else has changed meanwhile are not overwritten', async ({ browser }) => {
  const colleague = await openStaffPage(browser, school, 'ramesh')
  for (const [page, text] of [
    [colleague, 'Helps others.'],
    [teacher, 'Sings well.'],
  ] as const) {
    await page.goto(`/exams?results=${school.sectionIds.get('7-B')}&part=Term+1&remarks=`)
    await page.getByRole('button', { name: 'Add remark for Chitra Nair' }).click()
    const dialog = page.getByRole('dialog', { name: 'Remarks of Chitra Nair' })
    await dialog.getByRole('button', { name: 'Write a remark for this student' }).click()
    await dialog.getByRole('textbox', { name: 'English' }).fill(text)
    await dialog.getByRole('button', { name: 'Done' }).click()
  }
  await colleague.getByRole('button', { name: 'Save remarks' }).click()
  await expect(colleague.getByText('The remarks of 1 student were saved')).toBeVisible()
  await teacher.getByRole('button', { name: 'Save remarks' }).click()
  const row = teacher.getByRole('listitem', { name: 'Chitra Nair' })
  await expect(row).toContainText('Ramesh Kale has chosen meanwhile: Helps others.')
  await expect(row).toContainText('Sings well.')
  await row.getByRole('button', { name: 'Keep mine' }).click()
  await teacher.getByRole('button', { name: 'Save remarks' }).click()
  await expect(teacher.getByText('The remarks of 1 student were saved')).toBeVisible()
  await colleague.context().close()
})
