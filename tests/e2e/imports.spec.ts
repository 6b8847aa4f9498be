import { readFile, writeFile } from 'node:fs/promises'
import { expect, type Page, test } from '@playwright/test'
import { writeXlsx } from 'hucre/xlsx'

/** The import of users stands for every import: all are the same studio. */
async function openImport(page: Page) {
  await page.goto('/login')
  await page.getByRole('textbox', { name: 'Email' }).fill('admin@shala.test')
  await page.getByLabel('Password', { exact: true }).fill('9876543210')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('link', { name: 'Users' }).click()
  await page.getByRole('tab', { name: 'Bulk Add' }).click()
}

async function choose(page: Page, name: string, content: string | Uint8Array) {
  await page
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(content) })
}

const tag = Date.now().toString(36)
const submit = (page: Page) => page.getByRole('button', { name: 'Upload Users' })
const looksGood = (page: Page) => page.getByText('File looks good. Please click submit to import.')
const notValid = (page: Page) => page.getByText('Some field is not valid. Please Recheck The File And Try Again')

test('a spreadsheet is read with its leading zeros and Devanagari', async ({ page }) => {
  const bytes = await writeXlsx({
    sheets: [
      {
        name: 'Teachers',
        columns: [{}, { numFmt: '0000000000' }, {}],
        rows: [
          ['Name', 'Phone', 'Email'],
          ['आशा पाटील', 987654321, `asha.${tag}@imports.test`],
        ],
      },
    ],
  })
  await openImport(page)
  await choose(page, 'teachers.xlsx', bytes)
  await expect(looksGood(page)).toBeVisible()
  await expect(page.getByRole('cell', { name: '0987654321' })).toBeVisible()
  await expect(page.getByRole('cell', { name: 'आशा पाटील' })).toBeVisible()
  await expect(submit(page)).toBeEnabled()
})

test('a column under another name is chosen by hand', async ({ page }) => {
  await openImport(page)
  await choose(page, 'semicolons.csv', `full_title;PHONE;E-Mail\nAsha;9000000001;a.${tag}@imports.test\n`)
  await expect(page.getByText(/The file has no column for Name/i)).toBeVisible()
  await expect(submit(page)).toBeDisabled()
  await page.getByRole('combobox', { name: /^Name/ }).click()
  await page.getByRole('option', { name: 'full_title' }).click()
  await expect(looksGood(page)).toBeVisible()
  await expect(page.getByRole('cell', { name: 'Asha' })).toBeVisible()
})

test('bad cells are named, repaired in place, downloaded with the reason, or left out by choice', async ({ page }) => {
  await openImport(page)
  const good = Array.from({ length: 30 }, (_, place) => `Good ${place},90000000${10 + place},good${place}.${tag}@imports.test`)
  await choose(
    page,
    'mixed.csv',
    ['name,phone,email', ...good, `Short,900,short.${tag}@imports.test`, 'No Mail,9000000001,nomail'].join('\n'),
  )
  await expect(notValid(page)).toBeVisible()
  await expect(page.getByText('30 new · 2 refused')).toBeVisible()
  await expect(submit(page)).toBeDisabled()
  // Only the rows with problems are shown first.
  await expect(page.getByRole('rowheader')).toHaveText(['32', '33'])
  await page.getByRole('button', { name: 'All rows (32)' }).click()
  await expect(page.getByRole('rowheader').first()).toHaveText('2')
  await page.getByRole('button', { name: 'Problems (2)' }).click()

  const waiting = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download 2 refused rows' }).click()
  const lines = (await readFile(await (await waiting).path(), 'utf8')).replace('\uFEFF', '').trimEnd().split('\r\n')
  expect(lines[0]).toBe('name,phone,email,row,reason')
  expect(lines[1]).toContain(`Short,900,short.${tag}@imports.test,32,`)

  await page.getByRole('textbox', { name: /^Phone, row 32/i }).fill('9000000002')
  await page.keyboard.press('Enter')
  await expect(page.getByText('31 new · 1 refused')).toBeVisible()
  await page.getByRole('button', { name: 'Leave out the refused row' }).click()
  await expect(page.getByText('31 new · 1 left out')).toBeVisible()
  await expect(looksGood(page)).toBeVisible()
  await expect(submit(page)).toBeEnabled()
  await page.getByRole('button', { name: 'Put back 1 left out' }).click()
  await expect(submit(page)).toBeDisabled()
})

