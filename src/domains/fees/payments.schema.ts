import { z } from 'zod'
import { code, day, id, type Message, pastDay, requestKey, requiredText, positivePaise, text } from '#shared/inputs.ts'
import { counterModeNames, counterModes, paymentModeNames, transferKinds } from '#shared/paymentModes.ts'
import { t } from '#shared/texts.ts'
import { feeStates, lineStatuses, noFeesSelected } from './account.rules.ts'
import { dueStates } from './due.rules.ts'
import { instrumentDateProblem } from './instruments.rules.ts'
import { upiReferencePattern } from './upi.rules.ts'

const required: Message = () => t`Required`
const amountRequired: Message = () => t`Amount is required`
const reasonRequired: Message = () => t`Reason is required`

export const paymentMode = z.enum(paymentModeNames, { error: required }).meta({ graphql: 'PaymentMode' })

/** A cheque is CLEARING until the bank has answered. All other money is COLLECTED from the start. */
export const paymentStates = ['COLLECTED', 'CLEARING', 'FAILED'] as const
export type PaymentState = (typeof paymentStates)[number]
export const paymentState = z.enum(paymentStates).meta({ graphql: 'PaymentState' })

export const transferKind = z.enum(transferKinds).meta({ graphql: 'TransferKind' })

export const lineStatus = z.enum(lineStatuses).meta({ graphql: 'LineStatus' })
export const dueStateInput = z.enum(dueStates).meta({ graphql: 'DueState' })
export const feeState = z.enum(feeStates).meta({ graphql: 'FeeState' })

/** Identifies a student's account of one term. */
export const feeAccountKey = z.object({ termId: id, studentId: id })

/** Fees of one student, each with the version that the clerk saw. */
export const selectedFees = z
  .array(z.object({ feeId: id, version: code(80) }).meta({ graphql: 'SelectedFee' }))
  .min(1, { error: noFeesSelected })
  .max(1000, { error: () => t`At most 1,000 fees at once` })

const dateInFuture: Message = () => t`The collection date cannot be in the future`

/** What an amount is: money, a discount or write-off, or a waiver of late fees. */
export const previewKinds = ['PAYMENT', 'REDUCTION', 'WAIVER'] as const
export type PreviewKind = (typeof previewKinds)[number]

export const previewInput = z.object({
  ...feeAccountKey.shape,
  fees: selectedFees,
  amount: positivePaise(amountRequired),
  kind: z.enum(previewKinds, { error: required }).meta({ graphql: 'PreviewKind' }),
  /** The day of a payment, for its late fees; today by default. */
  collectedOn: day(() => t`This is not a date`).optional(),
  txnId: text(60).optional(),
})

/** A payment at the counter (specification, section 5: Collection). */
export const collectInput = z
  .object({
    key: requestKey,
    ...feeAccountKey.shape,
    fees: selectedFees,
    amount: positivePaise(amountRequired),
    mode: z.enum(counterModeNames, { error: required }).meta({ graphql: 'CounterMode' }),
    chequeNo: text(30).optional(),
    txnId: text(60).optional(),
    transferKind: transferKind.optional(),
    cardLast4: text(4)
      .refine((digits) => /^[0-9]{4}$/.test(digits), { error: () => t`Enter the last 4 digits of the card` })
      .optional(),
    bankName: text(60).optional(),
    /** The reference in the QR code that the parent was shown, for UPI. */
    upiRef: code(35).regex(upiReferencePattern).optional(),
    instrumentOn: day(() => t`This is not a date`).optional(),
    collectedOn: pastDay(required, dateInFuture).refine((day) => day >= '2000-01-01', {
      error: () => t`This day is too long ago`,
    }),
  })
  .superRefine((input, context) => {
    const { reference, details } = counterModes[input.mode]
    const refuse = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message })
    if (reference && !reference.rule.pattern.test(input[reference.field] ?? '')) refuse(reference.field, reference.rule.message)
    for (const { field, required: sentence } of details) if (sentence && !input[field]) refuse(field, sentence)
    const dateProblem = instrumentDateProblem(input)
    if (dateProblem !== null) refuse('instrumentOn', dateProblem)
  })

export const discountInput = z.object({
  key: requestKey,
  ...feeAccountKey.shape,
  fees: selectedFees,
  amount: positivePaise(amountRequired),
  /** Why. Discounts from before reasons were required may have none. */
  comment: requiredText(200, reasonRequired),
})

/** A due that the school gives up. */
export const writeOffInput = z.object(discountInput.shape)

/** A late fee, or a part of it, that the school does not ask for. */
export const waiveLateFeeInput = z.object(discountInput.shape)

export const deleteDiscountsInput = z.object({
  key: requestKey,
  ...feeAccountKey.shape,
  ids: z
    .array(id)
    .min(1, { error: () => t`No discounts selected` })
    .max(1000, { error: () => t`At most 1,000 discounts at once` }),
  reason: requiredText(200, reasonRequired),
})

export const deleteWriteOffsInput = z.object({
  ...deleteDiscountsInput.shape,
  ids: z
    .array(id)
    .min(1, { error: () => t`No write-offs selected` })
    .max(1000, { error: () => t`At most 1,000 write-offs at once` }),
})

export const undoWaiversInput = z.object({
  ...deleteDiscountsInput.shape,
  ids: z
    .array(id)
    .min(1, { error: () => t`No waivers selected` })
    .max(1000, { error: () => t`At most 1,000 waivers at once` }),
})

/** The fields of the form that deletes discounts, write-offs or waivers. */
export const discountDeletionForm = deleteDiscountsInput.pick({ reason: true })

export const settleChequeInput = z.object({
  key: requestKey,
  id,
  outcome: z.enum(['CLEARED', 'FAILED'], { error: required }).meta({ graphql: 'ChequeOutcome' }),
})

export const deletePaymentInput = z.object({
  key: requestKey,
  id,
  reason: requiredText(200, reasonRequired),
  /** The reference of the refund; required for online money. */
  refundRef: text(60).optional(),
})

/** Error when an online payment is deleted without the reference of its refund (design: safety, money). */
export const refundMissing = () => t`The refund's reference is required`

/** Returns the schema of the form that deletes a payment. Online money needs the reference of its refund. */
export const paymentDeletionForm = (online: boolean) =>
  deletePaymentInput.omit({ key: true, id: true }).superRefine(({ refundRef = '' }, context) => {
    if (online && refundRef === '') context.addIssue({ code: 'custom', path: ['refundRef'], message: refundMissing() })
  })
