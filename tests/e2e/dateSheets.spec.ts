import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { demoYear } from '#development/demo/schoolYear.ts'
import { addDays, schoolDay, showDay } from '#shared/dates.ts'
import { pdfText } from '../pdfText.ts'
import { expectAccessible } from './accessibility.ts'
import { demoPassword } from './demoPassword.ts'
import { choose } from './fields.ts'
import { expectFitsPhone } from './pageWidth.ts'
import { openSignedInPage } from './signIn.ts'
import { test } from './test.ts'
import { uniqueTag } from './unique.ts'

test.describe.configure({ mode: 'serial' })

const name = `Half-yearly ${uniqueTag()}`
const today = schoolDay(new Date())
/** In the demo's current term, also in its last weeks. */
const isSoon = addDays(today, 40) < `${demoYear(today) + 1}-04-01`
const start = addDays(today, isSoon ? 10 : -60)
/** A Monday, so that the first paper is not placed on a later day. */
const monday = addDays(start, (8 - new Date(`${start}T00:00:00Z`).getUTCDay()) % 7)

let head: Page
let teacher: Page

test.beforeAll(async ({ browser }) => {
  head = await openSignedInPage(browser, 'admin@shala.test', demoPassword)
  teacher = await openSignedInPage(browser, 'teacher@shala.test', demoPassword)
})
test.afterAll(async () => {
  await head.context().close()
  await teacher.context().close()
})

test('the office opens the date sheets, and a form without a name is refused', async () => {
  await head.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Exams' }).click()
  await head.getByRole('tab', { name: 'Date sheets' }).click()
  await head.getByRole('link', { name: 'Add exam' }).click()
  await head.getByRole('button', { name: 'Save exam' }).click()
  await expect(head.getByText('Required')).toHaveCount(1)
  await expect(head.getByText('The days stand here, and under each class what it writes.')).toBeVisible()
  await expectAccessible(head)
  await expectFitsPhone(head)
})

test('subjects of two classes are placed on days, a paper is changed and one is added', async () => {
  await head.getByRole('textbox', { name: 'Name' }).fill(name)
  await head.getByRole('textbox', { name: 'Instructions' }).fill('Bring a pen.')
  const placing = head.getByRole('group', { name: 'Place the subjects of classes on days' })
  await placing.getByRole('checkbox', { name: 'Class 7', exact: true }).check()
  await placing.getByRole('checkbox', { name: 'Class 8', exact: true }).check()
  await placing.getByRole('textbox', { name: 'First day' }).fill(showDay(monday))
  await placing.getByRole('button', { name: /^Place \d+ subjects$/ }).click()
  const sheet = head.getByRole('table', { name: 'Date sheet' })
  await expect(sheet.getByRole('row').filter({ hasText: showDay(monday) })).toContainText('10:00 – 13:00')
  const first = sheet.getByRole('button', { name: /^Change .* of class 7$/ }).first()
  await first.click()
  const dialog = head.getByRole('dialog', { name: 'Paper of class 7' })
  await dialog.getByRole('textbox', { name: 'From' }).fill('14:00')
  await dialog.getByRole('textbox', { name: 'To' }).fill('13:30')
  await expectAccessible(head)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await head.getByRole('button', { name: 'Save exam' }).click()
  await expect(sheet.getByText('The end must be after the start')).toBeVisible()
  await first.click()
  await dialog.getByRole('textbox', { name: 'To' }).fill('16:00')
  await dialog.getByRole('button', { name: 'Done' }).click()
  await head.getByRole('button', { name: 'Save exam' }).click()
  await expect(head.getByText(`${name} was saved`)).toBeVisible()
  await expect(head.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(sheet.getByRole('row').filter({ hasText: showDay(monday) })).toContainText('14:00 – 16:00')
  await expectAccessible(head)
  await expectFitsPhone(head)
})

test('the date sheet is downloaded in Marathi, and hall tickets of a section are made', async () => {
  await head.getByRole('button', { name: 'Print date sheet' }).click()
  const dialog = head.getByRole('dialog', { name: 'Print date sheet' })
  await dialog.getByRole('combobox', { name: 'Classes' }).selectOption('Class 7')
  await dialog.getByRole('combobox', { name: 'Language' }).selectOption('mr')
  const download = head.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download PDF' }).click()
  const { pages } = await pdfText(await readFile(await (await download).path()))
  expect(pages).toHaveLength(1)
  await head.getByRole('button', { name: 'Hall tickets' }).click()
  const tickets = head.getByRole('dialog', { name: 'Hall tickets' })
  await choose(tickets.getByRole('combobox', { name: 'Section' }), '7-A')
  await tickets.getByRole('button', { name: 'Make hall tickets' }).click()
  await expect(head).toHaveURL(/\/exams\?job=\d+$/)
  await expect(head.getByRole('button', { name: 'PDF', exact: true })).toBeVisible()
  await expectAccessible(head)
})

test('an exam is announced, changed, and announced again', async () => {
  await head.goto('/exams?tab=dates')
  await head.getByRole('link', { name }).click()
  await expect(head.getByText('Families and students do not see this exam yet.')).toBeVisible()
  await head.getByRole('button', { name: 'Announce exam' }).click()
  await expect(head.getByText(`Families see ${name} now`)).toBeVisible()
  await head.getByRole('link', { name: 'Change date sheet' }).click()
  const sheet = head.getByRole('table', { name: 'Date sheet' })
  await sheet
    .getByRole('button', { name: /^Change .* of class 8$/ })
    .first()
    .click()
  const dialog = head.getByRole('dialog', { name: 'Paper of class 8' })
  await dialog.getByRole('textbox', { name: 'From' }).fill('08:00')
  await dialog.getByRole('textbox', { name: 'To' }).fill('09:30')
  await dialog.getByRole('button', { name: 'Done' }).click()
  await head.getByRole('button', { name: 'Save exam' }).click()
  await expect(sheet.getByText(`Announced for ${showDay(monday)}, 10:00 to 13:00`)).toBeVisible()
  await expect(head.getByText('Changed since announced')).toBeVisible()
  await head.getByRole('button', { name: 'Announce again' }).click()
  await expect(head.getByText('Changed since announced')).toHaveCount(0)
  await head.getByRole('link', { name: 'Tell families' }).click()
  await expect(head.getByRole('heading', { level: 1, name: 'Tell families of the exam' })).toBeVisible()
  await expect(head.getByRole('heading', { level: 2, name: /messages? to the families|Nobody would get/ })).toBeVisible()
  await expectAccessible(head)
})

test('a teacher opens the date sheets on a phone, without the button of the office', async () => {
  await teacher.setViewportSize({ width: 360, height: 740 })
  await teacher.goto('/exams?tab=dates')
  await expect(teacher.getByRole('tab', { name: 'Date sheets' })).toBeVisible()
  await expect(teacher.getByRole('link', { name: 'Add exam' })).toHaveCount(0)
  await expectAccessible(teacher)
})

test('a withdrawn exam is deleted', async () => {
  await head.goto('/exams?tab=dates')
  await head.getByRole('link', { name }).click()
  await head.getByRole('button', { name: 'Withdraw' }).click()
  await expect(head.getByText(`Families no longer see ${name}`)).toBeVisible()
  await head.goto('/exams?tab=dates')
  await head.getByRole('button', { name: `Delete exam: ${name}` }).click()
  await head.getByRole('dialog').or(head.getByRole('alertdialog')).getByRole('button', { name: 'Delete exam' }).click()
  await expect(head.getByText(`${name} was deleted`)).toBeVisible()
})
