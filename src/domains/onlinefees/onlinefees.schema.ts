import { z } from 'zod'
import { code, day, id, type Message, paise, requestKey, requiredText, text } from '#shared/inputs.ts'
import { phoneField } from '#shared/phones.schema.ts'
import { t } from '#shared/texts.ts'
import { pendingFilter } from '#domains/fees/schemas.exports.ts'
import { templateChannel } from '#domains/messaging/schemas.exports.ts'
import { noticeKinds, orderStates } from './onlinefees.rules.ts'

const required: Message = () => t`Required`
const noFeesSelected: Message = () => t`No Fees Selected`
const daysOutside: Message = () => t`From 1 to 90`

const hasNoSeparator = (value: string) => !value.includes('|')
const noSeparator: Message = () => t`The character | cannot be used here`

/** A text that is part of a gateway hash. It must not contain `|`, the hash's separator. */
const hashedText = (max: number) => requiredText(max).refine(hasNoSeparator, { error: noSeparator })

/** The longest e-mail address that the gateway accepts. */
export const maxEmailLength = 50

const invalidEmail: Message = () => t`This is not an e-mail address`

/** An e-mail address, or an empty text when the payer has none. */
const optionalEmail = text(maxEmailLength)
  .refine(hasNoSeparator, { error: noSeparator })
  .pipe(z.union([z.literal(''), z.email({ error: invalidEmail })], { error: invalidEmail }))

/** The payer (specification, section 5: Online payer). The maximum lengths are the gateway's. */
export const payerForm = z.object({ name: hashedText(60), phone: phoneField, email: optionalEmail.default('') })

const orderFee = z.object({ feeId: id, version: code(60) }).meta({ graphql: 'OrderFeeInput' })
const orderStudent = z
  .object({
    studentId: id,
    fees: z
      .array(orderFee)
      .min(1, { error: noFeesSelected })
      .max(200, { error: () => t`At most 200 fees at once` }),
  })
  .meta({ graphql: 'OrderStudentInput' })

export const createOrderInput = z.object({
  key: requestKey,
  students: z
    .array(orderStudent)
    .min(1, { error: noFeesSelected })
    .max(20, { error: () => t`At most 20 children at once` }),
  /** The price that the page showed. A different price is refused. */
  payable: paise(() => t`Amount is required`),
  payer: payerForm.meta({ graphql: 'PayerForm' }),
})

export const orderState = z.enum(orderStates).meta({ graphql: 'OrderState' })

export const ordersView = z.object({
  termId: id,
  from: day().optional(),
  to: day().optional(),
  state: orderState.nullable().optional(),
  search: text(100).optional(),
  page: z.number().int().min(0).max(1_000_000).optional(),
  pageSize: z.number().int().min(1).max(1000).optional(),
})

export const orderChoice = z.object({ id })

export const noticeKind = z.enum(noticeKinds).meta({ graphql: 'GatewayNoticeKind' })

/** A refund or chargeback that the gateway has told of. */
export const noticeChoice = z.object({ id })

/** How surplus is settled. */
export const surplusOutcome = z.enum(['REFUNDED', 'COLLECTED'], { error: required }).meta({ graphql: 'SurplusOutcome' })

const referenceMissing: Message = () => t`The refund's reference is required`

export const settleSurplusInput = z
  .object({
    key: requestKey,
    id,
    how: surplusOutcome,
    reference: text(60).optional(),
    /** The fees to use it for, each with the version that the user saw. */
    fees: z
      .array(z.object({ feeId: id, version: code(60) }).meta({ graphql: 'SurplusFee' }))
      .max(200)
      .optional(),
  })
  .superRefine(({ how, reference = '', fees = [] }, context) => {
    const refuse = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message })
    if (how === 'REFUNDED' && reference === '') refuse('reference', referenceMissing())
    if (how === 'COLLECTED' && fees.length === 0) refuse('fees', noFeesSelected())
  })

/** The refund form's fields. */
export const refundForm = z.object({ reference: requiredText(60, referenceMissing) })

export const guardianLinksView = z.object({
  termId: id,
  search: text(100).optional(),
  page: z.number().int().min(0).max(1_000_000).optional(),
  pageSize: z.number().int().min(1).max(1000).optional(),
})

/** Makes links for one student or one section; with neither, for every student with pending fees. */
export const makeLinksInput = z.object({
  termId: id,
  studentId: id.optional(),
  sectionId: id.optional(),
  days: z.coerce
    .number({ error: required })
    .int({ error: () => t`Whole days` })
    .min(1, { error: daysOutside })
    .max(90, { error: daysOutside })
    .default(30),
})

export const linkChoice = z.object({ id })

/** Sends a pay link to its phone now. */
export const sendLinkInput = z.object({ key: requestKey, id, channel: templateChannel })

/** A pending list whose families are reminded. */
export const remindersOrder = pendingFilter.extend({
  key: requestKey,
  /** The token that the preview returned. */
  token: requiredText(100),
})
