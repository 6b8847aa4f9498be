import { z } from 'zod'
import { day, id, type Message, pastDay, positivePaise, requestKey, requiredText, text } from '#shared/inputs.ts'
import { counterModes, type PaymentMode, paymentModes } from '#shared/paymentModes.ts'
import { saidWhenRead } from '#shared/saidWhenRead.ts'
import { t } from '#shared/texts.ts'
import { receiptLanguages } from '#shared/receiptLanguages.schema.ts'
import { noFeesSelected } from './account.rules.ts'
import { feeAccountKey, selectedFees } from './payments.schema.ts'

const required: Message = () => t`Required`
const reasonRequired: Message = () => t`Reason is required`

/** How money is given back, in the order of the choice. ONLINE is a refund at the gateway. */
export const refundModes = ['CASH', 'UPI', 'CHEQUE', 'BANK', 'ONLINE'] as const satisfies readonly PaymentMode[]
export type RefundMode = (typeof refundModes)[number]

export const refundMode = z.enum(refundModes, { error: required }).meta({ graphql: 'RefundMode' })

/** A number by which the bank or the gateway finds a refund, with its rule. */
interface RefundReference {
  label: string
  maxLength: number
  rule: { pattern: RegExp; message: string }
}

const gatewayReference: RefundReference = saidWhenRead({
  label: () => t`Refund Reference`,
  maxLength: 60,
  rule: { pattern: /./s, message: () => t`The refund's reference is required` },
})

/** Returns the reference that a mode asks for; null for cash. */
export function refundReference(mode: RefundMode): RefundReference | null {
  return mode === 'ONLINE' ? gatewayReference : counterModes[mode].reference
}

/** The choices of a select. */
export const refundModeOptions = (modes: readonly RefundMode[]) =>
  modes.map((mode) => ({ value: mode, label: mode === 'ONLINE' ? t`Online, at the gateway` : paymentModes[mode].label }))

const refundFields = {
  amount: positivePaise(() => t`Amount is required`),
  mode: refundMode,
  reference: text(60).optional(),
  reason: requiredText(200, reasonRequired),
  refundedOn: pastDay(required, () => t`Money cannot be given back in the future`).refine((value) => value >= '2000-01-01', {
    error: () => t`This day is too long ago`,
  }),
  /** Whether the fees are pending again. Otherwise the same amounts are written off. */
  askAgain: z.boolean(),
}

function requireReference(
  { mode, reference = '' }: { mode: RefundMode; reference?: string | undefined },
  context: z.RefinementCtx,
): void {
  const asked = refundReference(mode)
  if (asked && !asked.rule.pattern.test(reference))
    context.addIssue({ code: 'custom', path: ['reference'], message: asked.rule.message })
}

/** Money given back on fees of one account. It is split from the last paid fee backwards. */
export const refundInput = z
  .object({ key: requestKey, ...feeAccountKey.shape, fees: selectedFees, ...refundFields })
  .superRefine(requireReference)

/** The ids of the fees that are ticked in a form. */
const tickedFees = z.array(id).min(1, { error: noFeesSelected })

/** The fields of the form that gives money back. */
export const refundForm = z.object({ fees: tickedFees, ...refundFields }).superRefine(requireReference)

export const cancelRefundInput = z.object({ key: requestKey, id, reason: requiredText(200, reasonRequired) })
export const refundCancellationForm = cancelRefundInput.pick({ reason: true })

/** The languages of the paper; the school's where none are asked for. */
const languages = receiptLanguages.optional()

export const voucherChoice = z.object({ refundId: id, languages })

/**
 * A request to issue a voucher. Each print makes a new key; a repeated request with the same key gets the same paper.
 */
export const voucherIssue = z.object({ key: requestKey, refundId: id, languages })

/**
 * Filters for the refunds of a term, cancelled ones included. `from` and `to` are inclusive and compare the booking
 * day.
 */
export const refundsView = z.object({
  termId: id,
  from: day().optional(),
  to: day().optional(),
  search: text(100).optional(),
  descending: z.boolean().optional(),
  /** Counts from 0. */
  page: z.number().int().min(0).max(1_000_000).optional(),
  pageSize: z.number().int().min(1).max(1000).optional(),
})

/** A payment of the wrong student is taken to the right one. */
export const movePaymentInput = z.object({
  key: requestKey,
  id,
  studentId: id,
  /** Fees of the right student, each with the version that was shown. */
  fees: selectedFees,
  reason: requiredText(150, reasonRequired),
})

export const paymentMoveForm = movePaymentInput.pick({ studentId: true, reason: true }).extend({ fees: tickedFees })
