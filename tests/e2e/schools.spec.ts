import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { demoPassword } from './demoPassword.ts'
import { expectFitsPhone } from './pageWidth.ts'
import { queryDatabase } from './queryDatabase.ts'
import { addSchool, chooseSchool, openSuperadminPage } from './schoolScreens.ts'
import { openSignedInPage } from './signIn.ts'
import { test } from './test.ts'
import { uniqueTag } from './unique.ts'
import { currentTerm } from './terms.ts'

test.describe.configure({ mode: 'serial' })

const tag = uniqueTag()
const name = `Zilla Parishad ${tag}`
let page: Page

test.beforeAll(async ({ browser }) => {
  page = await openSuperadminPage(browser)
})

test.afterAll(() => page.context().close())

test('problems are marked at their fields, and then a school is added with its first term @main @schools @SUPERADMIN', async () => {
  await page.goto('/schools')
  await page.getByRole('tab', { name: 'Add School' }).click()
  await page.getByRole('textbox', { name: 'Description' }).fill('Village school')
  await page.getByRole('textbox', { name: 'Admin Phone' }).fill('98765')
  await page.getByRole('textbox', { name: 'Sender ID' }).fill('ZP')
  await page.getByRole('textbox', { name: 'Fees Date' }).fill('32')
  await page.getByRole('textbox', { name: 'Display Minutes' }).fill('30; 45')
  await page.getByRole('button', { name: 'Add School' }).click()
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveAccessibleDescription('Required')
  await expect(page.getByRole('textbox', { name: 'First Term' })).toHaveAccessibleDescription('Required')
  await expect(page.getByRole('textbox', { name: 'Admin Phone' })).toHaveAccessibleDescription(
    'Phone should have exactly 10 digits.',
  )
  await expect(page.getByRole('textbox', { name: 'Sender ID' })).toHaveAccessibleDescription(/Six letters or digits/)
  await expect(page.getByRole('textbox', { name: 'Fees Date' })).toHaveAccessibleDescription('From 1 to 31')
  await expect(page.getByRole('textbox', { name: 'Display Minutes' })).toHaveAccessibleDescription(/separated by commas/)
  await expect(page.getByRole('textbox', { name: 'Description' })).toHaveValue('Village school')
  await expectAccessible(page)
  await expectFitsPhone(page)

  await addSchool(page, name)
  await expect(page).toHaveURL(/\/schools$/)
  // The list shows fifty, and the other test files add more.
  await page.getByRole('searchbox', { name: 'Search schools' }).fill(name)
  await expect(page.getByRole('list', { name: 'Schools' }).getByRole('button', { name })).toBeVisible()
})

test('what waits behind the pages is listed for whoever runs the installation', async () => {
  await queryDatabase(
    `insert into jobs.job (name, state, completed_on) values ('close-lectures', 'failed', now() - interval '1 hour')`,
    [],
  )
  await page.goto('/schools')
  await page.getByRole('tab', { name: 'Background work' }).click()
  const row = page.getByRole('table', { name: 'Background work' }).getByRole('row', { name: /Job close-lectures/ })
  await expect(row.getByRole('cell').last()).toHaveText(/^[1-9]/)
  await expectAccessible(page)
  await expectFitsPhone(page)
})

test('the student login format is enabled only with a module that students sign in for', async () => {
  await page.goto('/schools?tab=add')
  const format = page.getByRole('textbox', { name: 'Student Login Email Format' })
  await expect(format).toBeDisabled()
  await page.getByRole('switch', { name: 'Buses' }).check()
  await expect(format).toBeDisabled()
  await page.getByRole('switch', { name: 'Chat' }).check()
  await format.fill('{first_name}.{roll}@zp.in')
  await expect(format).toHaveAccessibleDescription('Asha Patil of 7-B, roll 12, signs in as asha.12@zp.in')
  await format.fill('student@zp.in')
  await format.blur()
  await expect(format).toHaveAccessibleDescription(/same address/)
})

