import type { Call } from '#platform/command.ts'
import { fileUrl } from '#platform/files/files.ts'
import type { School } from '#platform/school.ts'
import { formatReceiptNumber } from '#domains/fees/server/online.exports.ts'
import type { OrderState } from '../onlinefees.rules.ts'
import { type Order, type OrderLine, sortedLines } from './orders.sql.ts'
import { createOrderRef } from './secrets.ts'

/** The part of an order that its payer may see. Anyone with the order's reference gets it. */
export interface PublicOrder {
  ref: string
  state: OrderState
  createdAt: Date
  feesAmount: number
  charge: number
  gst: number
  /** What the charge is of the fees, in per cent. */
  chargePercent: number
  payable: number
  children: string[]
  fees: OrderLine[]
  message: string | null
  receipts: { number: string; amount: number; studentName: string; url: string }[]
  /** Money for fees that were paid already. `settled` is null while the school has to give it back. */
  surplus: { studentName: string; amount: number; charge: number; settled: 'REFUNDED' | 'COLLECTED' | null }[]
  /** Money may have arrived that is not booked on a fee. The school is looking into it. */
  needsSchool: boolean
  schoolName: string
  logoUrl: string | null
  accent: string | null
}

/**
 * Returns an order for the family page and the result page.
 * @param ref the reference that the caller used, so that reading does not prolong it; by default a new one, for a
 *   caller with the link
 */
export function publicOrder(
  call: Call,
  school: School,
  order: Order,
  ref = createOrderRef(call.services.config.secretKey, order.schoolId, order.id),
): PublicOrder {
  const { state, createdAt, feesAmount, charge, gst, chargePercent, payable, needsSchool } = order
  const lines = sortedLines(order.lines)
  return {
    ref,
    state,
    createdAt,
    feesAmount,
    charge,
    gst,
    chargePercent,
    payable,
    fees: lines,
    needsSchool,
    schoolName: school.name,
    logoUrl: fileUrl(call, school.id, school.logoFile, 'school-logo'),
    accent: school.accentColor,
    children: [...new Set(lines.map((line) => line.studentName))],
    message: order.message === '' ? null : order.message,
    // The amount of a MISMATCH is looked into, and nobody knows yet what it was for.
    surplus: (state === 'SUCCESS' ? order.surplus : []).map(({ studentId, amount, charge: surplusCharge, outcome }) => ({
      studentName: lines.find((line) => line.studentId === studentId)?.studentName ?? '',
      amount,
      charge: surplusCharge,
      settled: outcome as 'REFUNDED' | 'COLLECTED' | null,
    })),
    receipts: order.payments.map((payment) => ({
      number: formatReceiptNumber(payment),
      amount: payment.amount,
      studentName: payment.studentName,
      url: `/onlinefees/receipts/${payment.id}?order=${encodeURIComponent(ref)}`,
    })),
  }
}
