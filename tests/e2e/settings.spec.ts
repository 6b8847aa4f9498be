import { expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import { expectAccessible } from './accessibility.ts'
import { expectFitsPhone } from './pageWidth.ts'
import { addSchool, chooseSchool, openSuperadminPage } from './schoolScreens.ts'
import { openSignedInPage } from './signIn.ts'
import { choose, expectChosen } from './fields.ts'
import { test } from './test.ts'
import { uniqueTag } from './unique.ts'
import { currentTerm, termAfter } from './terms.ts'

test.describe.configure({ mode: 'serial' })

const tag = uniqueTag()
const name = `Settings School ${tag}`
const adminEmail = `admin.${tag}@settings.test`
let page: Page

async function openTab(label: string) {
  await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('tab', { name: label }).click()
}

test.beforeAll(async ({ browser }) => {
  page = await openSuperadminPage(browser)
  await addSchool(page, name, ['Many School Names', 'Online Fees', 'QR Code'])
  await chooseSchool(page, name)
})

test.afterAll(() => page.context().close())

test.describe('School Settings', () => {
  test('are changed and stored; the term and the attendance type cannot be changed', async () => {
    await openTab('School Settings')
    await expect(page.getByRole('textbox', { name: 'Current Term' })).toBeDisabled()
    await expect(page.getByRole('textbox', { name: 'Current Term' })).toHaveValue(currentTerm)
    await expect(page.getByRole('textbox', { name: 'Attendance Type' })).toBeDisabled()
    await page.getByRole('textbox', { name: 'Display Minutes' }).fill('30, 45')
    await page.getByRole('textbox', { name: 'Fees Date' }).fill('10')
    await expect(page.getByText('Files: 0 MB of 10.0 GB are used.')).toBeVisible()
    await page.getByRole('textbox', { name: 'Space for Files, MB' }).fill('20000')
    await page.getByRole('textbox', { name: 'Accent Colour', exact: true }).fill('#7B1FA2')
    await page.getByRole('textbox', { name: 'Student Login Email Format' }).fill('{first_name}.{roll}@school.in')
    await page.getByRole('switch', { name: 'Weekly SMS' }).check()
    await choose(page.getByRole('combobox', { name: 'Weekly SMS Day' }), 'Sunday')
    await page.getByRole('switch', { name: 'Buses' }).check()
    const prefix = page.getByRole('textbox', { name: 'Receipt Prefix' })
    await expect(prefix).toBeHidden()
    await page.getByRole('switch', { name: 'Fees Module' }).check()
    await prefix.fill('GV_')
    await prefix.blur()
    await expect(prefix).toHaveAccessibleDescription('At most 12 letters, digits, spaces, - or /')
    await prefix.fill('GV/')
    await expect(prefix).toHaveAccessibleDescription(/^New receipts are numbered as GV\/\d{4}-\d{2}\/1$/)
    await page.getByRole('button', { name: 'Update School' }).click()
    await expect(page.getByText('School Updated Successfully!')).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Buses' })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('textbox', { name: 'Display Minutes' })).toHaveValue('30, 45')
    await expect(page.getByRole('textbox', { name: 'Fees Date' })).toHaveValue('10')
    await expect(page.getByRole('textbox', { name: 'Space for Files, MB' })).toHaveValue('20000')
    await expect(page.getByText('Files: 0 MB of 20.0 GB are used.')).toBeVisible()
    await expect(prefix).toHaveValue('GV/')
    await expect(page.getByRole('textbox', { name: 'Accent Colour', exact: true })).toHaveValue('#7b1fa2')
    await expectChosen(page.getByRole('combobox', { name: 'Weekly SMS Day' }), 'Sunday')
    await expectAccessible(page)
    await expectFitsPhone(page)
  })

  test('the login format is cleared when its last module is switched off', async () => {
    const format = page.getByRole('textbox', { name: 'Student Login Email Format' })
    await expect(format).toHaveValue('{first_name}.{roll}@school.in')
    await page.getByRole('switch', { name: 'QR Code' }).uncheck()
    await expect(format).toBeDisabled()
    await page.getByRole('button', { name: 'Update School' }).click()
    await expect(page.getByText('School Updated Successfully!').first()).toBeVisible()
    await expect(format).toHaveValue('')
  })

  test('only changed fields are sent', async () => {
    const sent = page.waitForRequest((request) => request.postData()?.includes('UpdateSchool') === true)
    await page.getByRole('textbox', { name: 'Description' }).fill('Changed')
    await page.getByRole('button', { name: 'Update School' }).click()
    const { variables } = (await sent).postDataJSON() as { variables: { input: object } }
    expect(variables.input).toEqual({ description: 'Changed' })
  })

  test('a logo is uploaded, converted, stored with the settings, and removed', async () => {
    const picture = await sharp({
      create: { width: 300, height: 200, channels: 4, background: { r: 10, g: 90, b: 160, alpha: 0.7 } },
    })
      .png()
      .toBuffer()
    const field = page.getByRole('group', { name: 'Logo' })
    await field.locator('input[type=file]').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: picture })
    await expect(field.getByRole('img', { name: 'Logo' })).toBeVisible()
    await page.getByRole('button', { name: 'Update School' }).click()
    await expect(page.getByText('School Updated Successfully!').first()).toBeVisible()
    await page.reload()
    const shown = field.getByRole('img', { name: 'Logo' })
    await expect(shown).toBeVisible()
    const url = (await shown.getAttribute('src')) ?? ''
    const file = await page.request.get(url)
    expect(file.headers()).toMatchObject({ 'content-type': 'image/webp', 'x-content-type-options': 'nosniff' })
    expect(file.headers()['content-security-policy']).toBe("sandbox; default-src 'none'")
    await field.getByRole('button', { name: 'Remove Logo' }).click()
    await page.getByRole('button', { name: 'Update School' }).click()
    await expect(field.getByRole('button', { name: 'Choose Logo' })).toBeVisible()
    await expect(async () => expect((await page.request.get(url)).status()).toBe(404)).toPass()
  })

  test('the school’s details on papers and the head’s signature are stored with the settings', async () => {
    const papers = page.getByRole('region', { name: 'On papers' })
    const udise = papers.getByRole('textbox', { name: 'UDISE no.' })
    await papers.getByRole('textbox', { name: 'Village / town' }).fill('Wai')
    await udise.fill('2731')
    await udise.blur()
    await expect(udise).toHaveAccessibleDescription('A UDISE number has exactly 11 digits')
    await udise.fill('27310100101')
    const field = page.getByRole('group', { name: 'Signature of the Head' })
    const strokes =
      '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="120"><path d="M10 90 Q90 -40 120 80 T230 60 T390 40" fill="none" stroke="#123" stroke-width="6"/></svg>'
    const picture = await sharp(Buffer.from(strokes)).png().toBuffer()
    await field.locator('input[type=file]').setInputFiles({ name: 'head.png', mimeType: 'image/png', buffer: picture })
    await expect(field.getByRole('img', { name: 'Signature' })).toBeVisible()
    await page.getByRole('button', { name: 'Update School' }).click()
    await expect(page.getByText('School Updated Successfully!').first()).toBeVisible()
    await page.reload()
    await expect(udise).toHaveValue('27310100101')
    await expect(papers.getByRole('textbox', { name: 'Village / town' })).toHaveValue('Wai')
    const shown = field.getByRole('img', { name: 'Signature' })
    await expect(shown).toBeVisible()
    expect((await page.request.get((await shown.getAttribute('src')) ?? '')).headers()['content-type']).toBe('image/webp')
    await expectAccessible(page)
    await expectFitsPhone(page)
  })

  test('a file that is no picture is refused with a message', async () => {
    const field = page.getByRole('group', { name: 'Logo' })
    const input = field.locator('input[type=file]')
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
    await input.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: svg })
    await expect(field.getByText(/^Upload failed: 415 - The file is not what its name says: PNG was expected/)).toBeVisible()
    await input.setInputFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: svg })
    await expect(field.getByText('Please choose a picture: PNG, JPEG or WebP.')).toBeVisible()
    await input.setInputFiles({ name: 'empty.png', mimeType: 'image/png', buffer: Buffer.alloc(0) })
    await expect(field.getByText('Invalid file object')).toBeVisible()
    await page.route('**/files/upload/**', (route) => route.abort())
    await input.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: svg })
    await expect(field.getByText('Network request failed')).toBeVisible()
    await page.unroute('**/files/upload/**')
  })
})

