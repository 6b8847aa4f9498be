/**
 * `npm run lighthouse [-- --pages sign-in,dashboard] [--forms mobile,desktop] [--reports FOLDER]`: runs Lighthouse on
 * the pages that people open first, as a phone and as a desktop, in the packages' browser. Starts the product with
 * the demo schools on its own port. Exits 1 when a score is below its minimum. Timings depend on the machine, so run
 * nothing else.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import lighthouse, { desktopConfig } from 'lighthouse'
import puppeteer, { type Browser, type Page } from 'puppeteer-core'
import { demoPassword } from '../e2e/demoPassword.ts'
import { superadminClient } from '../e2e/graphqlClient.ts'
import setup from '../e2e/server.setup.ts'
import { unpackChromium } from '#platform/chromium.ts'

const forms = ['mobile', 'desktop'] as const
type Form = (typeof forms)[number]

/** Lighthouse scores, 0 to 100. */
interface Figures {
  performance: number
  accessibility: number
  bestPractices: number
}

/**
 * Minimum scores. The phone is throttled (processor four times slower than this one, 1.6 Mbit/s, 150 ms round trip).
 */
const bounds: Record<Form, Figures> = {
  mobile: { performance: 92, accessibility: 100, bestPractices: 100 },
  desktop: { performance: 92, accessibility: 100, bestPractices: 100 },
}

interface Visit {
  /** The signed-in account; undefined for a page without sign-in. */
  account?: string
  path: () => Promise<string>
}

const visits: Record<string, Visit> = {
  'sign-in': { path: async () => '/login' },
  dashboard: { account: 'admin@shala.test', path: async () => '/dashboard' },
  'fee counter': { account: 'fees@shala.test', path: async () => '/fees' },
  students: { account: 'admin@shala.test', path: async () => '/students' },
  'take attendance': { account: 'teacher@shala.test', path: async () => '/attendance' },
  'family page': { path: familyPath },
}

/** Returns the guardian link of the demo's first family. */
async function familyPath(): Promise<string> {
  const ask = await superadminClient()
  const { terms } = await ask<{ terms: { id: string; current: boolean }[] }>(
    'query Terms($schoolId: ID!) { terms(schoolId: $schoolId) { id current } }',
    { schoolId: '1' },
  )
  const { makeGuardianLinks } = await ask<{ makeGuardianLinks: { links: { url: string }[] } }>(
    'mutation Make($schoolId: ID!, $input: MakeLinksInput!) { makeGuardianLinks(schoolId: $schoolId, input: $input) { links { url } } }',
    { schoolId: '1', input: { termId: terms.find((term) => term.current)?.id, days: 30 } },
  )
  const url = makeGuardianLinks.links[0]?.url
  if (url === undefined) throw new Error('The demo has no family that pays online.')
  return new URL(url).pathname
}

async function signIn(page: Page, base: string, email: string): Promise<void> {
  await page.goto(`${base}/login`, { waitUntil: 'networkidle0' })
  await page.locator('::-p-aria([name="Email"][role="textbox"])').fill(email)
  await page.locator('input[type=password]').fill(demoPassword)
  // Stores the session in localStorage, so that the measured pages find it, as on a device in daily use.
  await page.locator('input[type=checkbox]').click()
  await page.locator('button[type=submit]').click()
  await page.waitForFunction(() => location.pathname !== '/login')
  await page.waitForNetworkIdle()
}

async function measure(browser: Browser, url: string, form: Form, account: string | undefined): Promise<Figures> {
  const context = await browser.createBrowserContext()
  try {
    const page = await context.newPage()
    if (account !== undefined) await signIn(page, new URL(url).origin, account)
    const flags = {
      logLevel: 'error',
      output: 'json',
      onlyCategories: ['performance', 'accessibility', 'best-practices'],
    } as const
    const run = await lighthouse(
      url,
      { ...flags, onlyCategories: [...flags.onlyCategories] },
      form === 'desktop' ? desktopConfig : undefined,
      page,
    )
    if (!run) throw new Error('Lighthouse returned no result.')
    const { categories, audits, finalDisplayedUrl, runtimeError } = run.lhr
    if (runtimeError) throw new Error(`${runtimeError.code}: ${runtimeError.message}`)
    if (new URL(finalDisplayedUrl).pathname !== new URL(url).pathname) throw new Error(`${url} led to ${finalDisplayedUrl}`)
    const figure = (name: string) => Math.round((categories[name]?.score ?? 0) * 100)
    const about = [
      'first-contentful-paint',
      'largest-contentful-paint',
      'total-blocking-time',
      'cumulative-layout-shift',
      'speed-index',
    ]
    say(`  ${about.map((name) => `${name.replace(/\B\w+-?/g, '').toUpperCase()} ${audits[name]?.displayValue}`).join(' · ')}`)
    const requests = (audits['network-requests']?.details as { items?: { transferSize?: number }[] } | undefined)?.items ?? []
    const bytes = requests.reduce((sum, { transferSize = 0 }) => sum + transferSize, 0)
    const busy = (audits['mainthread-work-breakdown']?.numericValue ?? 0) / 1000
    say(`  ${requests.length} requests, ${Math.round(bytes / 1000)} kB, main thread ${busy.toFixed(1)} s`)
    if (values.reports) {
      mkdirSync(values.reports, { recursive: true })
      writeFileSync(join(values.reports, `${new URL(url).pathname.split('/')[1]}-${form}.json`), JSON.stringify(run.lhr))
    }
    for (const [name, category] of Object.entries(categories))
      if (name !== 'performance')
        for (const { id } of category.auditRefs) if (audits[id]?.score === 0) say(`  ${name}: ${id}: ${audits[id].title}`)
    return {
      performance: figure('performance'),
      accessibility: figure('accessibility'),
      bestPractices: figure('best-practices'),
    }
  } finally {
    await context.close()
  }
}

const say = (text: string) => void process.stdout.write(`${text}\n`)
const { values } = parseArgs({ options: { pages: { type: 'string' }, forms: { type: 'string' }, reports: { type: 'string' } } })
const wantedPages = values.pages?.split(',') ?? Object.keys(visits)
const wantedForms = forms.filter((form) => values.forms?.split(',').includes(form) ?? true)

const stop = await setup()
const base = process.env.E2E_URL ?? ''
const { executablePath, args, env } = await unpackChromium()
const browser = await puppeteer.launch({ executablePath, args: [...args], env })
const reached: Figures[] = []
let wrong = 0
try {
  for (const name of wantedPages) {
    const visit = visits[name]
    if (!visit) throw new Error(`There is no page ${name}; there are ${Object.keys(visits).join(', ')}.`)
    const url = `${base}${await visit.path()}`
    for (const form of wantedForms) {
      const figures = await measure(browser, url, form, visit.account)
      reached.push(figures)
      const isGood = (Object.keys(figures) as (keyof Figures)[]).every((score) => figures[score] >= bounds[form][score])
      if (!isGood) wrong += 1
      say(
        `${name}, ${form}: performance ${figures.performance}, accessibility ${figures.accessibility}, best practices ${figures.bestPractices}${isGood ? '' : ' — below the bound'}`,
      )
    }
  }
} finally {
  await browser.close()
  await stop?.()
}
const lowest = (what: keyof Figures) => Math.min(...reached.map((figures) => figures[what]))
say(
  `pages ${wantedPages.length}, lowest performance ${lowest('performance')}, accessibility ${lowest('accessibility')}, best practices ${lowest('bestPractices')}`,
)
process.exitCode = wrong === 0 ? 0 : 1
