import type { Call } from '#platform/command.ts'
import type { DocumentMaker, MadeFile, MakerContext } from '#platform/documentJobs/makers.ts'
import { paperPhotos, paperPicture } from '#platform/files/paperPictures.ts'
import { speakIn } from '#platform/languages/speech.ts'
import { notFound, Refusal } from '#platform/refusal.ts'
import { type School, schoolById } from '#platform/school.ts'
import { languagesOf } from '#shared/receiptLanguages.ts'
import { t } from '#shared/texts.ts'
import { reportCard } from '../reportCard.schema.ts'
import { type ReportCardsJob, reportCardsJob } from '../reportCards.schema.ts'
import { type CardPictures, type PublishedCard, reportCardParts } from './reportCardParts.ts'
import { reportCardPath } from './reportCardPage.ts'
import { type PrintedCardRow, selectCardsOfPublications, selectPublicationsToPrint } from './reportCards.sql.ts'

/** Makes the cards of sections as one PDF: sections as given, students by roll, each on pages of its own. */
export const reportCardsMaker: DocumentMaker<ReportCardsJob> = {
  kind: 'REPORT_CARDS',
  params: reportCardsJob,
  make: (making) => speakIn(languagesOf(making.params.languages)[0], () => makeCards(making)),
}

export const noReportCards = () => t`There are no report cards here that you may see.`

async function makeCards(making: MakerContext<ReportCardsJob>): Promise<MadeFile[]> {
  const { call, schoolId, params } = making
  const school = await schoolById(call.database, schoolId)
  if (!school || !call.viewer) throw notFound()
  const { kysely } = call.database
  const [rows, publications] = await call.database.read(schoolId, [
    selectCardsOfPublications(kysely, call.viewer, schoolId, params.publicationIds),
    selectPublicationsToPrint(kysely, call.viewer, schoolId, params.publicationIds),
  ] as const)
  if (rows.length === 0) throw new Refusal('BAD_INPUT', noReportCards())
  const parts = reportCardParts(
    rows.map((row) => publishedCard(call, row)),
    params.languages,
    t`Report cards of ${school.name}`,
    await cardPictures(call, school),
    (fileIds) => paperPhotos(call, schoolId, fileIds),
  )
  const [first] = publications
  const name = publications.length === 1 && first ? `report-cards-${first.name}` : 'report-cards'
  return [{ format: 'PDF', name: `${name}.pdf`.replaceAll(' ', '-'), bytes: await making.pdf(parts) }]
}

/** Returns a stored card as it is printed. */
export function publishedCard(
  { services }: Pick<Call, 'services'>,
  { content, token, withdrawn }: PrintedCardRow,
): PublishedCard {
  return {
    card: reportCard.parse(JSON.parse(content)),
    publicUrl: `${services.config.appUrl}${reportCardPath(token)}`,
    withdrawn,
  }
}

/** Reads the school's pictures of today. */
export async function cardPictures(call: Call, { id, logoFile, signatureFile }: School): Promise<CardPictures> {
  const [logoUrl, signatureUrl] = await Promise.all([paperPicture(call, id, logoFile), paperPicture(call, id, signatureFile)])
  return {
    logoUrl,
    signature: signatureFile === null || signatureUrl === null ? null : { fileId: signatureFile, url: signatureUrl },
  }
}