test.describe('Terms Settings', () => {
  test('a term is added, and made current, which the top bar shows', async () => {
    await openTab('Terms Settings')
    await page.getByRole('button', { name: 'Add Term' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add Term' })
    await dialog.getByRole('textbox', { name: 'Term Name' }).fill(termAfter)
    await dialog.getByRole('button', { name: 'Add Term' }).click()
    await expect(page.getByText('Term Added Successfully!')).toBeVisible()
    const terms = page.getByRole('list', { name: 'Terms' }).getByRole('listitem')
    await expect(terms).toHaveCount(2)
    await expect(terms.nth(0)).toContainText(new RegExp(`${currentTerm}.*Current`))
    await expectAccessible(page)
    await expectFitsPhone(page)
    await page.getByRole('button', { name: `Make Current: ${termAfter}` }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Make Current' }).click()
    await expect(page.getByRole('banner')).toContainText(`${name} - Current Term: ${termAfter}`)
    await expect(terms.nth(1)).toContainText(new RegExp(`${termAfter}.*Current`))
    await expect(page.getByRole('button', { name: `Make Current: ${currentTerm}` })).toBeVisible()
  })

  test('an existing term name is refused at its field, and a renamed term shows in the top bar', async () => {
    await page.getByRole('button', { name: 'Add Term' }).click()
    const adding = page.getByRole('dialog', { name: 'Add Term' })
    await adding.getByRole('textbox', { name: 'Term Name' }).fill(currentTerm)
    await adding.getByRole('button', { name: 'Add Term' }).click()
    await expect(adding.getByRole('textbox', { name: 'Term Name' })).toHaveAccessibleDescription(
      'A term with this name exists already',
    )
    await adding.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: `Edit ${termAfter}` }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit Term' })
    await dialog.getByRole('textbox', { name: 'Term Name' }).fill('2027-2028')
    await dialog.getByRole('button', { name: 'Edit Term' }).click()
    await expect(page.getByRole('banner')).toContainText('Current Term: 2027-2028')
  })

  test('the current term cannot be deleted, and an empty one can', async () => {
    await expect(page.getByRole('button', { name: 'Delete 2027-2028' })).toBeDisabled()
    await page.getByRole('button', { name: `Delete ${currentTerm}` }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete Term' }).click()
    await expect(page.getByText('Term Deleted Successfully!')).toBeVisible()
    await expect(page.getByRole('list', { name: 'Terms' }).getByRole('listitem')).toHaveCount(1)
  })
})

test.describe('SMS Names Settings', () => {
  test('every class needs a school name', async () => {
    await openTab('SMS Names Settings')
    await expect(page.getByText('No classes in 2027-2028 yet')).toBeVisible()
    await page.goto('/classes?tab=add')
    // The first forms are those of classes, and they stay when there is one.
    for (const className of ['7', '8']) {
      await page.getByRole('textbox', { name: 'Class' }).fill(className)
      const added = page.waitForResponse((response) => response.request().postData()?.includes('mutation AddClass') === true)
      await page.getByRole('button', { name: 'Add Class' }).click()
      await added
    }
    await openTab('SMS Names Settings')
    await page.getByRole('combobox', { name: 'Class 7' }).fill('Little Stars')
    await page.getByRole('button', { name: 'Save School Names' }).click()
    await expect(page.getByText('All Classes Not Assigned A School Name!')).toBeVisible()
    await page.getByRole('button', { name: `Fill blanks with ${name}` }).click()
    await page.getByRole('button', { name: 'Save School Names' }).click()
    await expect(page.getByText('School Names Updated Successfully!')).toBeVisible()
    await page.reload()
    await expect(page.getByRole('combobox', { name: 'Class 7' })).toHaveValue('Little Stars')
    await expect(page.getByRole('combobox', { name: 'Class 8' })).toHaveValue(name)
    await expectAccessible(page)
    await expectFitsPhone(page)
  })
})

test.describe('Bank Accounts', () => {
  test('an account is added and edited, and its secrets are never sent to the browser', async () => {
    const answers: string[] = []
    page.on('response', async (response) => {
      if (response.url().endsWith('/graphql')) answers.push(await response.text().catch(() => ''))
    })
    await openTab('Bank Accounts')
    await page.getByRole('button', { name: 'Add Account' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Add Account' }).click()
    await expect(dialog.getByText('Required')).toHaveCount(6)
    await dialog.getByLabel('Name', { exact: false }).first().fill('School Fund')
    await dialog.getByLabel('Account Number').fill('00123456789')
    await dialog.getByLabel('IFSC').fill('sbin0001234')
    await dialog.getByLabel('Key ID').fill('gtKFFx')
    await dialog.getByLabel('Key Secret').fill('secret-of-the-gateway')
    await dialog.getByLabel('Miscellaneous Data').fill('misc-of-the-gateway')
    await dialog.getByRole('button', { name: 'Add Account' }).click()
    await expect(page.getByText('Account Updated Successfully!')).toBeVisible()
    const row = page.getByRole('row').filter({ hasText: 'School Fund' })
    await expect(row).toContainText('SBIN0001234')
    await expectAccessible(page)
    await expectFitsPhone(page)

    await row.getByRole('button', { name: /^Edit Account/ }).click()
    await expect(dialog.getByLabel('Key Secret')).toHaveValue('')
    await expect(dialog.getByLabel('Key Secret')).toHaveAccessibleDescription(
      'Saved, but never shown. Leave it empty to keep it.',
    )
    await dialog.getByLabel('Name', { exact: false }).first().fill('Fees Fund')
    await dialog.getByRole('button', { name: 'Update Account' }).click()
    await expect(page.getByRole('row').filter({ hasText: 'Fees Fund' })).toBeVisible()
    expect(answers.join('\n')).not.toMatch(/of-the-gateway/)
  })
})

test('an ADMIN changes only the settings of the school’s own office', async ({ browser }) => {
  await page.goto('/users?tab=add')
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Head of School')
  await page.getByRole('textbox', { name: 'Phone' }).fill('9000000007')
  await page.getByRole('textbox', { name: 'Email' }).fill(adminEmail)
  await choose(page.getByRole('combobox', { name: 'Permissions' }), 'ADMIN')
  await page.getByRole('button', { name: 'Add User' }).click()
  await expect(page.getByText('User Was Successfully Added!')).toBeVisible()

  const admin = await openSignedInPage(browser, adminEmail, '9000000007')
  await admin.goto('/settings')
  await expect(admin.getByRole('tab', { name: 'Bank Accounts' })).toBeDisabled()
  for (const label of ['Chat', 'Buses', 'Online Fees', 'Is Society'])
    await expect(admin.getByRole('switch', { name: label, exact: true })).toBeDisabled()
  await expect(admin.getByRole('textbox', { name: 'Sender ID' })).toBeDisabled()
  await expect(admin.getByRole('textbox', { name: 'Fee Percent' })).toBeDisabled()
  await expect(admin.getByRole('button', { name: 'Choose Logo' })).toBeDisabled()
  await expect(admin.getByRole('textbox', { name: 'Receipt Prefix' })).toBeEnabled()
  const receiptLanguages = admin.getByRole('combobox', { name: 'Receipts are printed in' })
  await expect(receiptLanguages).toHaveValue('EN')
  await receiptLanguages.selectOption({ label: 'मराठी / English' })
  await admin.getByRole('textbox', { name: 'Name', exact: true }).fill(`${name} Pune`)
  await admin.getByRole('button', { name: 'Update School' }).click()
  await expect(admin.getByText('School Updated Successfully!')).toBeVisible()
  await expect(admin.getByRole('banner')).toContainText(`${name} Pune - Current Term`)
  await admin.reload()
  await expect(receiptLanguages).toHaveValue('MR_EN')
  await expectAccessible(admin)
  await admin.context().close()
})
