import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import { pdfText } from '../pdfText.ts'
import { expectAccessible } from './accessibility.ts'
import { addStaffUser } from './createSchool.ts'
import { addFeeSchool, collectFee, type FeeSchool } from './feeSchool.ts'
import { expectFitsPhone } from './pageWidth.ts'
import { openSignedInPage } from './signIn.ts'
import { test } from './test.ts'
import { uniqueTag } from './unique.ts'

test.describe.configure({ mode: 'serial' })

let school: FeeSchool
let page: Page

test.beforeAll(async ({ browser }) => {
  school = await addFeeSchool(`Money ${uniqueTag()}`, [
    { name: 'Asha Patil', phone: '9800000001' },
    { name: 'Usha Kale', phone: '9800000002' },
  ])
  await collectFee(school, { student: 'Asha Patil', fee: 'Tuition', amount: 250_000 }, { mode: 'CASH' })
  await collectFee(school, { student: 'Usha Kale', fee: 'Tuition', amount: 100_000 }, { mode: 'UPI', txnId: 'T-4711' })
  const email = `head.${school.id}.${uniqueTag()}@fees.test`
  await addStaffUser(school, { name: 'Asha Head', email, phone: school.password, role: 'ADMIN' })
  page = await openSignedInPage(browser, email, school.password)
})

test.afterAll(() => page.context().close())

const figures = (name: string) => page.getByRole('region', { name })

test('the head sees the money of the term on one page', async () => {
  await page.goto('/money')
  await expect(page.getByRole('heading', { level: 1, name: 'Money' })).toBeVisible()
  await expect(figures('Money of the term').getByRole('link', { name: /Collected/ })).toContainText('₹3,500.00')
  await expect(figures('Fees of the term').getByRole('link', { name: /Expected/ })).toContainText('₹6,600.00')
  const byClass = page.getByRole('table').filter({ has: page.getByRole('columnheader', { name: 'Class' }) })
  await expect(byClass.getByRole('row', { name: /^7/ })).toContainText('₹3,100.00')
  await expectAccessible(page)
  await expectFitsPhone(page)
})

test('each figure opens its list with the same sum', async () => {
  const totals = page.getByRole('status', { name: 'Totals' })
  const open = async (group: string, name: RegExp) => {
    await page.goto('/money')
    await figures(group).getByRole('link', { name }).click()
  }
  await open('Money of the term', /Collected/)
  await expect(totals).toContainText('₹3,500.00')
  await open('Fees of the term', /Overdue/)
  await expect(page).toHaveURL(/tab=pending&f\.terms=this/)
  await expect(totals).toContainText('₹3,100.00')
  await open('Fees of the term', /Expected/)
  await expect(page.getByRole('tab', { name: 'Students’ fees', selected: true })).toBeVisible()
  await expect(totals).toContainText('₹6,600.00')
  await page.goto('/money')
  await page.getByRole('row', { name: /^MAY/ }).getByRole('link').nth(1).click()
  await expect(page).toHaveURL(/f\.month=MAY/)
  await expect(totals).toContainText('₹1,000.00')
  await expectFitsPhone(page)
})

test('the page is downloaded as a PDF', async () => {
  await page.goto('/money')
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download PDF' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/^money-2020-21-\d{4}-\d\d-\d\d\.pdf$/)
  const { text } = await pdfText(readFileSync(await download.path()))
  for (const part of ['Fees by class', '₹3,500.00', '₹6,600.00']) expect(text).toContain(part)
})
