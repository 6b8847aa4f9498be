import type { Config } from '../../../platform/config.ts'
import type { School } from '../../../platform/school.ts'
import { receiptNumberOf } from '../../fees/server/online.exports.ts'
import type { OrderState } from '../onlinefees.rules.ts'
import type { Order, OrderLine } from './orders.sql.ts'
import { orderRef } from './secrets.ts'

/** What anybody who has an order's reference may know of it: the one who paid, and no more. */
export interface PublicOrder {
  ref: string
  state: OrderState
  createdAt: Date
  feesAmount: number
  charge: number
  gst: number
  payable: number
  children: string[]
  fees: OrderLine[]
  message: string | null
  receipts: { number: string; amount: number; studentName: string; url: string }[]
  schoolName: string
}

/**
 * An order as the family and its result page see it.
 * @param ref the reference it was asked for by, which is not renewed by asking; a new one for whoever has the link
 */
export function publicOrder(
  { secretKey }: Config,
  school: School,
  order: Order,
  ref = orderRef(secretKey, order.schoolId, order.id),
): PublicOrder {
  const { state, createdAt, feesAmount, charge, gst, payable, lines } = order
  return {
    ...{ ref, state, createdAt, feesAmount, charge, gst, payable, fees: lines, schoolName: school.name },
    children: [...new Set(lines.map((line) => line.studentName))],
    message: order.message === '' ? null : order.message,
    receipts: order.payments.map((payment) => ({
      ...{ number: receiptNumberOf(payment), amount: payment.amount, studentName: payment.studentName },
      url: `/onlinefees/receipts/${payment.id}?order=${encodeURIComponent(ref)}`,
    })),
  }
}
