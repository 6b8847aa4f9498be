import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, expect, type Page } from '@playwright/test'
import PostalMime from 'postal-mime'
import { codeExchange, passwordSignIn, type Tokens } from '#scripts/codeExchange.ts'
import { settlePassword } from './settledPassword.ts'

export const demoPassword = '9876543210'
export const tokensKey = /^oidc\.user:/

/** A new user of the first demo school, with the phone number as password. */
export async function newUser(given: { phone?: string } = {}): Promise<{ id: string; email: string; phone: string }> {
  const phone = given.phone ?? '9812345678'
  const email = `person.${Date.now()}.${Math.floor(Math.random() * 1e6)}@signin.test`
  const input = {
    name: 'Asha Test',
    email,
    phone,
    role: 'TEACHER',
    password: '',
    classIds: [],
    zoomId: '',
    zoomPassword: '',
    zoomLink: '',
  }
  const { addUser } = await asAdmin<{ addUser: { id: string } }>(
    'mutation Add($schoolId: ID!, $input: NewUser!) { addUser(schoolId: $schoolId, input: $input) { id } }',
    input,
  )
  return { id: addUser.id, email, phone }
}

let tokens: Promise<Tokens> | undefined

/** Those of the demo's admin; asked for once, because sign-ins from one address are limited. */
export function adminTokens(): Promise<Tokens> {
  const url = process.env.E2E_URL ?? ''
  tokens ??= passwordSignIn(url, { email: 'admin@shala.test', password: demoPassword }).then((cookie) =>
    codeExchange(url, cookie),
  )
  return tokens
}

export async function asAdmin<Data>(query: string, input: unknown): Promise<Data> {
  const url = process.env.E2E_URL ?? ''
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${(await adminTokens()).accessToken}` },
    body: JSON.stringify({ query, variables: { schoolId: '1', input } }),
  })
  const { data, errors } = (await response.json()) as { data?: Data; errors?: { message: string }[] }
  if (!data || errors) throw new Error(errors?.[0]?.message ?? `the server answered ${response.status}`)
  return data
}

/** Fills in the form; the account counts as having chosen its password. */
export async function fill(page: Page, email: string, password: string, rememberMe = false): Promise<void> {
  await settlePassword(email, password)
  await fillFirst(page, email, password, rememberMe)
}

/** Fills in the form, for somebody who has no password yet. */
export async function fillFirst(page: Page, email: string, password: string, rememberMe = false): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  if (rememberMe) await page.getByLabel('Remember me').check()
  await page.getByRole('button', { name: 'Sign in' }).click()
}

export async function signIn(page: Page, email = 'admin@shala.test', password = demoPassword, rememberMe = false): Promise<void> {
  await page.goto('/login')
  await fill(page, email, password, rememberMe)
  await expect(page).not.toHaveURL(/\/login$/)
}

/** The button of the account menu, which is there as long as somebody is signed in. */
export const account = (page: Page) => page.getByRole('button', { name: /^Account of / })

export async function logout(page: Page): Promise<void> {
  await account(page).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
}

export function storedIn(page: Page): Promise<{ local: string[]; session: string[]; rememberMe: string | null }> {
  return page.evaluate(() => ({
    local: Object.keys(localStorage),
    session: Object.keys(sessionStorage),
    rememberMe: localStorage.getItem('rememberMe'),
  }))
}

export async function withPage(browser: Browser, work: (page: Page) => Promise<void>): Promise<void> {
  const context = await browser.newContext({ baseURL: process.env.E2E_URL ?? '' })
  await work(await context.newPage())
  await context.close()
}

export async function mailTo(address: string): Promise<{ text: string; subject: string; from: string }> {
  const folder = join(process.env.E2E_DATA_DIR ?? '', 'mail')
  let name: string | undefined
  await expect(() => {
    name = readdirSync(folder).findLast((file) => file.includes(address))
    expect(name).toBeTruthy()
  }).toPass({ timeout: 10_000 })
  const mail = await PostalMime.parse(readFileSync(join(folder, name ?? '')))
  return { text: mail.text ?? '', subject: mail.subject ?? '', from: mail.from?.address ?? '' }
}
