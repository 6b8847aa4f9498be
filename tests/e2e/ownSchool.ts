import AxeBuilder from '@axe-core/playwright'
import { type Browser, expect, type Locator, type Page } from '@playwright/test'
import { settlePassword } from './settledPassword.ts'

/** A page of its own with the demo's super administrator signed in; the caller closes its context. */
export async function superadmin(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ baseURL: process.env.E2E_URL ?? '' })
  const page = await context.newPage()
  await signIn(page, 'superadmin@shala.test', '9876543210')
  await expect(page).toHaveURL(/\/schools$/)
  return page
}

export async function signIn(page: Page, email: string, password: string): Promise<void> {
  await settlePassword(email, password)
  await page.goto('/login')
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).not.toHaveURL(/\/login$/)
}

/** Adds a school through the form, with these switches on, and answers its name. The demo schools are shared with other tests. */
export async function addSchool(page: Page, name: string, switches: readonly string[] = []): Promise<string> {
  await page.goto('/schools?tab=add')
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
  await page.getByRole('textbox', { name: 'Admin Phone' }).fill('9876543210')
  await page.getByRole('textbox', { name: 'First Term' }).fill('2026-27')
  await page.getByRole('textbox', { name: 'Sender ID' }).fill('NEWSCH')
  for (const label of switches) await page.getByRole('switch', { name: label, exact: true }).check()
  await page.getByRole('button', { name: 'Add School' }).click()
  await expect(page.getByText('School Added Successfully!')).toBeVisible()
  return name
}

/** Makes a school the active one. */
export async function chooseSchool(page: Page, name: string): Promise<void> {
  await page.goto('/schools')
  await page.getByRole('searchbox', { name: 'Search schools' }).fill(name)
  await page.getByRole('list', { name: 'Schools' }).getByRole('button', { name }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page.getByRole('banner')).toContainText(`${name} - Current Term: 2026-27`)
}

/**
 * Nothing axe calls serious or critical, once what opens has opened: a dialog that fades in has no contrast yet. Messages that
 * fade in and out are judged by their own test.
 *
 * What axe calls legacy hands no results from page to page, which only frames of other sites need: a list of students took 10 s, and
 * takes 2 s.
 * @param where what it is about, for who reads the failure: a tab, a colour scheme
 */
export async function accessible(page: Page, where = ''): Promise<void> {
  expect(await seriousFindings(page), where).toEqual([])
}

/**
 * What {@link accessible} would complain of: the rule and the first element, for each.
 * @param rules those that are asked alone, by axe's names
 */
export async function seriousFindings(page: Page, rules?: string[]): Promise<string[]> {
  await expect.poll(() => page.evaluate(moving)).toBe(0)
  const axe = new AxeBuilder({ page })
    .setLegacyMode(true)
    .options({ resultTypes: ['violations'], ...(rules && { runOnly: rules }) })
    .exclude('.notistack-SnackbarContainer')
  const { violations } = await axe.analyze()
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  return serious.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
}

/** How many animations run in the page, once it has been drawn again; those without an end are left out. */
async function moving(): Promise<number> {
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  return document
    .getAnimations()
    .filter((one) => one.playState === 'running' && one.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY).length
}

/** No screen is wider than a phone. */
export async function fitsPhone(page: Page): Promise<void> {
  await page.setViewportSize({ width: 360, height: 740 })
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  await page.setViewportSize({ width: 1280, height: 800 })
}

/**
 * Chooses an option of a combobox by typing. Types again until the option was pressed, because a field that loses the focus drops
 * what was typed: options that arrive redraw the list, and a dialog that closes takes the focus a moment later.
 * @param exact false where the option's name says more than what is typed
 */
export async function chooseTyped(combobox: Locator, option: string, { exact = true } = {}): Promise<void> {
  await expect(async () => {
    await combobox.fill(option)
    await combobox.page().getByRole('option', { name: option, exact }).first().click({ timeout: 5000 })
  }).toPass()
}
