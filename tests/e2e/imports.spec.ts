import { readFile, writeFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { writeXlsx } from 'hucre/xlsx'
import { signIn } from './signIn.ts'
import { choose } from './fields.ts'
import { test } from './test.ts'
import { uniqueTag } from './unique.ts'

/** Opens the import of users. It stands for every import, because all of them are the same component. */
async function openImport(page: Page) {
  await signIn(page)
  await page.getByRole('link', { name: 'Users' }).click()
  await page.getByRole('tab', { name: 'Bulk Add' }).click()
}

async function chooseFile(page: Page, name: string, content: string | Uint8Array) {
  await page
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(content) })
}

const tag = uniqueTag()
const submitButton = (page: Page) => page.getByRole('button', { name: 'Upload Users' })
const looksGoodMessage = (page: Page) => page.getByText('File looks good. Please click submit to import.')
const notValidMessage = (page: Page) => page.getByText('Some field is not valid. Please Recheck The File And Try Again')

test('a spreadsheet keeps its leading zeros and Devanagari', async ({ page }) => {
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
  await chooseFile(page, 'teachers.xlsx', bytes)
  await expect(looksGoodMessage(page)).toBeVisible()
  await expect(page.getByRole('cell', { name: '0987654321' })).toBeVisible()
  await expect(page.getByRole('cell', { name: 'आशा पाटील' })).toBeVisible()
  await expect(submitButton(page)).toBeEnabled()
})

test('a column with another name is chosen by hand', async ({ page }) => {
  await openImport(page)
  await chooseFile(page, 'semicolons.csv', `full_title;PHONE;E-Mail\nAsha;9000000001;a.${tag}@imports.test\n`)
  await expect(page.getByText(/The file has no column for Name/i)).toBeVisible()
  await expect(submitButton(page)).toBeDisabled()
  await choose(page.getByRole('combobox', { name: /^Name/ }), 'full_title')
  await expect(looksGoodMessage(page)).toBeVisible()
  await expect(page.getByRole('cell', { name: 'Asha' })).toBeVisible()
})

test('invalid cells are marked and corrected in index, and refused rows are downloaded or left out', async ({ page }) => {
  await openImport(page)
  const goodRows = Array.from(
    { length: 30 },
    (_, index) => `Good ${index},90000000${10 + index},good${index}.${tag}@imports.test`,
  )
  await chooseFile(
    page,
    'mixed.csv',
    ['name,phone,email', ...goodRows, `Short,900,short.${tag}@imports.test`, 'No Mail,9000000001,nomail'].join('\n'),
  )
  await expect(notValidMessage(page)).toBeVisible()
  await expect(page.getByText('30 new · 2 refused')).toBeVisible()
  await expect(submitButton(page)).toBeDisabled()
  // At first only the rows with problems are shown.
  await expect(page.getByRole('rowheader')).toHaveText(['32', '33'])
  await page.getByRole('button', { name: 'All rows (32)' }).click()
  await expect(page.getByRole('rowheader').first()).toHaveText('2')
  await page.getByRole('button', { name: 'Problems (2)' }).click()

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download 2 refused rows' }).click()
  const lines = (await readFile(await (await download).path(), 'utf8')).replace('\uFEFF', '').trimEnd().split('\r\n')
  expect(lines[0]).toBe('name,phone,email,row,reason')
  expect(lines[1]).toContain(`Short,900,short.${tag}@imports.test,32,`)

  await page.getByRole('textbox', { name: /^Phone, row 32/i }).fill('9000000002')
  await page.keyboard.press('Enter')
  await expect(page.getByText('31 new · 1 refused')).toBeVisible()
  await page.getByRole('button', { name: 'Leave out the refused row' }).click()
  await expect(page.getByText('31 new · 1 left out')).toBeVisible()
  await expect(looksGoodMessage(page)).toBeVisible()
  await expect(submitButton(page)).toBeEnabled()
  await page.getByRole('button', { name: 'Put back 1 left out' }).click()
  await expect(submitButton(page)).toBeDisabled()
})

