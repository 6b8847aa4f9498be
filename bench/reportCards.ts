import { rmSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { reportCardOf } from '#domains/exams/reportCard.rules.ts'
import { readySchemes } from '#domains/exams/readySchemes.ts'
import { type PublishedCard, reportCardParts } from '#domains/exams/server/reportCardParts.ts'
import type { Call } from '#platform/command.ts'
import { createMakerContext } from '#platform/documentJobs/makerContext.ts'
import type { DocumentJob } from '#platform/documentJobs/documentJobs.sql.ts'
import { paperPhotos } from '#platform/files/paperPictures.ts'
import { openStorage, storageKey } from '#platform/files/storage.ts'
import { pdfRenderer } from '#platform/pdf/renderers.ts'
import type { ReceiptLanguages } from '#shared/receiptLanguages.ts'
import { temporaryFolder } from '#scripts/temporaryFolder.ts'
import { exampleCard } from '#tests/reportCards.ts'
import { within } from './report.ts'

const cards = 2000
/** Maximum time in seconds. */
const most = 60
/** Number of different pictures. Each is stored for several students. */
const faces = 100
const schoolId = 1

/**
 * Measures the PDF of 2,000 report cards, each with a photo of 1024 pixels: cards of the five ready schemes in English,
 * in Marathi, and in Marathi with English. They are not read from the database.
 */
export async function reportCards(): Promise<void> {
  const folder = temporaryFolder('photos')
  const config = { dataDir: '', storageUrl: pathToFileURL(folder).href }
  const call = { services: { config } } as unknown as Call
  const renderer = pdfRenderer({ pdfServiceUrl: undefined })
  try {
    const photos = await storePhotos(config)
    let slowest = 0
    for (const languages of ['EN', 'MR', 'MR_EN'] as const satisfies ReceiptLanguages[]) {
      const begun = performance.now()
      const published = publishedCards(photos)
      const made = performance.now()
      const context = createMakerContext({
        job: { id: 1, schoolId, createdAt: new Date() } as DocumentJob,
        call,
        renderer,
        signal: new AbortController().signal,
        write: () => Promise.resolve(),
      })
      const pictures = { logoUrl: null, signature: null }
      const parts = reportCardParts(published, languages, 'Report cards', pictures, (ids) => paperPhotos(call, schoolId, ids))
      const pdf = await context.pdf(parts)
      const seconds = (performance.now() - begun) / 1000
      slowest = Math.max(slowest, seconds)
      process.stdout.write(
        `${cards} report cards, ${languages.padEnd(5)} ${seconds.toFixed(1).padStart(6)} s   ` +
          `results and cards ${((made - begun) / 1000).toFixed(1)} s   ${Math.round(pdf.length / 1e6)} MB\n`,
      )
    }
    within(`the slowest ${cards} report cards`, slowest, most)
  } finally {
    await renderer.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Returns the cards of a school, section by section, with their results computed anew. */
export function publishedCards(photos: readonly string[]): PublishedCard[] {
  return Array.from({ length: cards }, (_, student) => {
    const name = readySchemes[Math.floor(student / 40) % readySchemes.length] ?? 'cbse-6-8'
    const photoFile = photos[student % photos.length] ?? null
    const card = reportCardOf(exampleCard(name, student, { photoFile, rank: { rank: (student % 40) + 1, of: 40 } }))
    return { card, publicUrl: `https://shala.example/report-card/1-${randomUUID()}`, withdrawn: false }
  })
}

/** Stores pictures as large as a phone's photos are as they are kept, about 150 KB each, and returns their ids. */
async function storePhotos(config: { dataDir: string; storageUrl: string }): Promise<string[]> {
  const storage = await openStorage(config)
  return Promise.all(
    Array.from({ length: faces }, async (_, place) => {
      const noise = { type: 'gaussian', mean: 110 + (place % 10) * 8, sigma: 9 } as const
      const photo = await sharp({ create: { width: 340, height: 340, channels: 3, background: '#888', noise } })
        .resize(1024, 1024)
        .jpeg({ quality: 85 })
        .toBuffer()
      const id = randomUUID()
      await storage.put(storageKey(schoolId, id), photo)
      return id
    }),
  )
}
