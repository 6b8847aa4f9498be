import { readFile } from 'node:fs/promises'
import { type Browser, expect, type Page, test } from '@playwright/test'
import { accessible, addSchool, chooseSchool, fitsPhone, superadmin } from './ownSchool.ts'

const warning = 'No Validation Has Been Run. Proceed Only If You Know What You Are Doing'
const head = 'legacy_id,term,class,section,roll,name,phone,registerNo,Balance'

const choose = (page: Page, name: string, rows: readonly string[]) =>
  page
    .getByLabel('File of the previous system')
    .setInputFiles({ name, mimeType: 'application/vnd.ms-excel', buffer: Buffer.from([head, ...rows].join('\r\n')) })

async function open(browser: Browser): Promise<Page> {
  const page = await superadmin(browser)
  await chooseSchool(page, await addSchool(page, `Brought Over ${Date.now().toString(36)}`))
  await page.getByRole('link', { name: 'Import Data' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Import Data' })).toBeVisible()
  return page
}

test('a school comes over from its previous system: warned, refused by row and column, brought in, and again', async ({
  browser,
}) => {
  const page = await open(browser)
  const main = page.getByRole('main')
  await expect(main).toContainText('legacy_id, term, class, section, name')
  await accessible(page, 'before a file')
  await fitsPhone(page)
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download Sample' }).click()
  const sample = await readFile(await (await downloading).path(), 'utf8')
  expect(sample.split('\r\n')[1]).toContain('1001,2025-26,')

  // Taken back within the second: nothing is sent.
  const asked: string[] = []
  page.on('request', (request) => {
    if (/RequestUpload/.test(request.postData() ?? '')) asked.push(request.url())
  })
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 1000)
  await choose(page, 'taken-back.csv', ['1,2026-27,7,A,1,Asha Patil,,,'])
  await expect(page.getByText(warning)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.clock.runFor(900)
  await page.keyboard.press('Enter')
  await page.clock.runFor(2000)
  await expect(page.getByText('Drop a CSV file or a spreadsheet (.xlsx) here')).toBeVisible()
  expect(asked).toEqual([])
  // Nobody's hand is as fast as this test: it waits for real from here on.
  await page.clock.resume()

  await choose(page, 'wrong.csv', [
    '1,2025-26,6,A,12,Asha Patil,9876543210,GR-1,',
    '1,2025-26,6,B,12,Asha Patil,9876543210,GR-1,',
    '2,2026-27,7,A,1,Rohan Patil,98,GR-2,',
  ])
  await expect(page.getByText(warning)).toBeVisible()
  await expect(
    page.getByText('2 cells of the file are not valid. Nothing was imported. Correct the file and send it again.'),
  ).toBeVisible()
  await expect(page.getByText('This student stands in the term 2025-26 twice: also in row 2.')).toBeVisible()
  await expect(page.getByText('Phone should have exactly 10 digits.')).toBeVisible()
  await accessible(page, 'problems')
  await fitsPhone(page)

  const good = [
    '1,2025-26,6,A,12,Asha Patil,9876543210,GR-1,',
    '1,2026-27,7,A,14,Asha Patil,9876543210,GR-1,',
    '2,2026-27,7,A,1,Rohan Patil,,GR-2,500',
  ]
  await page.getByRole('button', { name: 'Import another file' }).click()
  await choose(page, 'good.csv', good)
  await expect(page.getByText('Students Successfully Imported')).toBeVisible()
  const figure = (label: string) =>
    page
      .locator('dl > div')
      .filter({ has: page.getByText(label, { exact: true }) })
      .locator('dd')
  await expect(figure('Students added')).toHaveText('2')
  await expect(figure('Enrolments added')).toHaveText('3')
  await expect(page.getByRole('rowheader', { name: '2025-26 (new)' })).toBeVisible()
  await expect(page.getByText('These columns were ignored: Balance')).toBeVisible()
  await accessible(page, 'the report')
  await fitsPhone(page)
  const reporting = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download Report' }).click()
  expect((await readFile(await (await reporting).path())).subarray(0, 2).toString()).toBe('PK')

  await page.getByRole('button', { name: 'Import another file' }).click()
  await choose(page, 'again.csv', good)
  await expect(page.getByRole('heading', { name: 'again.csv' })).toBeVisible()
  await expect(figure('Existing students, by legacy id')).toHaveText('2')
  await expect(figure('Students added')).toHaveText('0')

  // The kept reports are found again; the term is there to be chosen, and its students are.
  await expect(page.getByRole('row').filter({ hasText: 'good.csv' })).toContainText('2 students, 3 enrolments')
  await expect(page.getByRole('row').filter({ hasText: 'wrong.csv' })).toContainText('2 problems')
  await main.getByRole('link', { name: 'View Students' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'Rohan Patil' })).toContainText('7')
  await expect(page.getByRole('row').filter({ hasText: 'Asha Patil' })).toBeVisible()
  await page.context().close()
})
