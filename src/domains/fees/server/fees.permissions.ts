import { action } from '#platform/action.ts'
import { undoAction } from '#platform/imports.ts'
import type { Viewer } from '#platform/viewer.ts'
import { plural, t } from '#shared/texts.ts'

/**
 * The row that permissions are checked on. The school is enough, because only rows visible to the viewer are checked.
 */
export interface SchoolRow {
  schoolId: number
}

/**
 * The counter is for those who take money. Categories, fees and deletions belong to the office (specification, section
 * 6).
 */
export const counter = { roles: ['SUPERADMIN', 'ADMIN', 'FEES'], flag: 'feesModule' } as const
export const office = { roles: ['SUPERADMIN', 'ADMIN'], flag: 'feesModule' } as const

const refuseClassLimited = ({ viewer }: { viewer: Viewer }) =>
  viewer.classIds === null ? null : t`You may see some of the classes only, and this is about the whole school.`
export const wholeSchoolOffice = { ...office, general: refuseClassLimited }

/** A fee that may hold the dues of a school year before Shala. */
interface FeeOfYear extends SchoolRow {
  openingYear: number | null
}

/** Rows with what their deletion depends on: money on a fee keeps the fee and its category. */
interface FeeRow extends FeeOfYear {
  hasMoney: boolean
}
interface CategoryRow extends SchoolRow {
  feesWithMoney: number
}

function categoryHasMoneyReason({ feesWithMoney }: CategoryRow): string | null {
  if (feesWithMoney === 0) return null
  return t`${plural(feesWithMoney, {
    one: 'One of its fees has payments or discounts. Delete them first',
    other: '# of its fees have payments or discounts. Delete them first',
  })}`
}

export const feeCategoryActions = {
  list: action<SchoolRow | undefined>('feeCategory.list', counter),
  add: action<SchoolRow | undefined>('feeCategory.add', wholeSchoolOffice),
  importFeeCategories: action<SchoolRow | undefined>('feeCategory.import', wholeSchoolOffice),
  update: action<SchoolRow>('feeCategory.update', wholeSchoolOffice),
  delete: action<CategoryRow>('feeCategory.delete', {
    ...office,
    roles: ['SUPERADMIN'],
    rule: ({ row }) => categoryHasMoneyReason(row),
  }),
  /** Changing who pays a category. Students are limited to the viewer's classes. */
  assign: action<SchoolRow | undefined>('feeCategory.assign', office),
}

export const feeActions = {
  list: action<SchoolRow | undefined>('fee.list', counter),
  add: action<SchoolRow | undefined>('fee.add', wholeSchoolOffice),
  update: action<FeeOfYear>('fee.update', {
    ...wholeSchoolOffice,
    rule: ({ row }) =>
      row.openingYear === null ? null : t`This fee holds dues from before Shala. Import them again to correct them`,
  }),
  reorder: action<SchoolRow>('fee.reorder', wholeSchoolOffice),
  delete: action<FeeRow>('fee.delete', {
    ...office,
    general: refuseClassLimited,
    rule: ({ row }) => {
      if (!row.hasMoney) return null
      return row.openingYear === null
        ? t`This fee has payments or discounts. Delete them first`
        : t`This fee holds dues from before Shala. Undo their import, or write them off`
    },
  }),
}

/** Dues from before Shala: they are about the whole school. */
export const openingDuesActions = {
  import: action<SchoolRow>('openingDues.import', wholeSchoolOffice),
  undoImport: undoAction('openingDues.undoImport', office.roles, wholeSchoolOffice),
}

/** Money that is given back, on a voucher. */
export const refundActions = {
  give: action<SchoolRow | undefined>('refund.give', office),
  cancel: action<SchoolRow>('refund.cancel', office),
  list: action<SchoolRow | undefined>('refund.list', counter),
  viewVoucher: action<undefined>('refund.viewVoucher', counter),
  /** Printing a voucher or making a PDF of it. */
  issueVoucher: action<SchoolRow>('refund.issueVoucher', counter),
}

/** Payments, cheques and discounts. Students are limited to the viewer's classes wherever they are read. */
export const paymentActions = {
  /** A student's fees, payments and receipts. */
  viewAccount: action<SchoolRow | undefined>('payment.viewAccount', counter),
  preview: action<undefined>('payment.preview', counter),
  collect: action<SchoolRow | undefined>('payment.collect', counter),
  settleCheque: action<SchoolRow>('payment.settleCheque', counter),
  giveDiscount: action<SchoolRow | undefined>('payment.giveDiscount', counter),
  deleteDiscounts: action<SchoolRow | undefined>('payment.deleteDiscounts', counter),
  /** Giving up a due, and undoing it. */
  writeOff: action<SchoolRow | undefined>('payment.writeOff', office),
  deleteWriteOffs: action<SchoolRow | undefined>('payment.deleteWriteOffs', office),
  /** Not asking for a late fee, and undoing it. */
  waiveLateFee: action<SchoolRow | undefined>('payment.waiveLateFee', counter),
  undoWaivers: action<SchoolRow | undefined>('payment.undoWaivers', counter),
  viewReceipt: action<undefined>('payment.viewReceipt', counter),
  /** Printing a receipt or making a PDF of it. */
  issueReceipt: action<SchoolRow>('payment.issueReceipt', counter),
  /** Sending a receipt to the family by message. */
  sendReceipt: action<SchoolRow>('payment.sendReceipt', counter),
  listPending: action<SchoolRow | undefined>('payment.listPending', counter),
  /** Reminding families of pending fees. One message is about all children of a family, in whatever class. */
  remind: action<SchoolRow | undefined>('payment.remind', { ...counter, general: refuseClassLimited }),
  listDeleted: action<SchoolRow | undefined>('payment.listDeleted', counter),
  /** The viewer's own receipts of today, to look at and to print again. */
  listOwn: action<SchoolRow | undefined>('payment.listOwn', counter),
  listCheques: action<SchoolRow | undefined>('payment.listCheques', counter),
  list: action<SchoolRow | undefined>('payment.list', office),
  delete: action<SchoolRow>('payment.delete', office),
  /** Taking a payment of the wrong student to the right one. */
  move: action<SchoolRow>('payment.move', office),
}

/** A clerk's drawer. */
export interface DrawerRow extends SchoolRow {
  /** The account that takes the money. */
  clerk: string
}

/** The cashier's day: the own one, and those of all clerks for who answers for the whole school. */
export const cashierActions = {
  viewDay: action<undefined>('cashier.viewDay', counter),
  close: action<DrawerRow>('cashier.closeDay', {
    ...counter,
    rule: ({ viewer, row }) => {
      if (row.clerk === viewer.subject) return null
      return viewer.role === 'FEES' ? t`Another clerk's day is closed by an admin.` : refuseClassLimited({ viewer })
    },
  }),
  list: action<SchoolRow | undefined>('cashier.listDays', wholeSchoolOffice),
  reopen: action<DrawerRow>('cashier.reopenDay', wholeSchoolOffice),
}
