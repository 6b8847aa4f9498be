import { accountingMaker } from '#domains/accounting/server/accountingMaker.ts'
import { certificateDocument, certificatePreview } from '#domains/certificates/server/certificateDocument.ts'
import { moneyDocument } from '#domains/dashboard/server/moneyDocument.ts'
import { dateSheetDocument } from '#domains/exams/server/dateSheetDocument.ts'
import { hallTicketsMaker } from '#domains/exams/server/hallTicketsMaker.ts'
import { reportCardDocument } from '#domains/exams/server/reportCardDocument.ts'
import { reportCardsMaker } from '#domains/exams/server/reportCardsMaker.ts'
import { closingDocument } from '#domains/fees/server/closingDocument.ts'
import { receiptDocument } from '#domains/fees/server/receiptDocument.ts'
import { refundDocument } from '#domains/fees/server/refundDocument.ts'
import { reportMaker } from '#domains/reports/server/reportMaker.ts'
import { studentDataMaker } from '#domains/privacy/server/studentData.ts'
import { cardsMaker } from '#domains/idcards/server/cardsMaker.ts'
import type { DocumentKind, DocumentMaker } from '#platform/documentJobs/makers.ts'
import type { PdfDocument } from '#platform/pdf/routes.ts'

/** All PDF documents of the product. A document exists by being listed here. */
export const documents: readonly PdfDocument[] = [
  receiptDocument,
  refundDocument,
  closingDocument,
  moneyDocument,
  certificateDocument,
  certificatePreview,
  reportCardDocument,
  dateSheetDocument,
]

/** The makers of documents that are made in the background, by their kind. */
const makerOfKind: Readonly<Record<DocumentKind, DocumentMaker<object>>> = {
  REPORT: reportMaker,
  ID_CARDS: cardsMaker,
  STUDENT_DATA: studentDataMaker,
  ACCOUNTING: accountingMaker,
  HALL_TICKETS: hallTicketsMaker,
  REPORT_CARDS: reportCardsMaker,
}
export const makers = Object.values(makerOfKind)
