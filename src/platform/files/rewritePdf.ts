import { PDFHeader, PDFStreamWriter } from '@cantoo/pdf-lib'
import { copyPdf } from './pdfCopy.ts'
import { parsePdf } from './pdfParser.ts'
import { PdfProblem, pdfProblems, type PdfRefusal } from './pdfProblems.ts'
import { checkPdf } from './pdfRules.ts'

/** A PDF to store, or the reason why it is refused. */
export type RewrittenPdf = { bytes: Uint8Array } | { refusal: PdfRefusal }

/**
 * Parses and checks every object of a PDF, and writes a copy of those that the document uses. A hostile file may block
 * or exhaust its thread.
 */
export async function rewritePdf(sent: Uint8Array): Promise<RewrittenPdf> {
  try {
    const context = await parsePdf(sent)
    checkPdf(context)
    const copy = copyPdf(context)
    // What stood behind references stands in its place now.
    checkPdf(copy)
    copy.header = PDFHeader.forVersion(1, 7)
    return { bytes: await PDFStreamWriter.forContext(copy, Number.POSITIVE_INFINITY).serializeToBuffer() }
  } catch (error) {
    if (error instanceof PdfProblem) return { refusal: error.refusal }
    // Nested without end, through references or in an object stream.
    if (error instanceof RangeError) return { refusal: pdfProblems.damaged }
    throw error
  }
}
