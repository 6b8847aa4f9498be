import { type Browser, expect, type Page } from '@playwright/test'
import { demoPassword } from './demoPassword.ts'
import { openSignedInPage } from './signIn.ts'
import { currentTerm } from './terms.ts'

/** Signs the demo's super administrator in on a page in a new browser context. The caller closes the context. */
export async function openSuperadminPage(browser: Browser): Promise<Page> {
  const page = await openSignedInPage(browser, 'superadmin@shala.test', demoPassword)
  await expect(page).toHaveURL(/\/schools$/)
  return page
}

/** Adds a school with the form, so that a test has one for itself, and returns its name. */
export async function addSchool(page: Page, name: string, switches: readonly string[] = []): Promise<string> {
  await page.goto('/schools?tab=add')
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
  await page.getByRole('textbox', { name: 'Admin Phone' }).fill('9876543210')
  await page.getByRole('textbox', { name: 'First Term' }).fill(currentTerm)
  await page.getByRole('textbox', { name: 'Sender ID' }).fill('NEWSCH')
  for (const label of switches) await page.getByRole('switch', { name: label, exact: true }).check()
  await page.getByRole('button', { name: 'Add School' }).click()
  await expect(page.getByText('School Added Successfully!')).toBeVisible()
  return name
}

/** Makes a school the super administrator's active one. */
export async function chooseSchool(page: Page, name: string, term = currentTerm): Promise<void> {
  await page.goto('/schools')
  await page.getByRole('searchbox', { name: 'Search schools' }).fill(name)
  await page.getByRole('list', { name: 'Schools' }).getByRole('button', { name }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page.getByRole('banner')).toContainText(`${name} - Current Term: ${term}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
}
