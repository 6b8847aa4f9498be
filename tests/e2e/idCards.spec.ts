import { readFile } from 'node:fs/promises'
import { expect, type Locator, type Page, test } from '@playwright/test'
import sharp from 'sharp'
import { pdfText } from '../pdfText.ts'
import { accessible, fitsPhone, signIn } from './ownSchool.ts'

test.describe.configure({ mode: 'serial' })

let head: Page

test.beforeAll(async ({ browser }) => {
  const context = await browser.newContext({ baseURL: process.env.E2E_URL ?? '' })
  head = await context.newPage()
  await signIn(head, 'admin@shala.test', '9876543210')
})
test.afterAll(() => head.context().close())

const table = (page: Page) => page.getByRole('grid', { name: /STUDENTS|STAFF/ })
const photo = () =>
  sharp({ create: { width: 400, height: 500, channels: 3, background: '#88aacc' } })
    .png()
    .toBuffer()

async function select(page: Page, label: string, option: string | RegExp) {
  await page.getByRole('combobox', { name: label }).click()
  await page.getByRole('option', { name: option }).click()
}

/** The families that this page has loaded or may load for Latin letters. */
function familiesWithLatin(): string[] {
  const latin = [...document.fonts].filter(({ unicodeRange }) => /U\+0(-|$)|U\+0000|U\+0-10FFFF/i.test(unicodeRange))
  return [...new Set(latin.map(({ family }) => family.replaceAll('"', '')))]
}

/** Chooses a picture where a button opens the file dialog. */
async function upload(page: Page, button: Locator) {
  const choosing = page.waitForEvent('filechooser')
  await button.click()
  await (await choosing).setFiles({ name: 'photo.png', mimeType: 'image/png', buffer: await photo() })
}

/** The PDF of the stack that is on screen, once it is made. */
async function stack(page: Page) {
  await expect(page).toHaveURL(/\/lcidcard\?job=\d+$/)
  const button = page.getByRole('button', { name: 'PDF', exact: true })
  await expect(button).toBeVisible({ timeout: 30_000 })
  const waiting = page.waitForEvent('download')
  await button.click()
  const file = await waiting
  return { name: file.suggestedFilename(), ...(await pdfText(await readFile(await file.path()))) }
}

test('photos are added where they are missing; a section’s cards come out on sheets with their backs', async () => {
  await head.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'ID Cards' }).click()
  await expect(head.getByRole('tab')).toHaveText(['Print Cards', 'Designs'])
  await expect(head.getByRole('button', { name: /^Make \d+ cards$/ })).toBeVisible()
  // The cards' own letters are for cards: in the page's first family they would change all of the product.
  expect(await head.evaluate(familiesWithLatin)).toEqual(['Paper Latin'])
  await accessible(head)
  await fitsPhone(head)
  await select(head, 'Class', '7')
  await select(head, 'Section', '7-A')
  const missing = head.getByText(/^\d+ of 30 without a photo$/)
  const before = Number.parseInt((await missing.textContent()) ?? '', 10)
  expect(before).toBeGreaterThan(0)
  const add = table(head)
    .getByRole('button', { name: /^Add photo of / })
    .first()
  const name = ((await add.getAttribute('aria-label')) ?? '').slice('Add photo of '.length)
  await upload(head, add)
  // The picture is decoded and made small by the server, one at a time.
  await expect(head.getByText(`${name} has a photo now.`)).toBeVisible({ timeout: 60_000 })
  await expect(head.getByText(`${before - 1} of 30 without a photo`)).toBeVisible()

  await select(head, 'Those without a photo', 'Leave them out')
  await head.getByRole('button', { name: `Make ${31 - before} cards` }).click()
  const { pages, texts, name: file } = await stack(head)
  expect(file).toBe('id-cards-7-A.pdf')
  expect(pages).toHaveLength(2 * Math.ceil((31 - before) / 10))
  expect(texts.filter((text) => text.includes('fronts'))).toHaveLength(pages.length / 2)
  expect(texts.join(' ')).toContain(name)
  expect(texts[0]).toContain('Valid until 31 Mar 2027')
  await expect(head.getByText('flipped on the long edge, at 100 %', { exact: false })).toBeVisible()
  await accessible(head)
  await head.getByRole('button', { name: 'Make again' }).click()
  await expect(head.getByRole('button', { name: `Make ${31 - before} cards` })).toBeVisible()
  await expect(head.getByRole('combobox', { name: 'Section' })).toHaveText('7-A')
})

