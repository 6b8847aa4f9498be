import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { pictureDataUrl } from '#platform/files/files.ts'
import type { PdfDocument } from '#platform/pdf/routes.ts'
import { schoolById } from '#platform/school.ts'
import { receiptCss, receiptPdfPage, receiptSheet } from '../receiptSheet.ts'
import { issueReceipt } from './receipts.commands.ts'

/** The PDF of one receipt, with the parameters of `receiptIssue`. Making it issues the receipt, like printing it. */
export const receiptDocument: PdfDocument = {
  name: 'receipt',
  make: async (call, schoolId, params) => {
    const receipt = await issueReceipt(call, schoolId, params)
    // The renderer makes no requests, so the logo is embedded.
    const { logoFile = null } = (await schoolById(call.database, Number(schoolId))) ?? {}
    const school = { ...receipt.school, logoUrl: await pictureDataUrl(call, Number(schoolId), logoFile) }
    return {
      title: `Receipt ${receipt.receiptNumber}`,
      fileName: `receipt-${receipt.receiptNumber}`,
      page: receiptPdfPage,
      css: receiptCss,
      body: renderToStaticMarkup(createElement('main', null, receiptSheet({ ...receipt, school }))),
    }
  },
}
