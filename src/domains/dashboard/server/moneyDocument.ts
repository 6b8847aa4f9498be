import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { PdfDocument } from '#platform/pdf/routes.ts'
import { netOf } from '../money.rules.ts'
import { moneyCss, moneyPaperPage, moneySheet } from '../moneySheet.ts'
import { type TermMoney, viewMoneyPaper } from './money.queries.ts'

/** The PDF of the page of money; `termId` selects the term. */
export const moneyDocument: PdfDocument = {
  name: 'money',
  make: async (call, schoolId, params) => {
    const { schoolName, viewerName, page } = await viewMoneyPaper(call, schoolId, params)
    const { now, before, earlierPending, months, classes, expenses } = page
    const paper = {
      schoolName,
      printedBy: viewerName,
      printedAt: new Date(),
      now: withNet(now),
      before: before && withNet(before),
      earlierPending,
      months: months.map((row) => ({ month: row.month, sums: row, before: row.before })),
      classes: classes.map((row) => ({ className: row.className, sums: row, before: row.before })),
      expenses,
    }
    return {
      title: `Money of ${now.termName} on ${now.day}`,
      fileName: `money-${now.termName}-${now.day}`,
      page: moneyPaperPage,
      css: moneyCss,
      body: renderToStaticMarkup(createElement('main', null, moneySheet(paper))),
    }
  },
}

const withNet = (term: TermMoney) => ({ ...term, net: netOf(term) })
