import { readFile } from 'node:fs/promises'
import { expect, type Locator, type Page } from '@playwright/test'
import { demoYear } from '#development/demo/schoolYear.ts'
import { schoolDay } from '#shared/dates.ts'
import sharp from 'sharp'
import { pdfText } from '../pdfText.ts'
import { expectAccessible } from './accessibility.ts'
import { demoPassword } from './demoPassword.ts'
import { expectFitsPhone } from './pageWidth.ts'
import { openSignedInPage } from './signIn.ts'
import { choose, expectChosen } from './fields.ts'
import { test } from './test.ts'
import { uniqueTag } from './unique.ts'

test.describe.configure({ mode: 'serial' })

let head: Page

test.beforeAll(async ({ browser }) => {
  head = await openSignedInPage(browser, 'admin@shala.test', demoPassword)
})
test.afterAll(() => head.context().close())

const peopleTable = (page: Page) => page.getByRole('grid', { name: /STUDENTS|STAFF/ })
const createPhoto = () =>
  sharp({ create: { width: 400, height: 500, channels: 3, background: '#88aacc' } })
    .png()
    .toBuffer()

async function chooseOption(page: Page, label: string, option: string | RegExp) {
  await choose(page.getByRole('combobox', { name: label }), option)
}

/** Runs in the page. Returns the font families that it has loaded or may load for Latin letters. */
function latinFontFamilies(): string[] {
  const latin = [...document.fonts].filter(({ unicodeRange }) => /U\+0(-|$)|U\+0000|U\+0-10FFFF/i.test(unicodeRange))
  return [...new Set(latin.map(({ family }) => family.replaceAll('"', '')))]
}

/** Clicks a button that opens the file dialog, and chooses a picture. */
async function uploadPhoto(page: Page, button: Locator) {
  const fileChooser = page.waitForEvent('filechooser')
  await button.click()
  await (await fileChooser).setFiles({ name: 'photo.png', mimeType: 'image/png', buffer: await createPhoto() })
}

/** Waits for the ordered cards, downloads their PDF and reads it. */
async function downloadCards(page: Page) {
  await expect(page).toHaveURL(/\/lcidcard\?job=\d+$/)
  const button = page.getByRole('button', { name: 'PDF', exact: true })
  await expect(button).toBeVisible()
  const download = page.waitForEvent('download')
  await button.click()
  const file = await download
  return { name: file.suggestedFilename(), ...(await pdfText(await readFile(await file.path()))) }
}

test('a missing photo is added, and a section’s cards are made on sheets with their backs @main @idcards', async () => {
  await head.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'ID Cards' }).click()
  await expect(head.getByRole('tab')).toHaveText(['Print Cards', 'Designs'])
  await expect(head.getByRole('button', { name: /^Make \d+ cards$/ })).toBeVisible()
  // The cards' Latin letters have their own font family, because in the page's family they would change the product.
  await expect.poll(async () => (await head.evaluate(latinFontFamilies)).sort()).toEqual(['Noto Sans Shala', 'Paper Latin'])
  await expectAccessible(head)
  await expectFitsPhone(head)
  await chooseOption(head, 'Class', '7')
  await chooseOption(head, 'Section', '7-A')
  const missingPhotos = head.getByText(/^\d+ of 30 without a photo$/)
  const missingCount = Number.parseInt((await missingPhotos.textContent()) ?? '', 10)
  expect(missingCount).toBeGreaterThan(0)
  // The rows before stay, dimmed, until those of the section are there.
  await expect(peopleTable(head)).not.toContainText('1-A')
  const addPhotoButton = peopleTable(head)
    .getByRole('button', { name: /^Add photo of / })
    .first()
  const name = ((await addPhotoButton.getAttribute('aria-label')) ?? '').slice('Add photo of '.length)
  await uploadPhoto(head, addPhotoButton)
  // The server decodes and shrinks one picture at a time, which may take long.
  await expect(head.getByText(`${name} has a photo now.`)).toBeVisible()
  await expect(head.getByText(`${missingCount - 1} of 30 without a photo`)).toBeVisible()

  await chooseOption(head, 'Those without a photo', 'Leave them out')
  await head.getByRole('button', { name: `Make ${31 - missingCount} cards` }).click()
  const { pages, texts, name: file } = await downloadCards(head)
  expect(file).toBe('id-cards-7-A.pdf')
  expect(pages).toHaveLength(2 * Math.ceil((31 - missingCount) / 10))
  expect(texts.filter((text) => text.includes('fronts'))).toHaveLength(pages.length / 2)
  expect(texts.join(' ')).toContain(name)
  expect(texts[0]).toContain(`Valid until 31 Mar ${demoYear(schoolDay(new Date())) + 1}`)
  await expect(head.getByText('flipped on the long edge, at 100 %', { exact: false })).toBeVisible()
  await expectAccessible(head)
  await head.getByRole('button', { name: 'Make again' }).click()
  await expect(head.getByRole('button', { name: `Make ${31 - missingCount} cards` })).toBeVisible()
  await expectChosen(head.getByRole('combobox', { name: 'Section' }), '7-A')
})