test('the list is searched, and choosing a school opens its dashboard', async () => {
  await page.goto('/schools')
  const search = page.getByRole('searchbox', { name: 'Search schools' })
  await expect(search).toBeFocused()
  await search.fill('no such school anywhere')
  await expect(page.getByText('Nothing found')).toBeVisible()
  await search.fill(`${tag} zilla`)
  await expect(page.getByRole('status').filter({ hasText: /^1 of \d+ schools$/ })).toBeVisible()
  await expectAccessible(page)
  await expectFitsPhone(page)
  await search.press('Enter')
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page.getByRole('banner')).toContainText(`${name} - Current Term: ${currentTerm}`)
  await page.goto('/schools')
  await expect(page.getByRole('button', { name: new RegExp(`${name}.*Active`) })).toBeVisible()
})

test('schools are compared side by side, and a figure leads into the school', async () => {
  await page.goto('/schools?tab=compare')
  await page.getByRole('searchbox', { name: 'Search schools' }).fill(`${tag} zilla`)
  const row = page.getByRole('grid', { name: 'Compare schools' }).getByRole('row').filter({ hasText: name })
  await expect(row.getByRole('button', { name: `Students of ${name}: 0` })).toBeVisible()
  await expect(page.getByRole('status', { name: 'Totals' })).toContainText('1 school')
  await expectAccessible(page)
  await page.setViewportSize({ width: 360, height: 740 })
  const card = page.getByRole('list', { name: 'Schools' }).getByRole('listitem').filter({ hasText: name })
  await expect(card.getByRole('button', { name: 'Students 0' })).toBeVisible()
  await expectAccessible(page)
  await expectFitsPhone(page)
  await row.getByRole('button', { name: /^Students of/ }).click()
  await expect(page).toHaveURL(/\/students$/)
  await expect(page.getByRole('banner')).toContainText(name)
})

test('a new school has no modules: the menu does not list Buses, and the screen is disabled', async () => {
  await chooseSchool(page, name)
  const menu = page.getByRole('navigation', { name: 'Menu' })
  await expect(menu.getByRole('link', { name: 'Settings' })).toBeVisible()
  await expect(menu.getByRole('link', { name: 'Buses' })).toBeHidden()
  await page.goto('/buses')
  await expect(page.getByText('This module is disabled. Please contact support to enable')).toBeVisible()
})

test('Is Society needs a confirmation, and moves a school to the list of societies', async () => {
  await chooseSchool(page, name)
  await page.goto('/settings')
  const society = page.getByRole('switch', { name: 'Is Society' })
  await society.click()
  const confirmation = page.getByRole('dialog', { name: 'Make this a society?' })
  await expect(confirmation).toContainText('listed under “Societies”')
  await confirmation.getByRole('button', { name: 'Go Back' }).click()
  await expect(society).not.toBeChecked()
  await society.click()
  await confirmation.getByRole('button', { name: 'Make it a society' }).click()
  await expect(society).toBeChecked()
  await page.getByRole('button', { name: 'Update School' }).click()
  await expect(page.getByText('School Updated Successfully!')).toBeVisible()

  await page.goto('/schools')
  await expect(page.getByRole('list', { name: 'Schools' })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Schools' }).getByRole('button', { name })).toHaveCount(0)
  await page.getByRole('button', { name: 'Societies' }).click()
  await expectAccessible(page)
  await expectFitsPhone(page)
  await page.getByRole('list', { name: 'Societies' }).getByRole('button', { name }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
  await page.goto('/settings')
  await society.click()
  await page.getByRole('button', { name: 'Make it a school' }).click()
  await page.getByRole('button', { name: 'Update School' }).click()
  await expect(page.getByText('School Updated Successfully!')).toBeVisible()
})

test('the list without a school says what to do', async () => {
  await page.route('**/graphql', async (route) => {
    const request = route.request().postDataJSON() as { operationName?: string }
    if (request.operationName === 'Schools') await route.fulfill({ json: { data: { schools: [] } } })
    else await route.continue()
  })
  await page.goto('/schools')
  await expect(page.getByText('No Schools Found. Add a school to continue!')).toBeVisible()
  await page.unroute('**/graphql')
})

test('an admin has no menu item for schools, and is not authorized to view them', async ({ browser }) => {
  const admin = await openSignedInPage(browser, 'admin@shala.test', demoPassword)
  await expect(admin.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Schools' })).toBeHidden()
  await admin.goto('/schools')
  await expect(admin.getByText('Looks Like You Are Not Authorized To View This Area')).toBeVisible()
  await admin.context().close()
})
