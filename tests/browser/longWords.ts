/**
 * `npm run long-words [-- --only /fees] [--as admin,fees] [--pictures FOLDER]`: opens every screen, tab and main dialog
 * at 360 px in a language of long words, where each text of the catalogue is 40 % longer, and in the words of each real
 * language. Exits 1 when a text is cut, or a screen is wider than the phone.
 *
 * The texts are put into the English page after it is drawn, so that the walk finds its buttons by their English names.
 */
import { mkdirSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { Page } from '@playwright/test'
import { readTexts } from '#languages/catalogues.ts'
import { type Language, languages } from '#shared/languages.ts'
import { launchBrowser } from '../e2e/browser.ts'
import setup from '../e2e/server.setup.ts'
import { fillPreviousTerm, known, type Stop, startLecture, walk } from './walk.ts'

const { values } = parseArgs({ options: { only: { type: 'string' }, as: { type: 'string' }, pictures: { type: 'string' } } })
const say = (text: string) => void process.stdout.write(`${text}\n`)
const phone = { width: 360, height: 740 }
const desktop = { width: 1280, height: 800 }

/** Returns the texts of the catalogue, with `*` in the place of values, plurals and elements. */
async function catalogueTexts(): Promise<string[]> {
  const parts = (await readTexts('en')).flatMap(({ message }) =>
    message.replaceAll(/\{[^{}]*(\{[^{}]*\}[^{}]*)*\}/g, '*').split(/<\/?\d+\/?>/),
  )
  return [...new Set(parts.map((part) => part.trim()).filter((part) => /\p{L}{3}/u.test(part)))]
}

/** Returns the translations of the texts without values, by the English text. */
async function translationsOf(language: Language): Promise<[string, string][]> {
  const all = await readTexts(language)
  return all.flatMap(({ message, context, translation }) =>
    context === undefined && !/[{<]/.test(message) ? [[message.trim(), translation]] : [],
  )
}

/**
 * Runs in the page: puts other words in the place of its texts, returns those that are cut, and puts the page back.
 *
 * @param translated the words of a language by text; null: the text's own, made longer
 */
function cutTexts([catalogue, translated]: [readonly string[], [string, string][] | null]): { cut: string[]; width: number } {
  const words = translated && new Map(translated)
  const exact = new Set(catalogue.filter((text) => !text.includes('*')))
  const patterns = catalogue
    .filter((text) => text.includes('*') && text.replaceAll('*', '').trim().length > 4)
    .map((text) => new RegExp(`^${text.replaceAll(/[$()+.?[\\\]^{|}]/g, String.raw`\$&`).replaceAll('*', '.*')}$`, 's'))
  const isText = (text: string) => (words ? words.has(text) : exact.has(text) || patterns.some((pattern) => pattern.test(text)))
  const longer = (text: string) => text.replaceAll(/\p{L}{3,}/gu, (word) => word + 'm'.repeat(Math.ceil(word.length * 0.4)))
  const other = (text: string) => (words ? text.replace(text.trim(), words.get(text.trim()) ?? '') : longer(text))
  const changed: [Text, string][] = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.nodeValue ?? ''
    if (
      node.parentElement?.closest('script, style, option, [aria-hidden=true], article, .lc-page, #print-sheet') ||
      !isText(text.trim())
    )
      continue
    changed.push([node as Text, text])
  }
  for (const [node, text] of changed) node.nodeValue = other(text)
  const cut = changed.flatMap(([node, text]) => {
    for (let at = node.parentElement; at && at !== document.body; at = at.parentElement) {
      const { overflowX, overflowY, position, clipPath } = getComputedStyle(at)
      // Heard and not seen, or pushed sideways on purpose.
      if ((position === 'absolute' && clipPath !== 'none') || /auto|scroll/.test(overflowX)) return []
      const hides = /hidden|clip/.test(overflowX) && at.scrollWidth > at.clientWidth + 1
      if (hides || (/hidden|clip/.test(overflowY) && at.scrollHeight > at.clientHeight + 2)) return [text.trim()]
    }
    return []
  })
  const width = document.documentElement.scrollWidth
  for (const [node, text] of changed) node.nodeValue = text
  return { cut: [...new Set(cut)], width }
}

let cut = 0
const texts = await catalogueTexts()
const variants: [name: string, words: [string, string][] | null][] = [['long words', null]]
for (const language of languages) if (language !== 'en') variants.push([language, await translationsOf(language)])

async function look(page: Page, { as, where }: Stop): Promise<void> {
  await page.setViewportSize(phone)
  for (const [name, words] of variants) {
    const found = await page.evaluate(cutTexts, [texts, words] as [string[], [string, string][] | null])
    cut += found.cut.length
    for (const text of found.cut) say(`${as} ${where}, ${name}: cut: ${text}`)
    if (found.width > phone.width) {
      cut += 1
      say(`${as} ${where}, ${name}: ${found.width} px wide`)
    }
    if (values.pictures && (found.cut.length > 0 || found.width > phone.width)) {
      mkdirSync(values.pictures, { recursive: true })
      await page.screenshot({ path: `${values.pictures}/${`${as}${where}`.replace(/[^\w-]+/g, '_').slice(0, 80)}.png` })
    }
  }
  await page.setViewportSize(desktop)
}

const stop = await setup()
const browser = await launchBrowser()
try {
  await startLecture()
  await fillPreviousTerm()
  const screens = await walk(browser, {
    known: await known(),
    only: values.only,
    roles: values.as?.split(','),
    withJobs: true,
    look,
  })
  say(`screens ${screens}, cut ${cut}`)
  process.exitCode = cut === 0 && screens > 0 ? 0 : 1
} finally {
  await browser.close()
  await stop?.()
}