test('undoing an import deletes its teachers, and their e-mail addresses can be used again', async ({ page }) => {
  const email = (index: number) => `undone${index}.${tag}@imports.test`
  await openImport(page)
  await chooseFile(page, 'undone.csv', `name,phone,email\nUndone A,9000000001,${email(1)}\nUndone B,9000000002,${email(2)}\n`)
  // Only a request whose header names an import may be large.
  const importRequest = page.waitForRequest(
    (request) => request.url().endsWith('/graphql') && (request.postData() ?? '').includes('ImportTeachers'),
  )
  await submitButton(page).click()
  expect((await importRequest).headers()['x-operation']).toBe('importTeachers')
  await expect(page.getByText('Teachers Successfully Imported. 2 rows were imported.')).toBeVisible()

  await page.getByRole('button', { name: 'Undo' }).click()
  const dialog = page.getByRole('dialog', { name: 'Undo this import?' })
  await expect(dialog).toContainText('The 2 rows that were imported will be deleted')
  await expect(dialog.getByRole('button', { name: 'Go Back' })).toBeFocused()
  await dialog.getByRole('button', { name: 'Undo Import' }).click()
  await expect(page.getByText('2 teachers deleted. The import was undone.')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Undo' })).toBeHidden()

  // The addresses can be used again: a part of the same file is imported, and only that part exists.
  await page.getByRole('button', { name: 'Import another file' }).click()
  await chooseFile(page, 'undone.csv', `name,phone,email\nUndone A,9000000001,${email(1)}\n`)
  await submitButton(page).click()
  await expect(page.getByText('Teachers Successfully Imported. 1 row was imported.')).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'View Users' }).click()
  await page.getByRole('searchbox', { name: 'Search' }).fill(`.${tag}@imports`)
  await expect(page.getByText(email(1))).toBeVisible()
  await expect(page.getByText(email(2))).toHaveCount(0)
})

test('50,000 rows are checked while the page stays responsive', async ({ page }, testInfo) => {
  await openImport(page)
  const lines = Array.from(
    { length: 50_000 },
    (_, index) => `आशा ${index},${9_000_000_000 + index},bulk${index}.${tag}@imports.test`,
  )
  await page.evaluate(() => {
    const shown = new Set<string>()
    Object.assign(window, { shown })
    new MutationObserver(() => {
      const [progress] = /Checking row \d+/.exec(document.body.textContent) ?? []
      if (progress !== undefined) shown.add(progress)
    }).observe(document.body, { subtree: true, childList: true, characterData: true })
    // Slices end by a clock that moves by the rows alone, so that there are as many on the fastest machine.
    let moment = 1_000_000
    Object.assign(performance, { now: () => (moment += 0.1) })
  })
  const reader = page.waitForEvent('worker')
  // A real file, because Playwright unpacks a buffer by a script in the page, which blocks it.
  const path = testInfo.outputPath('many.csv')
  await writeFile(path, ['name,phone,email', ...lines, 'bad,1,bad'].join('\r\n'))
  await page.locator('input[type=file]').setInputFiles(path)
  await expect(page.getByText('50,000 new · 1 refused')).toBeVisible()
  // The file is read beside the page, and its rows are checked in slices, between which the page draws.
  expect((await reader).url()).toContain('parse')
  expect(await page.evaluate(() => (window as unknown as { shown: Set<string> }).shown.size)).toBeGreaterThan(100)
  await page.getByRole('button', { name: 'All rows (50,001)' }).click()
  expect(await page.getByRole('row').count()).toBeLessThan(60)
})

for (const [fileDescription, content, message] of [
  ['an empty file', '', 'The file is empty.'],
  ['a quotation mark that is never closed', 'name,phone,email\n"Asha,1,2\n', 'A quotation mark is opened and never closed'],
  ['a picture', '\u0089PNG\r\n\u001a\n\u0000\u0000\u0000\rIHDR', 'This is neither a CSV file nor a spreadsheet'],
  ['a broken spreadsheet', 'PK\u0003\u0004 and nothing more', 'This spreadsheet cannot be read.'],
] as const) {
  test(`${fileDescription} shows a message, and another file can be chosen`, async ({ page }) => {
    await openImport(page)
    await chooseFile(page, 'broken.csv', content)
    await expect(page.getByRole('alert')).toContainText(message)
    await expect(submitButton(page)).toBeDisabled()
    await chooseFile(page, 'good.csv', `name,phone,email\nAsha,9000000001,a2.${tag}@imports.test\n`)
    await expect(looksGoodMessage(page)).toBeVisible()
  })
}
