import { type Call, query } from '#platform/command.ts'
import { paperPhotos } from '#platform/files/paperPictures.ts'
import type { PdfDocument } from '#platform/pdf/routes.ts'
import { notFound } from '#platform/refusal.ts'
import type { School } from '#platform/school.ts'
import { schoolDay } from '#shared/dates.ts'
import type { ReceiptLanguages } from '#shared/receiptLanguages.ts'
import { reportCardChoice } from '../reportCards.schema.ts'
import { refuseHeld } from './cardHolds.ts'
import { reportCardsContent } from './reportCardParts.ts'
import { reportCardActions } from './reportCards.permissions.ts'
import { type PrintedCardRow, selectCard } from './reportCards.sql.ts'
import { cardPictures, publishedCard } from './reportCardsMaker.ts'

/** Reads a card to print. NOT_FOUND for one that the viewer may not see; CONFLICT for a student while it is held. */
const readCard = query({
  action: reportCardActions.print,
  input: reportCardChoice,
  run: async ({ db, read, viewer, school, schoolId, input }) => {
    const [[row]] = await read(selectCard(db, viewer, schoolId, { id: input.id, today: schoolDay(new Date()) }))
    if (!row) throw notFound()
    if (viewer.role === 'STUDENT') await refuseHeld({ db, read, school }, viewer.studentId ?? 0)
    return { row, school, languages: input.languages }
  },
})

/** The PDF of one report card. Its params are `{ id, languages }`. */
export const reportCardDocument: PdfDocument = {
  name: 'reportCard',
  make: async (call, schoolId, params) => {
    const { row, school, languages } = await readCard(call, schoolId, params)
    return reportCardPdf(call, school, row, languages)
  },
}

/** Makes the PDF of a card that the caller may see. */
export async function reportCardPdf(call: Call, school: School, row: PrintedCardRow, languages: ReceiptLanguages) {
  const published = publishedCard(call, row)
  const { photoFile, sectionName, roll } = published.card
  const photos = await paperPhotos(call, school.id, photoFile === null ? [] : [photoFile])
  const title = `Report card ${sectionName} ${roll}`
  return {
    fileName: title.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '-'),
    ...reportCardsContent([published], languages, title, await cardPictures(call, school), photos),
  }
}
