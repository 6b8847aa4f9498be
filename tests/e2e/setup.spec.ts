import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { expectFitsPhone } from './pageWidth.ts'
import { addSchool, openSuperadminPage } from './schoolScreens.ts'
import { choose } from './fields.ts'
import { test } from './test.ts'
import { uniqueTag } from './unique.ts'
import { currentTerm } from './terms.ts'

test.describe.configure({ mode: 'serial' })

const name = `New School ${uniqueTag()}`
let page: Page

test.beforeAll(async ({ browser }) => {
  page = await openSuperadminPage(browser)
})

test.afterAll(() => page.context().close())

const step = (title: string) => page.getByRole('listitem', { name: title })
const banner = () => page.getByRole('region', { name: 'Set-up' })

test('a new school links to its set-up: the term is done, users come next @main @setup', async () => {
  await addSchool(page, name, ['Fees Module'])
  await page.getByRole('button', { name: 'Set it up' }).click()
  await expect(page).toHaveURL(/\/setup$/)
  await expect(page.getByRole('status').filter({ hasText: 'steps' })).toHaveText('1 of 5 steps are done')
  await expect(step('1. Term')).toContainText(`${currentTerm} is current`)
  await expect(step('2. Users')).toHaveAttribute('aria-current', 'step')
  await expect(step('2. Users').getByRole('link', { name: 'There is no teacher yet' })).toHaveAttribute('href', '/users?tab=bulk')
  await expect(step('5. Fees').getByRole('link', { name: 'There is no fee category yet' })).toBeVisible()
  await expectAccessible(page)
  await expectFitsPhone(page)
})

test('each step links to its screen, and is done when nothing is missing @main @setup', async () => {
  const addUser = async (role: string, userName: string, phone: string) => {
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill(userName)
    await page.getByRole('textbox', { name: 'Phone' }).fill(phone)
    await page.getByRole('textbox', { name: 'Email' }).fill(`${role}.${uniqueTag()}@setup.test`.toLowerCase())
    await choose(page.getByRole('combobox', { name: 'Permissions' }), role)
    await page.getByRole('button', { name: 'Add User' }).click()
    await expect(page.getByText('User Was Successfully Added!').first()).toBeVisible()
  }
  await step('2. Users').getByRole('link', { name: 'Add User' }).click()
  await expect(page).toHaveURL(/\/users\?tab=add$/)
  await addUser('ADMIN', 'Vasant Kulkarni', '9811111111')
  await page.goto('/users?tab=add')
  await addUser('TEACHER', 'Meera Joshi', '9811111112')
  await page.goto('/setup')
  await expect(step('2. Users')).toContainText('1 admin · 1 teacher')
  await expect(step('3. Classes')).toHaveAttribute('aria-current', 'step')
  await expect(step('2. Users').getByRole('link')).toHaveCount(0)
})

test('the dashboard shows the progress of the set-up until it is hidden', async () => {
  await page.goto('/dashboard')
  await expect(banner()).toContainText('Set-up: 2 of 5 · Next: Classes. There is no class yet.')
  await expectAccessible(page)
  await expectFitsPhone(page)
  await banner().getByRole('link', { name: 'Continue' }).click()
  await expect(page).toHaveURL(/\/setup$/)
  await page.goto('/dashboard')
  await banner().getByRole('button', { name: 'Do not show again' }).click()
  await expect(banner()).toBeHidden()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  await page.waitForLoadState('networkidle')
  await expect(banner()).toBeHidden()
  await page.goto('/setup')
  await page.getByRole('button', { name: 'Show on the dashboard' }).click()
  await expect(page.getByText('The dashboard shows the set-up until all steps are done.')).toBeVisible()
})
