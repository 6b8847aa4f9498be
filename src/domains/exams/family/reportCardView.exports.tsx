import type { ReactElement } from 'react'
import type { Language } from '#shared/languages.ts'
import { qrPath } from '#shared/qrCode.ts'
import { type ReceiptLanguages, receiptLanguageChoices } from '#shared/receiptLanguages.ts'
import type { ReportCard } from '../reportCard.schema.ts'
import { reportCardCss } from '../reportCardCss.ts'
import { reportCardPhoneCss } from '../reportCardPhoneCss.ts'
import { reportCardSheet } from '../reportCardSheet.ts'

/** The nonce of the content security policy, which the server writes into each page. */
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''

interface ReportCardViewProps {
  card: {
    /** JSON, as the server has checked and stored it. */
    content: string
    publicUrl: string
    withdrawn: boolean
    logoUrl?: string | null
    photoUrl?: string | null
  }
  languages: ReceiptLanguages
}

/** A report card on a screen, laid out as on paper; on a phone with each subject in a block. */
export function ReportCardView({ card, languages }: ReportCardViewProps): ReactElement {
  return (
    <>
      <style nonce={nonce}>{reportCardCss + reportCardPhoneCss}</style>
      {reportCardSheet({
        card: JSON.parse(card.content) as ReportCard,
        languages,
        logoUrl: card.logoUrl ?? null,
        photoUrl: card.photoUrl ?? null,
        signatureUrl: null,
        qr: qrPath(card.publicUrl),
        stamp: card.withdrawn ? 'WITHDRAWN' : null,
        onScreen: true,
      })}
    </>
  )
}

/** Returns the choice of languages with which a reader begins: the page's own language. */
export function readersChoice(language: Language): ReceiptLanguages {
  return receiptLanguageChoices.find((choice) => choice === language.toUpperCase()) ?? 'EN'
}