test('a design is previewed while it is edited, and cards of chosen students use it, one side a page', async () => {
  await head.goto('/lcidcard?tab=designs')
  await head.getByRole('button', { name: 'Add Design' }).click()
  const dialog = head.getByRole('dialog', { name: 'Add Design' })
  const designName = `Portrait ${uniqueTag()}`
  await dialog.getByRole('textbox', { name: 'Name' }).fill(designName)
  await chooseOption(head, 'Layout', /^Portrait/)
  await dialog.getByRole('textbox', { name: 'Colour', exact: true }).fill('#7a1f2b')
  await dialog.getByRole('checkbox', { name: 'Guardian', exact: true }).check()
  await dialog.getByRole('checkbox', { name: 'Blood group' }).uncheck()
  await dialog.getByRole('button', { name: 'Guardian: up', exact: true }).click()
  const front = dialog.getByRole('article', { name: /^ID card of/, includeHidden: true })
  await expect(front).toContainText('Guardian')
  await expect(front).not.toContainText('Blood group')
  await dialog.getByRole('textbox', { name: 'Text on the back' }).fill('Carry it every day.')
  await expect(dialog.getByRole('article', { name: /^Back of/, includeHidden: true })).toContainText('Carry it every day.')
  await expectAccessible(head)
  await dialog.getByRole('button', { name: 'Add Design' }).click()
  await expect(head.getByText(`${designName} was added.`)).toBeVisible()
  await expect(head.getByRole('region', { name: designName })).toContainText('Students · Portrait')
  await expectFitsPhone(head)

  await head.getByRole('tab', { name: 'Print Cards' }).click()
  await chooseOption(head, 'Section', '7-B')
  // Waits for the section's list.
  await expect(head.getByText(/^\d+ of 30 without a photo$/)).toBeVisible()
  const rows = peopleTable(head).getByRole('checkbox', { name: /^Choose / })
  await rows.nth(0).check()
  await rows.nth(2).check()
  await head
    .getByRole('button', { name: /^View card: / })
    .first()
    .click()
  const cardDialog = head.getByRole('dialog', { name: /^Card of / })
  await expect(cardDialog.getByRole('article', { name: /^ID card of / })).toBeVisible()
  await expectAccessible(head)
  await cardDialog.getByRole('button', { name: 'Close' }).click()
  await chooseOption(head, 'Design', new RegExp(designName))
  await chooseOption(head, 'Paper', 'One card side per page')
  // Neither student has a photo, and the button shows the number of cards.
  await chooseOption(head, 'Those without a photo', 'Leave them out')
  await expect(head.getByRole('button', { name: 'Make 0 chosen cards' })).toBeVisible()
  await chooseOption(head, 'Those without a photo', /^Print/)
  await head.getByRole('button', { name: 'Make 2 chosen cards' }).click()
  const { pages, texts } = await downloadCards(head)
  expect(pages).toEqual(Array.from({ length: 4 }, () => ({ width: 153, height: 243 })))
  expect(texts[0]).toMatch(/Guardian/)
  expect(texts[1]).toContain('Carry it every day.')

  await head.goto('/lcidcard?tab=designs')
  await head.getByRole('button', { name: `Delete ${designName}` }).click()
  await head.getByRole('dialog').getByRole('button', { name: 'Delete Design' }).click()
  await expect(head.getByText(`${designName} was deleted.`)).toBeVisible()
  await expect(head.getByRole('region', { name: designName })).toBeHidden()
  await head.goto('/lcidcard')
  await expect(head.getByRole('grid', { name: 'EARLIER CARDS' })).toContainText(
    'Chosen students · 2 cards on pages of their size',
  )
})

test('staff have cards too, with the photo from the user’s form', async () => {
  await head.goto('/users')
  await head.getByRole('searchbox', { name: 'Search' }).fill('Shubhangi')
  await head.getByRole('button', { name: 'Edit User: Shubhangi More' }).click()
  const dialog = head.getByRole('dialog', { name: 'Edit User' })
  await uploadPhoto(head, dialog.getByRole('button', { name: /^(Choose|Change) Photo$/ }))
  await expect(dialog.getByRole('img', { name: 'The photo' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Update User' }).click()
  await expect(head.getByText('User Was Successfully Updated!')).toBeVisible()
  await head.goto('/lcidcard')
  await head.getByRole('group', { name: 'Cards of' }).getByRole('button', { name: 'Staff' }).click()
  await head.getByRole('searchbox', { name: 'Search name, e-mail, phone' }).fill('shubhangi')
  await expect(peopleTable(head).getByRole('img', { name: 'Photo of Shubhangi More' })).toBeVisible()
  await peopleTable(head).getByRole('checkbox', { name: 'Choose Shubhangi More' }).check()
  await head.getByRole('button', { name: 'Make 1 chosen card' }).click()
  const { pages, texts } = await downloadCards(head)
  expect(pages).toHaveLength(2)
  expect(texts[0]).toMatch(/Shubhangi More[\s\S]*Accounts/)
})
