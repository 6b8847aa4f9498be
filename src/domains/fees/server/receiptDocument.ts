import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { pictureData } from '#platform/files/files.ts'
import type { PdfDocument } from '#platform/pdf/routes.ts'
import { schoolById } from '#platform/school.ts'
import { receiptCss, receiptPage, receiptSheet } from '../receiptSheet.ts'
import { issueReceipt } from './receipts.commands.ts'

/** The PDF of one receipt: `{ key, paymentId }`. It is given out by it, as by printing it. */
export const receiptDocument: PdfDocument = {
  name: 'receipt',
  make: async (call, schoolId, params) => {
    const receipt = await issueReceipt(call, schoolId, params)
    // The renderer fetches nothing: the logo goes along.
    const { logoFile = null } = (await schoolById(call.database, Number(schoolId))) ?? {}
    const school = { ...receipt.school, logoUrl: await pictureData(call, Number(schoolId), logoFile) }
    return {
      title: `Receipt ${receipt.receiptNumber}`,
      fileName: `receipt-${receipt.receiptNumber}`,
      page: receiptPage,
      css: receiptCss,
      body: renderToStaticMarkup(createElement('main', null, receiptSheet({ ...receipt, school }))),
    }
  },
}
