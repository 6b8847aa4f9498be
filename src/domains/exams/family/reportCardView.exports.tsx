import type { ReactElement } from 'react'
import type { Language } from '#shared/languages.ts'
import { qrPath } from '#shared/qrCode.ts'
import { type ReceiptLanguages, receiptLanguageChoices } from '#shared/receiptLanguages.ts'
import type { ReportCard } from '../reportCard.schema.ts'
import { reportCardCss } from '../reportCardCss.ts'
import { reportCardPhoneCss } from '../reportCardPhoneCss.ts'
import { type ReportCardPaper, reportCardSheet } from '../reportCardSheet.ts'

/** The nonce of the content security policy, which the server writes into each page. */
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''

/** A report card as the server sends it to a screen. */
export interface CardOnScreen {
  /** JSON, as the server has checked and stored it. */
  content: string
  /** Null for a draft, which has no page of its own. */
  publicUrl: string | null
  withdrawn: boolean
  logoUrl?: string | null
  photoUrl?: string | null
  signatureUrl?: string | null
}

/** Returns the paper of a report card in the chosen languages. */
export function cardPaper(card: CardOnScreen, languages: ReceiptLanguages): ReportCardPaper {
  return {
    card: JSON.parse(card.content) as ReportCard,
    languages,
    logoUrl: card.logoUrl ?? null,
    photoUrl: card.photoUrl ?? null,
    signatureUrl: card.signatureUrl ?? null,
    qr: card.publicUrl === null ? null : qrPath(card.publicUrl),
    stamp: card.withdrawn ? 'WITHDRAWN' : card.publicUrl === null ? 'PREVIEW' : null,
  }
}

interface ReportCardViewProps {
  card: CardOnScreen
  languages: ReceiptLanguages
}

/** A report card on a screen, laid out as on paper; on a phone with each subject in a block. */
export function ReportCardView({ card, languages }: ReportCardViewProps): ReactElement {
  return (
    <>
      <style nonce={nonce}>{reportCardCss + reportCardPhoneCss}</style>
      {reportCardSheet({ ...cardPaper(card, languages), onScreen: true })}
    </>
  )
}

/** Returns the choice of languages with which a reader begins: the page's own language. */
export function readersChoice(language: Language): ReceiptLanguages {
  return receiptLanguageChoices.find((choice) => choice === language.toUpperCase()) ?? 'EN'
}
