import { receiptDocument } from '../domains/fees/server/receiptDocument.ts'
import type { PdfDocument } from '../platform/pdf/routes.ts'

/** Everything the product makes PDFs of; a document is there by being named here. */
export const documents: readonly PdfDocument[] = [receiptDocument]
