/**
 * `npm run first-screen [-- --screens register,dashboard] [--runs 5] [--lines slow,fast] [--requests]`: measures how
 * long a phone waits for the seven screens that people open first: at the first visit, with nothing stored but the
 * session, and at a later one, with what the first has stored. `--requests` lists the requests of the last run. Starts
 * the product with the demo schools on its own port. The processor is four times slower than this machine's. Timings
 * depend on the machine, so run nothing else.
 */
import { parseArgs } from 'node:util'
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { unpackChromium } from '#platform/chromium.ts'
import { enterAsGuardian } from '../e2e/guardian.ts'
import setup from '../e2e/server.setup.ts'
import { measureTaps } from './taps.ts'
import { enter, type Known, known, type Role, settled, startLecture } from './walk.ts'

interface Line {
  /** Bits per second, both ways. */
  bits: number
  /** Round trip in milliseconds. */
  roundTrip: number
}

const lines: Readonly<Record<string, Line>> = {
  slow: { bits: 400_000, roundTrip: 400 },
  fast: { bits: 1_600_000, roundTrip: 150 },
}

interface Screen {
  as: Role
  /** Brings the page to the screen, and returns its address. */
  open: (page: Page, known: Known) => Promise<string>
  /** Returns a text that only the screen's data contains. */
  content: (page: Page) => Promise<string | null>
  /** GraphQL operation that renews the content, also as a part of the opening request. */
  operation: string
}

const at = (address: string) => async (page: Page) => {
  await page.goto(address)
  return address
}

const screens: Readonly<Record<string, Screen>> = {
  register: {
    as: 'teacher',
    open: async (page) => {
      await page.goto('/attendance?tab=take')
      await page.getByRole('main').getByRole('listitem').getByRole('link').first().click()
      await page
        .getByRole('button', { name: /Present$/ })
        .first()
        .waitFor()
      return page.url()
    },
    content: (page) =>
      page
        .getByRole('button', { name: /Present$/ })
        .last()
        .textContent(),
    operation: 'RegisterSheet',
  },
  dashboard: {
    as: 'admin',
    open: at('/dashboard'),
    content: (page) =>
      page
        .getByText(/^₹\s?[\d,]{4,}/)
        .first()
        .textContent(),
    operation: 'Today',
  },
  counter: {
    as: 'fees',
    open: async (page, { debtor }) => at(`/fees?student=${debtor}`)(page),
    content: (page) =>
      page
        .getByText(/^₹\s?[\d,]{4,}/)
        .first()
        .textContent(),
    operation: 'CounterAccount',
  },
  students: {
    as: 'admin',
    open: at('/students'),
    content: (page) => page.getByRole('main').getByRole('listitem').first().textContent(),
    operation: 'Students',
  },
  lectures: {
    as: 'student',
    open: at('/studentLectures'),
    content: (page) => page.getByRole('main').getByRole('listitem').first().textContent(),
    operation: 'LiveLectures',
  },
  family: {
    as: 'nobody',
    open: async (page, { guardianToken }) => at(`/onlinefees/${guardianToken}`)(page),
    content: (page) =>
      page
        .getByText(/^₹\s?[\d,]{4,}/)
        .first()
        .textContent(),
    operation: 'Family',
  },
  home: {
    as: 'nobody',
    open: async (page, { debtorPhone }) => {
      await enterAsGuardian(page.context(), debtorPhone)
      await page.goto('/family')
      await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
      return '/family'
    },
    content: (page) =>
      page
        .getByRole('listitem')
        .getByText(/₹\s?[\d,]{4,}/)
        .first()
        .textContent(),
    operation: 'FamilyHome',
  },
}

interface Visit {
  /** Milliseconds from the start of the navigation until the content is shown. */
  shownMs: number
  /** Milliseconds until the answer of the screen's operation has come; later than `shownMs` when it was stored. */
  renewedMs: number
  requests: number
  bytes: number
  /** A line for each request, with its start, its end and its bytes. */
  log: readonly string[]
}

/** Runs in the page before any code: notes when the content is shown and when the operation is answered. */
function watch({ content, operation }: { content: string; operation: string }): void {
  const noted = { shown: 0, renewed: 0 }
  // Its field in the opening request has a number (src/ui/data/openingRequest.ts).
  const field = `:${operation === 'CounterAccount' ? 'feeAccount' : operation[0]?.toLowerCase() + operation.slice(1)}(`
  Object.assign(window, { noted })
  const look = () => {
    if (document.querySelector('#root')?.textContent?.includes(content)) noted.shown = performance.now()
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
  const original = window.fetch
  window.fetch = async (...request) => {
    const response = await original(...request)
    const body = request[1]?.body
    if (noted.renewed === 0 && typeof body === 'string' && (body.includes(`query ${operation}`) || body.includes(field))) {
      const read = response.text.bind(response)
      response.text = async () => {
        const text = await read()
        noted.renewed = performance.now()
        return text
      }
      const parse = response.json.bind(response)
      response.json = async () => {
        const value: unknown = await parse()
        noted.renewed = performance.now()
        return value
      }
    }
    return response
  }
}

async function visit(context: BrowserContext, address: string, line: Line, screen: Screen, content: string): Promise<Visit> {
  const page = await context.newPage()
  await page.addInitScript(watch, { content, operation: screen.operation })
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: line.roundTrip,
    downloadThroughput: line.bits / 8,
    uploadThroughput: line.bits / 8,
  })
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  let requests = 0
  let bytes = 0
  const begun = new Map<string, { at: number; what: string }>()
  const log: string[] = []
  let start: number | undefined
  devtools.on('Network.requestWillBeSent', ({ requestId, timestamp, request }) => {
    start ??= timestamp
    const operation = /"operationName":"(\w+)"/.exec(request.postData ?? '')?.[1] ?? ''
    begun.set(requestId, { at: timestamp - start, what: `${new URL(request.url).pathname} ${operation}` })
  })
  devtools.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength }) => {
    requests += 1
    bytes += encodedDataLength
    const { at = 0, what = '' } = begun.get(requestId) ?? {}
    log.push(`    ${at.toFixed(2)} to ${(timestamp - (start ?? 0)).toFixed(2)} s, ${encodedDataLength} bytes: ${what}`)
  })
  await page.goto(address, { waitUntil: 'commit' })
  const noted = () => page.evaluate(() => (window as unknown as { noted: { shown: number; renewed: number } }).noted)
  await page.waitForFunction(() => (window as unknown as { noted: { shown: number } }).noted.shown > 0, undefined, {
    timeout: 90_000,
    polling: 50,
  })
  const asked = { requests, bytes }
  await page.waitForFunction(() => (window as unknown as { noted: { renewed: number } }).noted.renewed > 0, undefined, {
    timeout: 30_000,
    polling: 50,
  })
  const { shown, renewed } = await noted()
  await page.close()
  return { shownMs: shown, renewedMs: Math.max(shown, renewed), ...asked, log }
}