test('a design is drawn while it is made; the cards of chosen people are of it, one on a page', async () => {
  await head.goto('/lcidcard?tab=designs')
  await head.getByRole('button', { name: 'Add Design' }).click()
  const dialog = head.getByRole('dialog', { name: 'Add Design' })
  const title = `Portrait ${Date.now()}`
  await dialog.getByRole('textbox', { name: 'Name' }).fill(title)
  await select(head, 'Layout', /^Portrait/)
  await dialog.getByRole('textbox', { name: 'Colour', exact: true }).fill('#7a1f2b')
  await dialog.getByRole('checkbox', { name: 'Guardian', exact: true }).check()
  await dialog.getByRole('checkbox', { name: 'Blood group' }).uncheck()
  await dialog.getByRole('button', { name: 'Guardian: up', exact: true }).click()
  const front = dialog.getByRole('article', { name: /^ID card of/, includeHidden: true })
  await expect(front).toContainText('Guardian')
  await expect(front).not.toContainText('Blood group')
  await dialog.getByRole('textbox', { name: 'Text on the back' }).fill('Carry it every day.')
  await expect(dialog.getByRole('article', { name: /^Back of/, includeHidden: true })).toContainText('Carry it every day.')
  await accessible(head)
  await dialog.getByRole('button', { name: 'Add Design' }).click()
  await expect(head.getByText(`${title} was added.`)).toBeVisible()
  await expect(head.getByRole('region', { name: title })).toContainText('Students · Portrait')
  await fitsPhone(head)

  await head.getByRole('tab', { name: 'Print Cards' }).click()
  await select(head, 'Section', '7-B')
  // The list of the section is there.
  await expect(head.getByText(/^\d+ of 30 without a photo$/)).toBeVisible()
  const rows = table(head).getByRole('checkbox', { name: /^Choose / })
  await rows.nth(0).check()
  await rows.nth(2).check()
  await head
    .getByRole('button', { name: /^View card: / })
    .first()
    .click()
  const card = head.getByRole('dialog', { name: /^Card of / })
  await expect(card.getByRole('article', { name: /^ID card of / })).toBeVisible()
  await accessible(head)
  await card.getByRole('button', { name: 'Close' }).click()
  await select(head, 'Design', new RegExp(title))
  await select(head, 'Paper', 'One card side per page')
  // Neither has a photo, and the button says what that comes to before it is pressed.
  await select(head, 'Those without a photo', 'Leave them out')
  await expect(head.getByRole('button', { name: 'Make 0 chosen cards' })).toBeVisible()
  await select(head, 'Those without a photo', /^Print/)
  await head.getByRole('button', { name: 'Make 2 chosen cards' }).click()
  const { pages, texts } = await stack(head)
  expect(pages).toEqual(Array.from({ length: 4 }, () => ({ width: 153, height: 243 })))
  expect(texts[0]).toMatch(/Guardian/)
  expect(texts[1]).toContain('Carry it every day.')

  await head.goto('/lcidcard?tab=designs')
  await head.getByRole('button', { name: `Delete ${title}` }).click()
  await head.getByRole('dialog').getByRole('button', { name: 'Delete Design' }).click()
  await expect(head.getByText(`${title} was deleted.`)).toBeVisible()
  await expect(head.getByRole('region', { name: title })).toBeHidden()
  await head.goto('/lcidcard')
  await expect(head.getByRole('grid', { name: 'EARLIER CARDS' })).toContainText(
    'Chosen students · 2 cards on pages of their size',
  )
})

test('those who work for the school have cards too; their photo comes with the user’s form', async () => {
  await head.goto('/users')
  await head.getByRole('searchbox', { name: 'Search' }).fill('Shubhangi')
  await head.getByRole('button', { name: 'Edit User: Shubhangi More' }).click()
  const dialog = head.getByRole('dialog', { name: 'Edit User' })
  await upload(head, dialog.getByRole('button', { name: /^(Choose|Change) Photo$/ }))
  await expect(dialog.getByRole('img', { name: 'The photo' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Update User' }).click()
  await expect(head.getByText('User Was Successfully Updated!')).toBeVisible()
  await head.goto('/lcidcard')
  await head.getByRole('group', { name: 'Cards of' }).getByRole('button', { name: 'Staff' }).click()
  await head.getByRole('searchbox', { name: 'Search name, e-mail, phone' }).fill('shubhangi')
  await expect(table(head).getByRole('img', { name: 'Photo of Shubhangi More' })).toBeVisible()
  await table(head).getByRole('checkbox', { name: 'Choose Shubhangi More' }).check()
  await head.getByRole('button', { name: 'Make 1 chosen card' }).click()
  const { pages, texts } = await stack(head)
  expect(pages).toHaveLength(2)
  expect(texts[0]).toMatch(/Shubhangi More[\s\S]*Accounts/)
})
