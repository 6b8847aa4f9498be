import { action } from '#platform/action.ts'
import type { Viewer } from '#platform/viewer.ts'

/** What the row of a permission has: the school is enough, since only rows a viewer may know of are asked about. */
export interface OfSchool {
  schoolId: number
}

/** The fee counter is for those who take money; what is asked for and what is taken back, for the office (specification, section 6). */
const counter = { roles: ['SUPERADMIN', 'ADMIN', 'FEES'], flag: 'feesModule' } as const
const office = { roles: ['SUPERADMIN', 'ADMIN'], flag: 'feesModule' } as const

const wholeSchool = ({ viewer }: { viewer: Viewer }) =>
  viewer.classIds === null ? null : 'You may see some of the classes only, and this is about the whole school.'
const officeOfWholeSchool = { ...office, general: wholeSchool }

/** What a permission to delete looks at besides: money keeps a fee and its category in their places. */
interface WithMoney extends OfSchool {
  hasMoney: boolean
}
interface WithFees extends OfSchool {
  feesWithMoney: number
}

const feeHasMoney = 'Money stands on this fee. Delete its payments and discounts first'

function categoryHasMoney({ feesWithMoney }: WithFees): string | null {
  if (feesWithMoney === 0) return null
  return `Money stands on ${feesWithMoney === 1 ? 'one' : feesWithMoney} of its fees. Delete these payments and discounts first`
}

export const feeCategoryActions = {
  list: action<OfSchool | undefined>('feeCategory.list', counter),
  add: action<OfSchool | undefined>('feeCategory.add', officeOfWholeSchool),
  importFeeCategories: action<OfSchool | undefined>('feeCategory.import', officeOfWholeSchool),
  update: action<OfSchool>('feeCategory.update', officeOfWholeSchool),
  delete: action<WithFees>('feeCategory.delete', {
    ...office,
    roles: ['SUPERADMIN'],
    rule: ({ row }) => categoryHasMoney(row),
  }),
  /** Who pays a category. Students are narrowed to the viewer's classes. */
  assign: action<OfSchool | undefined>('feeCategory.assign', office),
}

export const feeActions = {
  list: action<OfSchool | undefined>('fee.list', counter),
  add: action<OfSchool | undefined>('fee.add', officeOfWholeSchool),
  update: action<OfSchool>('fee.update', officeOfWholeSchool),
  reorder: action<OfSchool>('fee.reorder', officeOfWholeSchool),
  delete: action<WithMoney>('fee.delete', {
    ...office,
    general: wholeSchool,
    rule: ({ row }) => (row.hasMoney ? feeHasMoney : null),
  }),
}

/** Payments, cheques and discounts; the students are narrowed to the viewer's classes wherever they are read. */
export const paymentActions = {
  /** A student's fees, payments and receipts. */
  viewAccount: action<OfSchool | undefined>('payment.viewAccount', counter),
  preview: action<undefined>('payment.preview', counter),
  collect: action<OfSchool | undefined>('payment.collect', counter),
  settleCheque: action<OfSchool>('payment.settleCheque', counter),
  giveDiscount: action<OfSchool | undefined>('payment.giveDiscount', counter),
  deleteDiscounts: action<OfSchool | undefined>('payment.deleteDiscounts', counter),
  viewReceipt: action<undefined>('payment.viewReceipt', counter),
  /** Printing a receipt, or making a PDF of it. */
  issueReceipt: action<OfSchool>('payment.issueReceipt', counter),
  listPending: action<OfSchool | undefined>('payment.listPending', counter),
  listDeleted: action<OfSchool | undefined>('payment.listDeleted', counter),
  /** What one has taken oneself today, to look at and to print again. */
  listOwn: action<OfSchool | undefined>('payment.listOwn', counter),
  listCheques: action<OfSchool | undefined>('payment.listCheques', counter),
  list: action<OfSchool | undefined>('payment.list', office),
  delete: action<OfSchool>('payment.delete', office),
}