test('an import is undone: its teachers are gone, and their addresses free', async ({ page }) => {
  const email = (place: number) => `undone${place}.${tag}@imports.test`
  await openImport(page)
  await choose(page, 'undone.csv', `name,phone,email\nUndone A,9000000001,${email(1)}\nUndone B,9000000002,${email(2)}\n`)
  // Only what is announced as an import may be large.
  const sent = page.waitForRequest(
    (request) => request.url().endsWith('/graphql') && (request.postData() ?? '').includes('ImportTeachers'),
  )
  await submit(page).click()
  expect((await sent).headers()['x-operation']).toBe('importTeachers')
  await expect(page.getByText('Teachers Successfully Imported. 2 rows were imported.')).toBeVisible()

  await page.getByRole('button', { name: 'Undo' }).click()
  const dialog = page.getByRole('dialog', { name: 'Undo this import?' })
  await expect(dialog).toContainText('The 2 rows that were imported will be deleted')
  await expect(dialog.getByRole('button', { name: 'Go Back' })).toBeFocused()
  await dialog.getByRole('button', { name: 'Undo Import' }).click()
  await expect(page.getByText('2 teachers deleted. The import was undone.')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Undo' })).toBeHidden()

  // The addresses are free: a part of the same file goes in again, and only that is there.
  await page.getByRole('button', { name: 'Import another file' }).click()
  await choose(page, 'undone.csv', `name,phone,email\nUndone A,9000000001,${email(1)}\n`)
  await submit(page).click()
  await expect(page.getByText('Teachers Successfully Imported. 1 row was imported.')).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'View Users' }).click()
  await page.getByRole('searchbox', { name: 'Search' }).fill(`.${tag}@imports`)
  await expect(page.getByText(email(1))).toBeVisible()
  await expect(page.getByText(email(2))).toHaveCount(0)
})

test('50,000 rows are checked while the page stays alive', async ({ page }, testInfo) => {
  await openImport(page)
  const lines = Array.from(
    { length: 50_000 },
    (_, place) => `आशा ${place},${9_000_000_000 + place},bulk${place}.${tag}@imports.test`,
  )
  await page.evaluate(() => {
    const page = window as unknown as { longest: number; started: number }
    page.longest = 0
    page.started = performance.now()
    let before = performance.now()
    const tick = () => {
      const now = performance.now()
      page.longest = Math.max(page.longest, now - before)
      before = now
      requestAnimationFrame(tick)
    }
    requestAnimationFrame(tick)
  })
  // From a file, as people choose one: a buffer is unpacked by the test's own script in the page, which stands still meanwhile.
  const path = testInfo.outputPath('many.csv')
  await writeFile(path, ['name,phone,email', ...lines, 'bad,1,bad'].join('\r\n'))
  await page.locator('input[type=file]').setInputFiles(path)
  await expect(page.getByText('50,000 new · 1 refused')).toBeVisible({ timeout: 30_000 })
  const share = await page.evaluate(() => {
    const { longest, started } = window as unknown as { longest: number; started: number }
    return longest / (performance.now() - started)
  })
  // Of 4 s, 0.3 s at a time on a quiet machine. A share, because other browsers and the server slow both: read whole in the
  // page, it stands still for nearly all of the time.
  expect(share).toBeLessThan(0.5)
  await page.getByRole('button', { name: 'All rows (50,001)' }).click()
  expect(await page.getByRole('row').count()).toBeLessThan(60)
})

for (const [what, content, words] of [
  ['an empty file', '', 'The file is empty.'],
  ['a quotation mark that is never closed', 'name,phone,email\n"Asha,1,2\n', 'A quotation mark is opened and never closed'],
  ['a picture', '\u0089PNG\r\n\u001a\n\u0000\u0000\u0000\rIHDR', 'This is neither a CSV file nor a spreadsheet'],
  ['a broken spreadsheet', 'PK\u0003\u0004 and nothing more', 'This spreadsheet cannot be read.'],
] as const) {
  test(`${what} is answered with a sentence, and another can be chosen`, async ({ page }) => {
    await openImport(page)
    await choose(page, 'broken.csv', content)
    await expect(page.getByRole('alert')).toContainText(words)
    await expect(submit(page)).toBeDisabled()
    await choose(page, 'good.csv', `name,phone,email\nAsha,9000000001,a2.${tag}@imports.test\n`)
    await expect(looksGood(page)).toBeVisible()
  })
}
