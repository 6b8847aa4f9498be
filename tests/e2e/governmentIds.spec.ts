import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { readXlsx } from 'hucre/xlsx'
import { expectAccessible } from './accessibility.ts'
import { addStaffUser, createSchool, importSections, importStudents } from './createSchool.ts'
import { expectFitsPhone } from './pageWidth.ts'
import { signIn } from './signIn.ts'
import { test } from './test.ts'
import { uniqueTag } from './unique.ts'
import { currentTerm } from './terms.ts'

test.describe.configure({ mode: 'serial' })

let page: Page

/** What UDISE+ requires of a student, as an import has it. */
const complete = {
  gender: 'FEMALE',
  birthdate: '2014-06-03',
  motherName: 'Sita Patil',
  fatherName: 'Ram Patil',
  address: '12 Station Road Karve Nagar Pune',
  pincode: '411038',
  motherTongueCode: '42',
  socialCategory: 'General',
  minorityGroup: 'None',
  bpl: 'No',
  ews: 'No',
  cwsn: 'No',
  indianNational: 'Yes',
  outOfSchool: 'No',
  dateOfAdmission: '2020-06-15',
  previousStatus: 'This school',
  previousClass: '6',
  examAppeared: 'Yes',
  previousResult: 'Passed',
  previousMarks: '71',
  previousDays: '201',
}

test.beforeAll(async ({ browser }) => {
  const tag = uniqueTag()
  const school = await createSchool({ name: `Ids ${tag}`, senderId: 'GOVIDS', term: currentTerm })
  await importSections(school, [
    { class: '7', section: 'A' },
    { class: '7', section: 'B' },
  ])
  const student = (roll: string, section: string, name: string, cells: Record<string, string>) => ({
    roll,
    class: '7',
    section,
    name,
    phone: `980000000${roll}`,
    registerNo: `R-${roll}`,
    ...cells,
  })
  await importStudents(school, [
    student('1', 'A', 'Asha Patil', { ...complete, socialCategory: '', pincode: '' }),
    student('2', 'A', 'Usha Kale', { ...complete, socialCategory: '' }),
    student('3', 'A', 'Meera Shah', complete),
    student('4', 'B', 'Zoya Khan', {}),
  ])
  const email = `office.${tag}@ids.test`
  await addStaffUser(school, { name: 'Head Office', email, phone: '9812345678', role: 'ADMIN' })
  const context = await browser.newContext({ baseURL: process.env.E2E_URL ?? '' })
  page = await context.newPage()
  await signIn(page, email, '9812345678')
})

test.afterAll(() => page.context().close())

const cell = (item: string, name: string) =>
  page.getByRole('table', { name: 'Government ids to fill in' }).getByLabel(`${item}, ${name}`)

test('the board counts by section what is missing, and a figure opens the students @main @udise', async () => {
  await page.getByRole('link', { name: 'Government ids' }).click()
  await expect(page.getByText('of 4 students are ready')).toBeVisible()
  const board = page.getByRole('table', { name: 'What is missing by section' })
  await expect(board.getByRole('row')).toHaveCount(4)
  await expect(board.getByRole('row').nth(1)).toContainText('7-A')
  await board.getByRole('button', { name: 'Sort by PIN code' }).click()
  await expect(board.getByRole('button', { name: '7-A: PIN code: 1' })).toBeVisible()
  await board.getByRole('button', { name: 'Sort by Not ready' }).click()
  await expect(board.getByRole('row').nth(1)).toContainText('7-A')
  await expectAccessible(page)
  await expectFitsPhone(page)
  await board.getByRole('button', { name: '7-A: Social category: 2' }).click()
  await expect(page.getByText(/^2 students\./)).toBeVisible()
  await expect(cell('Social category', 'Usha Kale')).toBeVisible()
  await expect(page.getByText('Meera Shah')).toHaveCount(0)
})

