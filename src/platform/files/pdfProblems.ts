import { t } from '#shared/texts.ts'

/** Why a PDF is refused, with the name of what it holds for OTHER. The thread that finds it speaks no language. */
export type PdfRefusal =
  | { kind: 'NO_PDF' | 'INCOMPLETE' | 'DAMAGED' | 'PASSWORD' | 'TOO_MUCH' | 'SCRIPTS' | 'LINKS' }
  | { kind: 'OTHER'; name: string }

/** Error for a refused PDF. */
export class PdfProblem extends Error {
  readonly refusal: PdfRefusal

  constructor(refusal: PdfRefusal) {
    super(refusal.kind)
    this.refusal = refusal
  }
}

export const pdfProblems = {
  noPdf: { kind: 'NO_PDF' },
  incomplete: { kind: 'INCOMPLETE' },
  damaged: { kind: 'DAMAGED' },
  password: { kind: 'PASSWORD' },
  tooMuch: { kind: 'TOO_MUCH' },
  scripts: { kind: 'SCRIPTS' },
  links: { kind: 'LINKS' },
  other: (name: string) => ({ kind: 'OTHER', name }) as const,
} as const

/** Returns why a PDF is refused and what to do, in words for the person. */
export function pdfRefusalText(refusal: PdfRefusal): string {
  switch (refusal.kind) {
    case 'NO_PDF':
      return t`This is not a PDF file.`
    case 'INCOMPLETE':
      return t`This PDF file is incomplete. Please export it again.`
    case 'DAMAGED':
      return t`This PDF file is damaged and cannot be read as a whole. Please open it, print it to a PDF and upload that.`
    case 'PASSWORD':
      return t`This PDF is protected with a password. Please open it, print it to a PDF and upload that.`
    case 'TOO_MUCH':
      return t`This PDF takes too much to read. Please open it, print it to a PDF and upload that.`
    case 'SCRIPTS':
      return t`This PDF holds scripts or attached files. Please open it, print it to a PDF and upload that.`
    case 'LINKS':
      return t`This PDF holds links to web pages or to other files. Please open it, print it to a PDF and upload that.`
    case 'OTHER':
      return t`This PDF holds something that a document on paper does not have (${refusal.name}). Please open it, print it to a PDF and upload that.`
  }
}
