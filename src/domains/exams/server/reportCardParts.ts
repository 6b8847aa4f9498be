import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { PdfPart } from '#platform/documentJobs/makers.ts'
import type { PdfContent } from '#platform/pdf/document.ts'
import { qrPath } from '#shared/qrCode.ts'
import type { ReceiptLanguages } from '#shared/receiptLanguages.ts'
import { reportCardCss, reportCardPage } from '../reportCardCss.ts'
import type { ReportCard } from '../reportCard.schema.ts'
import { reportCardSheet } from '../reportCardSheet.ts'

/** A published card, with the address of its public page. */
export interface PublishedCard {
  card: ReportCard
  publicUrl: string
  withdrawn: boolean
}

/** The school's pictures of today, as `data:` URLs. */
export interface CardPictures {
  logoUrl: string | null
  /** The head's signature, and the id of its file. */
  signature: { fileId: string; url: string } | null
}

/** Number of cards in one part of a PDF, whose photos are in memory at the same time. */
const cardsPerPart = 50

/**
 * Returns the parts of a PDF of report cards, in the order given. Each card begins on a page of its own.
 * @param photosOf reads photos by file id, as `data:` URLs; called part by part
 */
export function reportCardParts(
  cards: readonly PublishedCard[],
  languages: ReceiptLanguages,
  title: string,
  pictures: CardPictures,
  photosOf: (fileIds: readonly string[]) => Promise<ReadonlyMap<string, string>>,
): PdfPart[] {
  return Array.from({ length: Math.ceil(cards.length / cardsPerPart) }, (_, part) => async () => {
    const ofPart = cards.slice(part * cardsPerPart, (part + 1) * cardsPerPart)
    const photos = await photosOf(ofPart.flatMap(({ card }) => card.photoFile ?? []))
    return reportCardsContent(ofPart, languages, title, pictures, photos)
  })
}

/** Returns the content of a PDF of report cards. */
export function reportCardsContent(
  cards: readonly PublishedCard[],
  languages: ReceiptLanguages,
  title: string,
  { logoUrl, signature }: CardPictures,
  photos: ReadonlyMap<string, string>,
): PdfContent {
  const sheets = cards.map(({ card, publicUrl, withdrawn }, key) =>
    createElement(
      'div',
      { key, className: 'rc-sheet' },
      reportCardSheet({
        card,
        languages,
        logoUrl,
        photoUrl: (card.photoFile !== null && photos.get(card.photoFile)) || null,
        // The signature of another head would be on a card that this one has not signed.
        signatureUrl: signature !== null && signature.fileId === card.school.signatureFile ? signature.url : null,
        qr: qrPath(publicUrl),
        stamp: withdrawn ? 'WITHDRAWN' : null,
      }),
    ),
  )
  return { title, page: reportCardPage, css: reportCardCss, body: renderToStaticMarkup(createElement('main', null, sheets)) }
}
