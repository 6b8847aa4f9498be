import { certificateDocument, certificatePreview } from '#domains/certificates/server/certificateDocument.ts'
import { receiptDocument } from '#domains/fees/server/receiptDocument.ts'
import { reportMaker } from '#domains/reports/server/reportMaker.ts'
import { studentDataMaker } from '#domains/privacy/server/studentData.ts'
import { cardsMaker } from '#domains/idcards/server/cardsMaker.ts'
import type { DocumentMaker } from '#platform/documentJobs/makers.ts'
import type { PdfDocument } from '#platform/pdf/routes.ts'

/** Everything the product makes PDFs of; a document is there by being named here. */
export const documents: readonly PdfDocument[] = [receiptDocument, certificateDocument, certificatePreview]

/** Everything that is made behind the answer; a kind of document is made by its maker being named here. */
export const makers: readonly DocumentMaker<object>[] = [reportMaker, cardsMaker, studentDataMaker]
