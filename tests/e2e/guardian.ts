import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createHash, randomBytes } from 'node:crypto'
import { type BrowserContext, expect, type Page } from '@playwright/test'
import type { CreatedSchool } from './createSchool.ts'
import { queryDatabase } from './queryDatabase.ts'
import { addSmsTemplate } from './smsTemplate.ts'

/** Registers the text with which a school sends codes by SMS. */
export async function addCodeTemplate(school: CreatedSchool): Promise<void> {
  await addSmsTemplate(school, 'SIGN_IN_CODE', '{{code}} is your code for Shala.')
}

/** Returns the newest code that the SMS stand-in has taken for a phone; empty before the first. */
async function newestCode(phone: string): Promise<string> {
  const file = join(process.env.E2E_DATA_DIR ?? '', 'messages/sms.jsonl')
  const lines = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n').filter(Boolean) : []
  const messages = lines.map((line) => JSON.parse(line) as { to?: string; values?: string[] })
  return messages.filter(({ to }) => to === `91${phone}`).at(-1)?.values?.[0] ?? ''
}

/**
 * Waits until the SMS stand-in has taken a code for a phone that one device asked for, and returns it: eight digits.
 */
export async function sentCode(phone: string): Promise<string> {
  await expect.poll(() => newestCode(phone)).toMatch(/^\d{8}$/)
  return newestCode(phone)
}

/** Signs a guardian in on the page of families, as a person does. */
export async function signInGuardian(page: Page, phone: string): Promise<void> {
  await page.goto('/family')
  await page.getByLabel('Phone, 10 digits').fill(phone)
  await page.getByRole('button', { name: 'Get a code' }).click()
  await expect(page.getByRole('heading', { name: 'Type the code' })).toBeVisible()
  await page.getByLabel('Code').fill(await sentCode(phone))
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** Signs a guardian in on a context's pages without a code. */
export async function enterAsGuardian(context: BrowserContext, phone: string): Promise<void> {
  const token = randomBytes(32).toString('base64url')
  await queryDatabase(
    `insert into guardian_sessions (token_hash, phone, device, expires_at) values ($1, $2, 'Phone', now() + interval '1 day')`,
    [createHash('sha256').update(token).digest(), phone],
  )
  await context.addCookies([
    { name: 'shala.family', value: token, url: process.env.E2E_URL ?? '', httpOnly: true, sameSite: 'Lax' },
  ])
}
