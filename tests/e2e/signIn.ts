import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, type BrowserContextOptions, expect, type Page } from '@playwright/test'
import PostalMime from 'postal-mime'
import { codeExchange, passwordSignIn, type Tokens } from '#scripts/codeExchange.ts'
import { addStaffUser } from './createSchool.ts'
import { demoPassword } from './demoPassword.ts'
import { ensureOwnPassword } from './ensureOwnPassword.ts'
import { graphqlClient } from './graphqlClient.ts'
import { uniqueTag } from './unique.ts'

/** The key under which the browser stores a signed-in user's tokens. */
export const tokenKeyPattern = /^oidc\.user:/

/** Adds a user to the first demo school. The first password is the phone number. */
export async function addTestUser(values: { phone?: string } = {}): Promise<{ id: string; email: string; phone: string }> {
  const phone = values.phone ?? '9812345678'
  const email = `person.${uniqueTag()}@signin.test`
  const id = await addStaffUser({ executeInSchool: executeAsAdmin }, { name: 'Asha Test', email, phone, role: 'TEACHER' })
  return { id, email, phone }
}

let tokens: Promise<Tokens> | undefined

/** Returns the tokens of the demo's admin. Requests them once, because sign-ins from one address are limited. */
export function adminTokens(): Promise<Tokens> {
  const url = process.env.E2E_URL ?? ''
  tokens ??= passwordSignIn(url, { email: 'admin@shala.test', password: demoPassword }).then((cookie) =>
    codeExchange(url, cookie),
  )
  return tokens
}

/** Runs a GraphQL document with `input` as the admin of the first demo school. */
export async function executeAsAdmin<Data>(document: string, input: object): Promise<Data> {
  return graphqlClient((await adminTokens()).accessToken)<Data>(document, { schoolId: '1', input })
}

/** Fills in and submits the sign-in form. Makes a first password the account's own one before. */
export async function submitSignIn(page: Page, email: string, password: string, rememberMe = false): Promise<void> {
  await ensureOwnPassword(email, password)
  await submitFirstSignIn(page, email, password, rememberMe)
}

/** Fills in and submits the sign-in form; the account may still have its first password. */
export async function submitFirstSignIn(page: Page, email: string, password: string, rememberMe = false): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  if (rememberMe) await page.getByLabel('Remember me').check()
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** Opens the sign-in page and submits the form, without waiting for the result. */
export async function attemptSignIn(page: Page, email: string, password: string, rememberMe = false): Promise<void> {
  // A page whose session has just ended is on its way to '/', which may interrupt this.
  await expect(() => page.goto('/login')).toPass()
  await submitSignIn(page, email, password, rememberMe)
}

/** Signs in and waits until the page has left the sign-in. */
export async function signIn(page: Page, email = 'admin@shala.test', password = demoPassword, rememberMe = false): Promise<void> {
  await attemptSignIn(page, email, password, rememberMe)
  await expect(page).not.toHaveURL(/\/login$/)
}

/** Opens a page in a new browser context and signs in. The caller closes the context. */
export async function openSignedInPage(
  browser: Browser,
  email: string,
  password: string,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const context = await browser.newContext({ baseURL: process.env.E2E_URL ?? '', ...options })
  const page = await context.newPage()
  await signIn(page, email, password)
  return page
}

/** Returns the account menu's button, which is shown while somebody is signed in. */
export const accountButton = (page: Page) => page.getByRole('button', { name: /^Account of / })

export async function logout(page: Page): Promise<void> {
  await accountButton(page).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
}

/**
 * Returns the keys of what the page's storage holds of a person, and the stored choice of Remember me. That the fonts
 * have been loaded is remembered too, and says nothing of anybody.
 */
export function readStorage(page: Page): Promise<{ local: string[]; session: string[]; rememberMe: string | null }> {
  return page.evaluate(() => ({
    local: Object.keys(localStorage).filter((key) => key !== 'fonts'),
    session: Object.keys(sessionStorage),
    rememberMe: localStorage.getItem('rememberMe'),
  }))
}

/** Runs a function with a page in a new browser context, and closes the context. */
export async function withNewPage(browser: Browser, run: (page: Page) => Promise<void>): Promise<void> {
  const context = await browser.newContext({ baseURL: process.env.E2E_URL ?? '' })
  await run(await context.newPage())
  await context.close()
}

/** Waits for a mail to an address, and returns the latest one. */
export async function waitForMail(address: string): Promise<{ text: string; subject: string; from: string }> {
  const folder = join(process.env.E2E_DATA_DIR ?? '', 'mail')
  let name: string | undefined
  await expect(() => {
    name = readdirSync(folder).findLast((file) => file.includes(address))
    expect(name).toBeTruthy()
  }).toPass()
  const mail = await PostalMime.parse(readFileSync(join(folder, name ?? '')))
  return { text: mail.text ?? '', subject: mail.subject ?? '', from: mail.from?.address ?? '' }
}
