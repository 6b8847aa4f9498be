import { PDFHeader, PDFStreamWriter } from '@cantoo/pdf-lib'
import { parsePdf } from './pdfParser.ts'
import { PdfProblem, type PdfRefusal } from './pdfProblems.ts'
import { checkPdf, tidyPdf } from './pdfRules.ts'

/** A PDF to store, or the reason why it is refused. */
export type RewrittenPdf = { bytes: Uint8Array } | { refusal: PdfRefusal }

/**
 * Parses and checks every object of a PDF, and writes those that the document uses. A hostile file may block or exhaust
 * its thread.
 */
export async function rewritePdf(sent: Uint8Array): Promise<RewrittenPdf> {
  try {
    const context = await parsePdf(sent)
    checkPdf(context)
    tidyPdf(context)
    context.header = PDFHeader.forVersion(1, 7)
    return { bytes: await PDFStreamWriter.forContext(context, Number.POSITIVE_INFINITY).serializeToBuffer() }
  } catch (error) {
    if (error instanceof PdfProblem) return { refusal: error.refusal }
    throw error
  }
}
