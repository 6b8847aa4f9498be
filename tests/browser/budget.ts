/**
 * `npm run budget [-- --payments 100]`: shows that a person at work does not meet the budget of work (decisions/0118).
 * Walks through every screen, tab and main dialog as each role, as fast as a browser can, and then takes payments at
 * the counter by keyboard, one after another without a pause. Prints the largest part of a budget that was used within
 * a minute. Exits 1 when a request was refused. All of it comes from one address, with one process.
 */
import { parseArgs } from 'node:util'
import { type Browser, expect, type Page } from '@playwright/test'
import { freePort } from '#platform/freePort.ts'
import { launchBrowser } from '../e2e/browser.ts'
import { addFeeSchool } from '../e2e/feeSchool.ts'
import setup from '../e2e/server.setup.ts'
import { uniqueTag } from '../e2e/unique.ts'
import { signIn } from '../e2e/signIn.ts'
import { fillPreviousTerm, known, startLecture, walk } from './walk.ts'

const { values } = parseArgs({ options: { payments: { type: 'string', default: '100' } } })
const say = (text: string) => void process.stdout.write(`${text}\n`)
const metricsPort = String(await freePort())
Object.assign(process.env, { METRICS_PORT: metricsPort, PROCESSES: '1', WORK_PER_MINUTE: '20000' })

let refused = 0
function countRefusals(page: Page): void {
  page.on('response', (response) => {
    if (response.status() !== 429) return
    refused += 1
    say(`429 for ${response.request().postData()?.slice(0, 200)}`)
  })
}

/** Returns the largest part of a budget that was used since the server started. */
async function mostUsed(): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  return Number(/^shala_work_most_used ([\d.e-]+)$/m.exec(text)?.[1])
}

async function takePayments(browser: Browser, payments: number): Promise<number> {
  const students = Array.from({ length: payments }, (_, nth) => ({
    name: `Payer N${nth}`,
    phone: `98${String(10_000_000 + nth)}`,
  }))
  const school = await addFeeSchool(`Budget ${uniqueTag()}`, students)
  const context = await browser.newContext({ baseURL: process.env.E2E_URL ?? '' })
  await context.addInitScript(() => {
    window.print = () => setTimeout(() => window.dispatchEvent(new Event('afterprint')))
  })
  const page = await context.newPage()
  countRefusals(page)
  await signIn(page, school.clerks[0], school.password)
  await expect(page.getByRole('navigation', { name: 'Menu' })).toBeVisible()
  await page.goto('/fees')
  const started = performance.now()
  for (const { name } of students) {
    await expect(page.getByRole('combobox', { name: 'Find a student' })).toBeFocused()
    await page.keyboard.type(name.toLowerCase())
    await expect(page.getByRole('option', { name: new RegExp(`${name}\\b`) }).first()).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page.getByText('3 fees selected')).toBeVisible()
    await expect(page.getByRole('table', { name: 'Fees' }).getByRole('checkbox').nth(1)).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: /^Take payment/ }).getByRole('textbox', { name: 'Amount' })).toBeFocused()
    await page.keyboard.press('c')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Continue' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: /^Receipt / }).getByRole('article')).toBeVisible()
    await page.keyboard.press('n')
  }
  const seconds = (performance.now() - started) / 1000
  await context.close()
  return payments / (seconds / 60)
}

const stop = await setup()
const browser = await launchBrowser()
try {
  await startLecture()
  await fillPreviousTerm()
  const stops = await walk(browser, {
    known: await known(),
    withJobs: true,
    prepare: async (page) => countRefusals(page),
    look: async () => undefined,
  })
  const afterWalk = await mostUsed()
  say(`walk: ${stops} screens, tabs and dialogs, most used ${(afterWalk * 100).toFixed(1)} % of a budget`)
  const perMinute = await takePayments(browser, Number(values.payments))
  const afterCounter = await mostUsed()
  say(`counter: ${perMinute.toFixed(0)} payments a minute, most used so far ${(afterCounter * 100).toFixed(1)} %`)
  say(`screens ${stops}, payments ${values.payments}, refused ${refused}`)
  process.exitCode = refused === 0 && stops > 0 ? 0 : 1
} finally {
  await browser.close()
  await stop?.()
}
