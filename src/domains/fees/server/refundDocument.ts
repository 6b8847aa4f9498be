import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { pictureDataUrl } from '#platform/files/files.ts'
import type { PdfDocument } from '#platform/pdf/routes.ts'
import { schoolById } from '#platform/school.ts'
import { receiptCss, receiptPdfPage } from '../receiptSheet.ts'
import { refundSheet } from '../refundSheet.ts'
import { issueVoucher } from './vouchers.commands.ts'

/** The PDF of one refund voucher, with the parameters of `voucherIssue`. Making it issues the voucher. */
export const refundDocument: PdfDocument = {
  name: 'refund',
  make: async (call, schoolId, params) => {
    const voucher = await issueVoucher(call, schoolId, params)
    // The renderer makes no requests, so the logo is embedded.
    const { logoFile = null } = (await schoolById(call.database, Number(schoolId))) ?? {}
    const school = { ...voucher.school, logoUrl: await pictureDataUrl(call, Number(schoolId), logoFile) }
    return {
      title: `Refund ${voucher.refundNumber}`,
      fileName: `refund-${voucher.refundNumber}`,
      page: receiptPdfPage,
      css: receiptCss,
      body: renderToStaticMarkup(createElement('main', null, refundSheet({ ...voucher, school }))),
    }
  },
}
