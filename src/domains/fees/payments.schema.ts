import { z } from 'zod'
import { code, id, pastDay, requestKey, requiredText, somePaise, text } from '#shared/inputs.ts'
import { feeStates, lineStatuses, noFeesSelected } from './account.rules.ts'

/** How money came in. ONLINE comes from the gateway alone. */
export const paymentModes = ['CASH', 'UPI', 'CHEQUE', 'ONLINE'] as const
export type PaymentMode = (typeof paymentModes)[number]
export const paymentMode = z.enum(paymentModes, 'Required').meta({ graphql: 'PaymentMode' })

/** A cheque is CLEARING until the bank has answered; all other money is COLLECTED from the start. */
export const paymentStates = ['COLLECTED', 'CLEARING', 'FAILED'] as const
export type PaymentState = (typeof paymentStates)[number]
export const paymentState = z.enum(paymentStates).meta({ graphql: 'PaymentState' })

export const lineStatus = z.enum(lineStatuses).meta({ graphql: 'LineStatus' })
export const feeState = z.enum(feeStates).meta({ graphql: 'FeeState' })

/** A student's account of one term. */
export const feeAccountOf = z.object({ termId: id, studentId: id })

/** Fees of one student, each as it was seen. */
const selectedFees = z
  .array(z.object({ feeId: id, version: code(60) }).meta({ graphql: 'SelectedFee' }))
  .min(1, noFeesSelected)
  .max(1000, 'At most 1,000 fees at once')

const wholeChequeNo = 'Cheque Number Should Be Atleast 6 Digits Long!'
const future = 'The collection date cannot be in the future'

export const previewInput = z.object({
  ...feeAccountOf.shape,
  fees: selectedFees,
  amount: somePaise('Amount is required'),
  discount: z.boolean(),
  txnId: text(60).optional(),
})

/** A payment at the counter (specification, section 5: Collection). */
export const collectInput = z
  .object({
    key: requestKey,
    ...feeAccountOf.shape,
    fees: selectedFees,
    amount: somePaise('Amount is required'),
    mode: paymentMode.exclude(['ONLINE']).meta({ graphql: 'CounterMode' }),
    chequeNo: text(30).optional(),
    txnId: text(60).optional(),
    collectedOn: pastDay('Required', future).refine((day) => day >= '2000-01-01', 'This day is too long ago'),
  })
  .superRefine(({ mode, chequeNo = '', txnId = '' }, context) => {
    const refuse = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message })
    if (mode === 'CHEQUE' && !/^[0-9A-Za-z][0-9A-Za-z /-]{5,}$/.test(chequeNo)) refuse('chequeNo', wholeChequeNo)
    if (mode === 'UPI' && txnId === '') refuse('txnId', 'Transaction ID is required')
  })

export const discountInput = z.object({
  key: requestKey,
  ...feeAccountOf.shape,
  fees: selectedFees,
  amount: somePaise('Amount is required'),
  comment: text(200).optional(),
})

export const deleteDiscountsInput = z.object({
  key: requestKey,
  ...feeAccountOf.shape,
  ids: z.array(id).min(1, 'No discounts selected').max(1000, 'At most 1,000 discounts at once'),
  reason: requiredText(200, 'Reason is required'),
})

/** What the form of their deletion asks for. */
export const discountDeletionForm = deleteDiscountsInput.pick({ reason: true })

export const settleChequeInput = z.object({
  key: requestKey,
  id,
  outcome: z.enum(['CLEARED', 'FAILED'], 'Required').meta({ graphql: 'ChequeOutcome' }),
})

export const deletePaymentInput = z.object({
  key: requestKey,
  id,
  reason: requiredText(200, 'Reason is required'),
  /** The reference of the refund; required where the money came online. */
  refundRef: text(60).optional(),
})

/** Said when money that came online is deleted without having been given back (design: safety, money). */
export const refundMissing = "The refund's reference is required"

/** What the form of a deletion asks for; of money that came online, the reference of the refund too. */
export const deletionForm = (online: boolean) =>
  deletePaymentInput.omit({ key: true, id: true }).superRefine(({ refundRef = '' }, context) => {
    if (online && refundRef === '') context.addIssue({ code: 'custom', path: ['refundRef'], message: refundMissing })
  })
