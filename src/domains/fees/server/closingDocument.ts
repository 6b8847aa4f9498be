import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { PdfDocument } from '#platform/pdf/routes.ts'
import { noteList } from '../cashier.rules.ts'
import { type ClosingPaper, type ClosingReceipt, closingCss, closingPage, closingSheet } from '../closingSheet.ts'
import { viewClosing } from './cashier.queries.ts'
import type { DrawerReceipt } from './cashierDay.ts'

/** The PDF of a closing sheet with its deposit slip; `id` selects the closing. */
export const closingDocument: PdfDocument = {
  name: 'closing',
  make: async (call, schoolId, params) => {
    const closing = await viewClosing(call, schoolId, params)
    const paper: ClosingPaper = {
      ...closing,
      closedAt: closing.closedAt.toISOString(),
      notes: noteList(closing.notes),
      depositNotes: noteList(closing.depositNotes),
      receipts: closing.receipts.map(toPaper),
      depositCheques: closing.depositCheques.map(toPaper),
      deletedSince: closing.deletedSince.map((receipt) => ({ ...receipt, deletedAt: receipt.deletedAt.toISOString() })),
      reopened: closing.reopened && { ...closing.reopened, at: closing.reopened.at.toISOString() },
    }
    return {
      title: `Closing of ${closing.day}, ${closing.clerkName}`,
      fileName: `closing-${closing.day}-${closing.clerkName}`,
      page: closingPage,
      css: closingCss,
      body: renderToStaticMarkup(createElement('main', null, closingSheet(paper))),
    }
  },
}

const toPaper = (receipt: DrawerReceipt): ClosingReceipt => ({ ...receipt, paymentId: String(receipt.paymentId) })
