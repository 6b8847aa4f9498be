/**
 * `npm run xss [-- --only /chat|papers] [--seed N]`: writes an attack into every text of the demo's first school, in
 * the database and so past every form. Then opens every screen, public page, document, mail and spreadsheet that shows
 * them. Exits 1 when a script ran, an attack's element is in a page, or the content security policy blocked something.
 */
import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import type { Page } from '@playwright/test'
import { launchBrowser } from '../e2e/browser.ts'
import setup from '../e2e/server.setup.ts'
import { attacks, plant } from './attacks.ts'
import { papers } from './papers.ts'
import { known, type Stop, startLecture, walk } from './walk.ts'

const { values } = parseArgs({ options: { only: { type: 'string' }, seed: { type: 'string' } } })
const say = (text: string) => void process.stdout.write(`${text}\n`)
const seed = Number(values.seed ?? randomInt(1, attacks.length * 1000))
say(`seed ${seed}`)

/** Findings: an attack that ran, an element of one, a block by the policy. */
const found: { kind: 'executed' | 'element' | 'policy'; where: string; what: string }[] = []
let where = ''

async function prepare(page: Page): Promise<void> {
  page.on('dialog', (dialog) => {
    found.push({ kind: 'executed', where, what: dialog.message() })
    void dialog.dismiss()
  })
  await page.exposeFunction('__told', (kind: 'executed' | 'policy', what: string) => void found.push({ kind, where, what }))
  await page.addInitScript(() => {
    const told = (globalThis as unknown as { __told: (kind: string, what: string) => void }).__told
    Object.assign(globalThis, { __xss: (number: number) => told('executed', String(number)) })
    document.addEventListener(
      'securitypolicyviolation',
      ({ effectiveDirective, blockedURI, sourceFile, lineNumber, columnNumber }) =>
        told('policy', `${effectiveDirective} ${blockedURI} by ${sourceFile}:${lineNumber}:${columnNumber}`),
    )
  })
}

/** Returns elements that only an attack can have created, and URLs that are scripts. */
function planted(): string[] {
  const marked = [...document.querySelectorAll('[data-xss], iframe[srcdoc], base, object, embed')]
  const scripts = [...document.querySelectorAll('a[href], form[action], [src]')].filter((one) =>
    /^\s*(javascript|vbscript|data:text)/i.test(
      one.getAttribute('href') ?? one.getAttribute('action') ?? one.getAttribute('src') ?? '',
    ),
  )
  const handlers = [...document.querySelectorAll('*')].filter((one) => one.getAttributeNames().some((name) => /^on/i.test(name)))
  return [...marked, ...scripts, ...handlers].map((one) => one.outerHTML.slice(0, 120))
}

async function look(page: Page, stop: Stop): Promise<void> {
  where = `${stop.as} ${stop.where}`
  for (const what of await page.evaluate(planted)) found.push({ kind: 'element', where, what })
}

/** Throws unless all three kinds are detected, because a test that finds nothing may be blind. */
async function trapsWork(): Promise<void> {
  const page = await browser.newPage({ baseURL: process.env.E2E_URL ?? '', serviceWorkers: 'block' })
  await prepare(page)
  await page.goto('/login')
  await page.evaluate(() => {
    document.body.insertAdjacentHTML('beforeend', '<img src=x onerror=__xss(0) data-xss>')
    ;(globalThis as unknown as { __xss: (number: number) => void }).__xss(0)
  })
  await page.waitForTimeout(500)
  await look(page, { as: 'nobody', where: 'the trap itself' })
  await page.close()
  const caught = new Set(found.splice(0).map(({ kind }) => kind))
  if (caught.size < 3) throw new Error(`Only ${[...caught].join(', ') || 'nothing'} of executed, element and policy is noticed.`)
}

const stop = await setup()
const browser = await launchBrowser()
try {
  await trapsWork()
  await startLecture()
  const places = await known()
  const fields = await plant(seed)
  say(
    `${fields.rows} values in ${fields.planted.length} fields; ${fields.left.length} take no such text: ${fields.left.join(', ')}`,
  )
  const screens = await walk(browser, { known: places, only: values.only, prepare, look })
  const made =
    values.only === undefined || values.only === 'papers'
      ? await papers(browser, { known: places, prepare, look: (page, at) => look(page, { as: 'nobody', where: at }) })
      : 0
  for (const one of found.slice(0, 40)) say(`${one.kind} ${one.where}: ${one.what}`)
  const count = (kind: (typeof found)[number]['kind']) => found.filter((one) => one.kind === kind).length
  say(
    `fields ${fields.planted.length}, screens ${screens}, papers and files ${made}, executed ${count('executed') + count('element')}, policy violations ${count('policy')}`,
  )
  process.exitCode = found.length === 0 && fields.planted.length > 0 ? 0 : 1
} finally {
  await browser.close()
  await stop?.()
}
