import { z } from 'zod'
import { day, id, type Message, positivePaise, requestKey, requiredText, share, uploadId } from '#shared/inputs.ts'
import { collapseSpaces } from '#shared/names.ts'
import { t } from '#shared/texts.ts'

const reasonRequired: Message = () => t`Reason is required`
const notADay: Message = () => t`This is not a date`

/** Maps the '' or the empty list of an empty field to null. */
const emptyToNull = (value: unknown) =>
  value === '' || value === undefined || (Array.isArray(value) && value.length === 0) ? null : value

const rate = {
  share: z.preprocess(emptyToNull, share().nullable()),
  amount: z.preprocess(emptyToNull, positivePaise().nullable()),
}

/** Exactly one of the two ways to say how much. */
const oneRate = <Input extends { share: number | null; amount: number | null }>({ share, amount }: Input) =>
  (share === null) !== (amount === null)
const rateMissing = { error: () => t`Enter a per cent or an amount`, path: ['share'] }

const kindFields = {
  name: requiredText(60).transform(collapseSpaces),
  ...rate,
  /** Names of fee categories, because each term has its own; null: all fixed fees. */
  categoryNames: z.preprocess(
    emptyToNull,
    z
      .array(requiredText(100).transform(collapseSpaces))
      .max(100, { error: () => t`At most 100 categories` })
      .nullable(),
  ),
  /** Whether it is proposed for brothers and sisters. */
  forSiblings: z.boolean(),
  /** Whether it is given only with a document that proves it. */
  needsDocument: z.boolean(),
}

export const concessionKindForm = z.object(kindFields).refine(oneRate, rateMissing)
export const concessionKindUpdate = z.object({ id, ...kindFields }).refine(oneRate, rateMissing)

/** What a concession takes off which fees, and from when to when. */
const grantFields = {
  kindId: id,
  ...rate,
  feeCategoryIds: z.preprocess(
    emptyToNull,
    z
      .array(id)
      .max(500, { error: () => t`At most 500 categories` })
      .nullable(),
  ),
  feeIds: z.preprocess(
    emptyToNull,
    z
      .array(id)
      .max(1000, { error: () => t`At most 1,000 fees at once` })
      .nullable(),
  ),
  startsOn: day(notADay),
  /** null: until the term ends. */
  endsOn: z.preprocess(emptyToNull, day(notADay).nullable()),
}

interface GrantInput {
  share: number | null
  amount: number | null
  feeCategoryIds: number[] | null
  feeIds: number[] | null
  startsOn: string
  endsOn: string | null
}

/** Adds the rules between the fields of a concession. */
function checkGrant({ feeCategoryIds, feeIds, startsOn, endsOn, ...input }: GrantInput, context: z.RefinementCtx): void {
  const refuse = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
  if (!oneRate(input)) refuse('share', rateMissing.error())
  if (feeCategoryIds && feeIds) refuse('feeIds', t`Choose categories or single fees`)
  if (endsOn !== null && endsOn < startsOn) refuse('endsOn', t`The last day cannot be before the first`)
}

const students = z
  .array(id)
  .min(1, { error: () => t`No students selected` })
  .max(2000, { error: () => t`At most 2,000 students at once` })

/** The form that gives one student a concession. */
export const concessionForm = z
  .object({ ...grantFields, reason: requiredText(200, reasonRequired), fileId: uploadId.optional() })
  .superRefine(checkGrant)

/** The form that gives several students what is usual for a kind. */
export const concessionForSeveralForm = z.object({
  studentIds: students,
  startsOn: grantFields.startsOn,
  reason: requiredText(200, reasonRequired),
})

/** What a concession would take off, before it is given. */
export const concessionPreviewInput = z.object({ termId: id, studentIds: students, ...grantFields }).superRefine(checkGrant)

/** A concession for one student, or the same one for several. */
export const concessionInput = z
  .object({
    key: requestKey,
    termId: id,
    studentIds: students,
    ...grantFields,
    reason: requiredText(200, reasonRequired),
    /** The document that proves it; of one student only. */
    fileId: uploadId.optional(),
  })
  .superRefine((input, context) => {
    checkGrant(input, context)
    if (input.fileId && input.studentIds.length > 1)
      context.addIssue({ code: 'custom', path: ['fileId'], message: t`A document is of one student` })
  })

export const endConcessionForm = z.object({ endedOn: day(notADay), reason: requiredText(200, reasonRequired) })
export const endConcessionInput = z.object({ key: requestKey, id, ...endConcessionForm.shape })

export const concessionsView = z.object({ termId: id, kindId: id.optional() })

export const proposalSources = ['SIBLINGS', 'EARLIER_TERM'] as const

/** Students who could get a concession of a kind: brothers and sisters, or those who had it in the term before. */
export const concessionProposalsView = z.object({
  termId: id,
  kindId: id,
  source: z.enum(proposalSources).meta({ graphql: 'ConcessionProposalSource' }),
})

export const discountRequestStates = ['WAITING', 'APPROVED', 'REFUSED', 'WITHDRAWN'] as const
export type DiscountRequestState = (typeof discountRequestStates)[number]
export const discountRequestState = z.enum(discountRequestStates).meta({ graphql: 'DiscountRequestState' })

/** What is decided about a discount that waits for approval. */
const decision = { key: requestKey, id }
export const approveDiscountInput = z.object(decision)
export const refuseDiscountForm = z.object({ reason: requiredText(200, reasonRequired) })
export const refuseDiscountInput = z.object({ ...decision, ...refuseDiscountForm.shape })
export const withdrawDiscountInput = z.object(decision)
