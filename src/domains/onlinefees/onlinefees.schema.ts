import { z } from 'zod'
import { code, day, id, paise, requestKey, requiredText, text } from '#shared/inputs.ts'
import { phoneField } from '#shared/phones.ts'
import { templateChannel } from '#domains/messaging/schemas.exports.ts'
import { orderStates } from './onlinefees.rules.ts'

/** What goes into a hash of the gateway: its parts are told apart by `|`. */
const hashed = (max: number, message = 'Required') =>
  requiredText(max, message).refine((value) => !value.includes('|'), 'The character | cannot be used here')

/** The gateway takes no longer e-mail. */
export const longestEmail = 50

const notAnEmail = 'This is not an e-mail address'

/** An e-mail, or nothing where the payer has none. */
const optionalEmail = text(longestEmail)
  .refine((value) => !value.includes('|'), 'The character | cannot be used here')
  .pipe(z.union([z.literal(''), z.email(notAnEmail)], notAnEmail))

/** Who pays (specification, section 5: Online payer). The lengths are the gateway's. */
export const payerForm = z.object({ name: hashed(60), phone: phoneField, email: optionalEmail.default('') })

const orderFee = z.object({ feeId: id, version: code(60) }).meta({ graphql: 'OrderFeeInput' })
const orderStudent = z
  .object({ studentId: id, fees: z.array(orderFee).min(1, 'No Fees Selected').max(200, 'At most 200 fees at once') })
  .meta({ graphql: 'OrderStudentInput' })

export const createOrderInput = z.object({
  key: requestKey,
  students: z.array(orderStudent).min(1, 'No Fees Selected').max(20, 'At most 20 children at once'),
  /** What the page showed; another price is refused. */
  payable: paise('Amount is required'),
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

const referenceMissing = "The refund's reference is required"

export const settleSurplusInput = z
  .object({
    key: requestKey,
    id,
    how: z.enum(['REFUNDED', 'COLLECTED'], 'Required').meta({ graphql: 'SurplusOutcome' }),
    reference: text(60).optional(),
    /** The fees it is used for, each as it was seen. */
    fees: z
      .array(z.object({ feeId: id, version: code(60) }).meta({ graphql: 'SurplusFee' }))
      .max(200)
      .optional(),
  })
  .superRefine(({ how, reference = '', fees = [] }, context) => {
    const refuse = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message })
    if (how === 'REFUNDED' && reference === '') refuse('reference', referenceMissing)
    if (how === 'COLLECTED' && fees.length === 0) refuse('fees', 'No Fees Selected')
  })

/** What the form of a refund asks for. */
export const refundForm = z.object({ reference: requiredText(60, referenceMissing) })

export const guardianLinksView = z.object({
  termId: id,
  search: text(100).optional(),
  page: z.number().int().min(0).max(1_000_000).optional(),
  pageSize: z.number().int().min(1).max(1000).optional(),
})

/** For one student, a section, or, with neither, everybody with pending fees. */
export const makeLinksInput = z.object({
  termId: id,
  studentId: id.optional(),
  sectionId: id.optional(),
  days: z.coerce.number('Required').int('Whole days').min(1, 'From 1 to 90').max(90, 'From 1 to 90').default(30),
})

export const linkChoice = z.object({ id })

/** A pay link that goes to its phone now. */
export const sendLinkInput = z.object({ key: requestKey, id, channel: templateChannel })
