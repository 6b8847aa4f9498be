/**
 * `node tests/browser/reportCardPictures.ts FOLDER`: draws the report cards of the ready schemes and a holistic card as
 * pictures to look at, each in English, Hindi and Marathi, and some in two languages.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import puppeteer from 'puppeteer-core'
import { renderToStaticMarkup } from 'react-dom/server'
import sharp from 'sharp'
import { reportCardOf, type ReportCardSource } from '#domains/exams/reportCard.rules.ts'
import { reportCardCss } from '#domains/exams/reportCardCss.ts'
import { reportCardSheet } from '#domains/exams/reportCardSheet.ts'
import { readySchemes } from '#domains/exams/readySchemes.ts'
import { unpackChromium } from '#platform/chromium.ts'
import { htmlDocument } from '#platform/pdf/document.ts'
import { qrPath } from '#shared/qrCode.ts'
import type { ReceiptLanguages } from '#shared/receiptLanguages.ts'
import { exampleCard, exampleHolistic } from '../reportCards.ts'

const remarks: ReportCardSource['remarks'] = [
  {
    kind: 'GENERAL',
    texts: {
      en: 'Works carefully and helps others. More reading at home is recommended.',
      hi: 'ध्यान से कार्य करती है और दूसरों की सहायता करती है। घर पर अधिक पठन करें।',
      mr: 'काळजीपूर्वक काम करते व इतरांना मदत करते. घरी अधिक वाचन करावे.',
    },
  },
]

const low = (subject: number, test: number) => (subject === 2 ? 24 : 44 + ((subject * 17 + test * 11) % 40))
const sources: readonly (readonly [name: string, source: ReportCardSource, languages: readonly ReceiptLanguages[]])[] = [
  ...readySchemes.map(
    (name) => [name, exampleCard(name, 3, { remarks, rank: { rank: 3, of: 42 } }), ['EN', 'HI', 'MR', 'MR_EN'] as const] as const,
  ),
  ['cbse-9-10-compartment', exampleCard('cbse-9-10', 5, { share: low }), ['EN', 'MR']],
  ['maharashtra-1-8-grace', exampleCard('maharashtra-1-8', 5, { share: low }), ['EN', 'MR_EN']],
  ['cbse-6-8-term-1', exampleCard('cbse-6-8', 3, { part: 'Term 1', remarks: [] }), ['EN', 'HI_EN']],
  ...(['cbse-1-2', 'cbse-3-5'] as const).map(
    (name) =>
      [`${name}-holistic`, exampleCard(name, 2, { remarks, holistic: exampleHolistic(name) }), ['EN', 'HI', 'MR']] as const,
  ),
]

const folder = process.argv[2] ?? '.'
mkdirSync(folder, { recursive: true })
const { executablePath, args, env } = await unpackChromium()
const browser = await puppeteer.launch({ executablePath, args, env, headless: 'shell' })
try {
  const page = await browser.newPage()
  // As wide as an A4 page without its margins.
  await page.setViewport({ width: 718, height: 1054, deviceScaleFactor: 1.5 })
  await page.emulateMediaType('print')
  for (const [name, source, choices] of sources)
    for (const languages of choices) {
      const sheet = reportCardSheet({
        card: reportCardOf(source),
        languages,
        logoUrl: null,
        photoUrl: null,
        signatureUrl: null,
        qr: qrPath('https://shala.example/card/1-3f9a2b7c4d8e1f60'),
        stamp: null,
      })
      await page.setContent(htmlDocument({ title: name, page: 'A4', css: reportCardCss, body: renderToStaticMarkup(sheet) }))
      const height = Number(await page.evaluate('document.documentElement.scrollHeight'))
      const wide = Number(await page.evaluate('document.documentElement.scrollWidth'))
      const file = `${name}-${languages.toLowerCase()}`
      const picture = await page.screenshot({ fullPage: true })
      await sharp(picture)
        .png({ palette: true, colours: 48, effort: 8 })
        .toFile(join(folder, `${file}.png`))
      console.log(`${file}.png: ${height} px of 1054${wide > 718 ? `, ${wide} px wide` : ''}`)
    }
} finally {
  await browser.close()
}
