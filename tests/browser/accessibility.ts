/**
 * `npm run accessibility [-- --only /fees] [--as admin,fees] [--pictures FOLDER]`: opens every screen, tab and main
 * dialog as each role that can see it, and the kit's page, in light and dark mode, on a desktop and a phone, and runs
 * axe. Exits 1 when axe reports a serious or critical problem, or when a screen is wider than the phone.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Page } from '@playwright/test'
import { createServer } from 'vite'
import { findSeriousViolations } from '../e2e/accessibility.ts'
import { launchBrowser } from '../e2e/browser.ts'
import setup from '../e2e/server.setup.ts'
import { fillPreviousTerm, known, type Stop, startLecture, walk } from './walk.ts'

const { values } = parseArgs({ options: { only: { type: 'string' }, as: { type: 'string' }, pictures: { type: 'string' } } })
const say = (text: string) => void process.stdout.write(`${text}\n`)
const sizes = [
  [1280, 800],
  [360, 740],
] as const

/** The axe rules that depend on colours. */
const rulesOfColour = ['color-contrast', 'link-in-text-block']

let serious = 0
let looks = 0

async function look(page: Page, { as, where }: Stop): Promise<void> {
  for (const [width, height] of sizes)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height })
      await page.emulateMedia({ colorScheme })
      const found = await findSeriousViolations(page, colorScheme === 'dark' ? rulesOfColour : undefined)
      const wide = await page.evaluate(() => document.documentElement.scrollWidth)
      if (wide > width) found.push(`wider than the screen: ${wide}`)
      looks += 1
      serious += found.length
      for (const one of found) say(`${as} ${where}, ${width} ${colorScheme}: ${one}`)
      if (values.pictures) {
        mkdirSync(values.pictures, { recursive: true })
        const name = `${as}${where}`.replace(/[^\w-]+/g, '_').slice(0, 80)
        await page.screenshot({ path: `${values.pictures}/${name}-${width}-${colorScheme}.png`, fullPage: true })
      }
    }
  await page.setViewportSize({ width: sizes[0][0], height: sizes[0][1] })
}

/** Looks at the page that shows every part of the kit, which only development has. Returns the number of screens. */
async function lookAtKit(): Promise<number> {
  const vite = await createServer({ root: join(import.meta.dirname, '../..'), logLevel: 'error', server: { port: 0 } })
  try {
    await vite.listen()
    const page = await browser.newPage({ baseURL: vite.resolvedUrls?.local[0] ?? '', reducedMotion: 'reduce' })
    await page.goto('/kit')
    await page.getByRole('heading', { name: 'The kit' }).waitFor()
    await look(page, { as: 'nobody', where: '/kit' })
    await page.close()
    return 1
  } finally {
    await vite.close()
  }
}

const stop = await setup()
const browser = await launchBrowser()
try {
  await startLecture()
  await fillPreviousTerm()
  const wantsKit = !values.as && (values.only ?? '/kit').startsWith('/kit')
  const kit = wantsKit ? await lookAtKit() : 0
  const walked = await walk(browser, {
    known: await known(),
    only: values.only,
    roles: values.as?.split(','),
    withJobs: true,
    look,
  })
  const screens = walked + kit
  say(`each in ${looks / Math.max(1, screens)} ways: light and dark, ${sizes.map(([width]) => width).join(' and ')} wide`)
  say(`screens ${screens}, serious ${serious}`)
  process.exitCode = serious === 0 && screens > 0 ? 0 : 1
} finally {
  await browser.close()
  await stop?.()
}
