import { certificateDocument, certificatePreview } from '#domains/certificates/server/certificateDocument.ts'
import { receiptDocument } from '#domains/fees/server/receiptDocument.ts'
import { reportMaker } from '#domains/reports/server/reportMaker.ts'
import { studentDataMaker } from '#domains/privacy/server/studentData.ts'
import { cardsMaker } from '#domains/idcards/server/cardsMaker.ts'
import type { DocumentMaker } from '#platform/documentJobs/makers.ts'
import type { PdfDocument } from '#platform/pdf/routes.ts'

/** All PDF documents of the product. A document exists by being listed here. */
export const documents: readonly PdfDocument[] = [receiptDocument, certificateDocument, certificatePreview]

/** All makers of documents that are made in the background. A maker runs by being listed here. */
export const makers: readonly DocumentMaker<object>[] = [reportMaker, cardsMaker, studentDataMaker]
