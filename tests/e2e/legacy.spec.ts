import { readFile } from 'node:fs/promises'
import { type Browser, expect, type Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { expectFitsPhone } from './pageWidth.ts'
import { addSchool, chooseSchool, openSuperadminPage } from './schoolScreens.ts'
import { test } from './test.ts'
import { uniqueTag } from './unique.ts'
import { currentTerm, termBefore } from './terms.ts'
import { fromNow } from '../moments.ts'

const warningText = 'No Validation Has Been Run. Proceed Only If You Know What You Are Doing'
const headerLine = 'legacy_id,term,class,section,roll,name,phone,registerNo,Balance'

const chooseFile = (page: Page, name: string, rows: readonly string[]) =>
  page
    .getByLabel('File of the previous system')
    .setInputFiles({ name, mimeType: 'application/vnd.ms-excel', buffer: Buffer.from([headerLine, ...rows].join('\r\n')) })

async function openImport(browser: Browser): Promise<Page> {
  const page = await openSuperadminPage(browser)
  await chooseSchool(page, await addSchool(page, `Brought Over ${uniqueTag()}`))
  await page.getByRole('link', { name: 'Import Data' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Import Data' })).toBeVisible()
  return page
}

test('a legacy import shows a warning and the invalid cells, imports students, and recognises them the next time @main @legacy', async ({
  browser,
}) => {
  const page = await openImport(browser)
  const main = page.getByRole('main')
  await expect(main).toContainText('legacy_id, term, class, section, name')
  await expectAccessible(page, 'before a file')
  await expectFitsPhone(page)
  const sampleDownload = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download Sample' }).click()
  const sample = await readFile(await (await sampleDownload).path(), 'utf8')
  expect(sample.split('\r\n')[1]).toContain('1001,2025-26,')

  // Cancelled within the second, the file is not sent.
  const uploadRequests: string[] = []
  page.on('request', (request) => {
    if (/RequestUpload/.test(request.postData() ?? '')) uploadRequests.push(request.url())
  })
  await page.clock.install()
  await page.clock.pauseAt(fromNow(1000))
  await chooseFile(page, 'taken-back.csv', [`1,${currentTerm},7,A,1,Asha Patil,,,`])
  await expect(page.getByText(warningText)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.clock.runFor(900)
  await page.keyboard.press('Enter')
  await page.clock.runFor(2000)
  await expect(page.getByText('Drop a CSV file or a spreadsheet (.xlsx) here')).toBeVisible()
  expect(uploadRequests).toEqual([])
  // From here on the clock runs, and the test waits in real time.
  await page.clock.resume()

  await chooseFile(page, 'wrong.csv', [
    `1,${termBefore},6,A,12,Asha Patil,9876543210,GR-1,`,
    `1,${termBefore},6,B,12,Asha Patil,9876543210,GR-1,`,
    `2,${currentTerm},7,A,1,Rohan Patil,98,GR-2,`,
  ])
  await expect(page.getByText(warningText)).toBeVisible()
  await expect(
    page.getByText('2 cells of the file are not valid. Nothing was imported. Correct the file and send it again.'),
  ).toBeVisible()
  await expect(page.getByText(`This student stands in the term ${termBefore} twice: also in row 2.`)).toBeVisible()
  await expect(page.getByText('Phone should have exactly 10 digits.')).toBeVisible()
  await expectAccessible(page, 'problems')
  await expectFitsPhone(page)

  const goodRows = [
    `1,${termBefore},6,A,12,Asha Patil,9876543210,GR-1,`,
    `1,${currentTerm},7,A,14,Asha Patil,9876543210,GR-1,`,
    `2,${currentTerm},7,A,1,Rohan Patil,,GR-2,500`,
  ]
  await page.getByRole('button', { name: 'Import another file' }).click()
  await chooseFile(page, 'good.csv', goodRows)
  await expect(page.getByText('Students Successfully Imported')).toBeVisible()
  const figure = (label: string) =>
    page
      .locator('dl > div')
      .filter({ has: page.getByText(label, { exact: true }) })
      .locator('dd')
  await expect(figure('Students added')).toHaveText('2')
  await expect(figure('Enrolments added')).toHaveText('3')
  await expect(page.getByRole('rowheader', { name: `${termBefore} (new)` })).toBeVisible()
  await expect(page.getByText('These columns were ignored: Balance')).toBeVisible()
  await expectAccessible(page, 'the report')
  await expectFitsPhone(page)
  const reportDownload = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download Report' }).click()
  expect((await readFile(await (await reportDownload).path())).subarray(0, 2).toString()).toBe('PK')

  await page.getByRole('button', { name: 'Import another file' }).click()
  await chooseFile(page, 'again.csv', goodRows)
  await expect(page.getByRole('heading', { name: 'again.csv' })).toBeVisible()
  await expect(figure('Existing students, by legacy id')).toHaveText('2')
  await expect(figure('Students added')).toHaveText('0')

  // Earlier reports are listed, and the students are in the term.
  await expect(page.getByRole('row').filter({ hasText: 'good.csv' })).toContainText('2 students, 3 enrolments')
  await expect(page.getByRole('row').filter({ hasText: 'wrong.csv' })).toContainText('2 problems')
  await main.getByRole('link', { name: 'View Students' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'Rohan Patil' })).toContainText('7')
  await expect(page.getByRole('row').filter({ hasText: 'Asha Patil' })).toBeVisible()
  await page.context().close()
})