test('the grid is filled in by keyboard; each wrong cell has its sentence, and nothing typed is lost @main @udise', async () => {
  await cell('Social category', 'Asha Patil').fill('4')
  await page.keyboard.press('Enter')
  await expect(cell('Social category', 'Asha Patil')).toHaveValue('OBC')
  await expect(cell('Social category', 'Usha Kale')).toBeFocused()
  await page.keyboard.type('sc')
  await page.keyboard.press('Enter')
  await expect(cell('Social category', 'Usha Kale')).toHaveValue('SC')

  await cell('PIN code', 'Asha Patil').fill('11038')
  await cell('Aadhaar number', 'Usha Kale').fill('2345 6789 0123')
  await page.keyboard.press('Enter')
  await expect(page.getByText('A PIN code has 6 digits, the first not 0')).toBeVisible()
  await expect(page.getByText('This is not a valid Aadhaar number. Please check its 12 digits.')).toBeVisible()
  await expect(page.getByText('2 to correct')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Save/ })).toBeDisabled()
  await expectAccessible(page)
  await expectFitsPhone(page)

  // What was typed is still there after a look at the board.
  await page.getByRole('button', { name: 'What is missing by section' }).click()
  await page.getByRole('button', { name: '7-A: Social category: 2' }).click()
  await expect(cell('PIN code', 'Asha Patil')).toHaveValue('11038')
  await cell('PIN code', 'Asha Patil').fill('411038')
  await cell('Aadhaar number', 'Usha Kale').fill('')
  await page.keyboard.press('Tab')
  await page.getByRole('button', { name: 'Save 3 changed cells' }).click()
  await expect(page.getByText('2 students saved')).toBeVisible()
  await expect(page.getByText('Nobody here is without this')).toBeVisible()
})

test('a column of a spreadsheet is pasted, and a phone has a card for each student', async () => {
  await page.goto('/government-ids?view=fill&item=penNumber')
  await expect(cell('PEN', 'Zoya Khan')).toBeVisible()
  await cell('PEN', 'Asha Patil').evaluate((input) => {
    const data = new DataTransfer()
    data.setData('text/plain', '21345678901\n21345678902\n')
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
  })
  await expect(cell('PEN', 'Asha Patil')).toHaveValue('21345678901')
  await expect(cell('PEN', 'Usha Kale')).toHaveValue('21345678902')
  await page.getByRole('button', { name: 'Save 2 changed cells' }).click()
  await expect(page.getByText('2 students saved')).toBeVisible()

  await page.setViewportSize({ width: 360, height: 740 })
  const cards = page.getByRole('list', { name: 'Government ids to fill in' })
  await expect(cards.getByRole('listitem').filter({ hasText: 'Zoya Khan' })).toBeVisible()
  await expectAccessible(page)
  await cards.getByLabel('PEN, Zoya Khan').fill('21345678904')
  await page.keyboard.press('Tab')
  await page.getByRole('button', { name: 'Save 1 changed cell' }).click()
  await expect(page.getByText('1 student saved')).toBeVisible()
  await page.getByRole('button', { name: 'What is missing by section' }).click()
  await expect(page.getByRole('list', { name: 'What is missing by section' })).toContainText('3 of 3 ready')
  await expectAccessible(page)
  await page.setViewportSize({ width: 1280, height: 800 })
})

async function download(choice: RegExp): Promise<string[][]> {
  await page.getByRole('button', { name: 'Export for UDISE+' }).click()
  await page.getByRole('radio', { name: choice }).check()
  await expectAccessible(page)
  const started = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download the sheet' }).click()
  const file = await started
  expect(file.suggestedFilename()).toMatch(new RegExp(`^udise-${currentTerm}-.*\\.xlsx$`))
  const { sheets } = await readXlsx(new Uint8Array(await readFile(await file.path())))
  return (sheets[0]?.rows ?? []).map((row) => row.map((value) => String(value ?? '')))
}

test('the sheet has the portal’s columns: of all students with what is missing, or of those who are ready', async () => {
  const all = await download(/All students/)
  expect(all).toHaveLength(5)
  expect(all[0]?.at(-1)).toBe('What is missing')
  const category = all[0]?.indexOf('SOCIAL CATEGORY') ?? -1
  expect(all.slice(1).map((row) => row[category])).toEqual(['4', '2', '1', ''])
  expect(all[4]?.at(-1)).toContain('Social category')
  expect(all[1]?.slice(-3)).toEqual(['21345678901', '', expect.stringContaining('Aadhaar number')])
  await expect(page.getByText('4 students in the sheet')).toBeVisible()

  const ready = await download(/Only students who are ready/)
  expect(ready).toHaveLength(4)
  expect(ready[0]).not.toContain('What is missing')
  await expect(page.getByText('3 students in the sheet. 1 student is not ready.')).toBeVisible()
})
