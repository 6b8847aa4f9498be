/**
 * `npm run pictures [-- --only counter,register]`: takes the pictures of README.md and docs/guide/ from the running
 * demo and writes them to docs/pictures/. Exits 1 when a screen does not come to what its picture shows.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { launchBrowser } from '../e2e/browser.ts'
import setup from '../e2e/server.setup.ts'
import { enter, type Known, known, type Role, settled } from './walk.ts'

const folder = join(import.meta.dirname, '../../docs/pictures')
const desktop = { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1 }
const phone = { viewport: { width: 360, height: 720 }, deviceScaleFactor: 2 }

interface Picture {
  /** Name of the file, without `.png`. */
  name: string
  as: Role
  on: typeof desktop
  /** Brings the page to what the picture shows. */
  open: (page: Page, known: Known) => Promise<unknown>
}

const pictures: readonly Picture[] = [
  { name: 'dashboard', as: 'admin', on: desktop, open: (page) => page.goto('/dashboard') },
  { name: 'counter', as: 'fees', on: desktop, open: (page, { debtor }) => page.goto(`/fees?student=${debtor}`) },
  { name: 'register', as: 'teacher', on: phone, open: openRegister },
  { name: 'family', as: 'nobody', on: phone, open: (page, { guardianToken }) => page.goto(`/onlinefees/${guardianToken}`) },
  { name: 'report', as: 'admin', on: desktop, open: makeReport },
  { name: 'receipt', as: 'fees', on: desktop, open: (page, { payment }) => page.goto(`/fees/receipts/${payment}`) },
  { name: 'day-book', as: 'fees', on: desktop, open: (page) => page.goto('/daybook') },
  { name: 'students', as: 'admin', on: desktop, open: (page) => page.goto('/students') },
  { name: 'student', as: 'admin', on: desktop, open: (page, { student }) => page.goto(`/students/${student}`) },
  { name: 'messages', as: 'admin', on: desktop, open: (page) => page.goto('/messages?tab=history') },
  { name: 'classes-today', as: 'teacher', on: phone, open: (page) => page.goto('/teacher') },
  { name: 'month', as: 'admin', on: desktop, open: openMonth },
  { name: 'schools', as: 'superadmin', on: desktop, open: (page) => page.goto('/schools') },
]

async function openRegister(page: Page): Promise<void> {
  await page.goto('/attendance?tab=take')
  await page.getByRole('main').getByRole('listitem').getByRole('link').first().click()
  await page.getByRole('status').filter({ hasText: 'present' }).waitFor()
  // Two absent students, one tap each.
  for (const roll of [3, 6]) await page.getByRole('button', { name: new RegExp(`^${roll} .* Present`) }).click()
}

async function makeReport(page: Page): Promise<void> {
  await page.goto('/reports?tab=fees')
  await page.getByRole('button', { name: 'Make Report' }).click()
  await page.getByRole('article').waitFor({ timeout: 60_000 })
}

async function openMonth(page: Page): Promise<void> {
  await page.goto('/attendance?tab=view')
  await page.getByRole('grid').waitFor()
}

const { values } = parseArgs({ options: { only: { type: 'string' } } })
const only = values.only?.split(',')
const stop = await setup()
const browser = await launchBrowser()
try {
  mkdirSync(folder, { recursive: true })
  const records = await known()
  /** A signed-in page for each role and size: the server limits sign-ins. */
  const pages = new Map<string, Page>()
  const pageOf = async ({ as, on }: Picture): Promise<Page> => {
    const key = `${as} ${on.viewport.width}`
    const signedIn = pages.get(key)
    if (signedIn) return signedIn
    const context = await browser.newContext({
      ...on,
      baseURL: process.env.E2E_URL ?? '',
      serviceWorkers: 'block',
      reducedMotion: 'reduce',
      locale: 'en-IN',
      timezoneId: 'Asia/Kolkata',
    })
    const page = await context.newPage()
    await enter(page, as)
    pages.set(key, page)
    return page
  }
  for (const picture of pictures) {
    if (only && !only.includes(picture.name)) continue
    const page = await pageOf(picture)
    await picture.open(page, records)
    await settled(page)
    await page.mouse.move(0, 0)
    // 64 colours: a screen of text and flat areas loses nothing that an eye sees, and takes a third of the bytes.
    const png = await sharp(await page.screenshot())
      .png({ palette: true, colours: 64 })
      .toBuffer()
    writeFileSync(join(folder, `${picture.name}.png`), png)
    process.stdout.write(`${picture.name} ${Math.round(png.length / 1024)} KB\n`)
  }
} finally {
  await browser.close()
  await stop?.()
}