function median(figures: readonly number[]): number {
  const sorted = figures.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

const phone = {
  viewport: { width: 360, height: 720 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
  locale: 'en-IN',
  timezoneId: 'Asia/Kolkata',
}

async function measure(browser: Browser, base: string, screen: Screen, records: Known, line: Line, runs: number) {
  const first: Visit[] = []
  const later: Visit[] = []
  const signedIn = await browser.newContext({ ...phone, baseURL: base })
  const page = await signedIn.newPage()
  // As on a phone in daily use.
  await enter(page, screen.as, { remember: true })
  const address = await screen.open(page, records)
  await settled(page)
  const content = await screen.content(page)
  if (!content) throw new Error(`${address} shows no content.`)
  // The rest of the product is stored for later visits.
  if (screen.as !== 'nobody') await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await page.waitForTimeout(3000)
  const storageState = await signedIn.storageState()
  await page.close()
  for (let run = 0; run < runs; run += 1) {
    const fresh = await browser.newContext({ ...phone, baseURL: base, storageState })
    first.push(await visit(fresh, address, line, screen, content))
    await fresh.close()
    later.push(await visit(signedIn, address, line, screen, content))
  }
  await signedIn.close()
  return { first, later }
}

const { values } = parseArgs({
  options: {
    screens: { type: 'string' },
    runs: { type: 'string', default: '5' },
    lines: { type: 'string' },
    requests: { type: 'boolean' },
  },
})
const say = (text: string) => void process.stdout.write(`${text}\n`)
const wanted = values.screens?.split(',') ?? Object.keys(screens)
const wantedLines = values.lines?.split(',') ?? Object.keys(lines)
const seconds = (ms: number) => (ms / 1000).toFixed(1)

const stop = await setup()
const base = process.env.E2E_URL ?? ''
const { executablePath, args, env } = await unpackChromium()
const browser = await chromium.launch({ executablePath, args, env, headless: true })
const slowest = { first: 0, later: 0 }
try {
  const records = await known()
  await startLecture()
  for (const name of wantedLines) {
    const line = lines[name]
    if (!line) throw new Error(`There is no line ${name}; there are ${Object.keys(lines).join(', ')}.`)
    say(`${line.bits / 1000} kbit/s, ${line.roundTrip} ms`)
    for (const key of wanted) {
      const screen = screens[key]
      if (!screen) throw new Error(`There is no screen ${key}; there are ${Object.keys(screens).join(', ')}.`)
      const { first, later } = await measure(browser, base, screen, records, line, Number(values.runs))
      const middle = (visits: readonly Visit[], what: Exclude<keyof Visit, 'log'>) => median(visits.map((one) => one[what]))
      slowest.first = Math.max(slowest.first, middle(first, 'shownMs'))
      slowest.later = Math.max(slowest.later, middle(later, 'shownMs'))
      say(
        `  ${key.padEnd(10)} first ${seconds(middle(first, 'shownMs'))} s (${middle(first, 'requests')} requests, ${Math.round(middle(first, 'bytes') / 1000)} kB), later ${seconds(middle(later, 'shownMs'))} s, renewed ${seconds(middle(later, 'renewedMs'))} s`,
      )
      if (values.requests)
        for (const [what, visits] of Object.entries({ first, later })) {
          const last = visits.at(-1)
          say(`    ${what}: shown at ${seconds(last?.shownMs ?? 0)} s, renewed at ${seconds(last?.renewedMs ?? 0)} s`)
          for (const entry of last?.log ?? []) say(entry)
        }
    }
  }
  if (wanted.includes('register')) {
    const context = await browser.newContext({ ...phone, baseURL: base })
    const page = await context.newPage()
    await enter(page, 'teacher')
    await screens.register?.open(page, records)
    const { taps, p95Ms } = await measureTaps(page)
    say(`taps ${taps}, p95 ${Math.round(p95Ms)} ms`)
    await context.close()
  }
} finally {
  await browser.close()
  await stop?.()
}
say(`screens ${wanted.length}, slowest first ${seconds(slowest.first)} s, slowest later ${seconds(slowest.later)} s`)
