import { z } from 'zod'
import { requireLinkEmail, linkFields } from '#shared/documentLink.ts'
import { day, id, type Message, requestKey } from '#shared/inputs.ts'
import { languageField } from '#shared/languages.schema.ts'
import { t } from '#shared/texts.ts'
import { reportTypeNames } from './reportTypes.ts'

export const reportType = z.enum(reportTypeNames, { error: () => t`Required` }).meta({ graphql: 'ReportType' })

/** The value of the section field for all sections that the person sees. */
export const allSections = 'all'

/** The default of the field Late After. */
export const defaultLateAfter = '08:00'

/** Longest range of days: a school year from April to March, with some days on both sides. */
const mostDays = 400

const noSection: Message = () => t`Section Is Required`

const section = z
  .string({ error: noSection })
  .regex(/^(all|[1-9]\d{0,15})$/, { error: noSection })
  .transform((value) => (value === allSections ? null : Number(value)))
  .meta({ graphql: 'ID' })

const requiredId = (error: Message) =>
  z.coerce.number<string | number>({ error }).int({ error }).positive({ error }).meta({ graphql: 'ID' })

const reportFields = {
  reportType,
  /** A section's id, or `all`. */
  section,
  currentTerm: requiredId(() => t`Year Is Required`),
  start: day(() => t`Start Date is Required`),
  end: day(() => t`End Date is Required`),
  /** The teacher or admin whose view is reported, for a SUPERADMIN only; null for everything the person sees. */
  teacherId: id.nullish(),
  /** `HH:mm`; used by the types with the field Late After. */
  lateAfter: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: () => t`Write the time as 08:00` })
    .nullish(),
  /** English where nobody asked for another one: orders had none once. */
  language: languageField.default('en'),
}

function checkRange(context: { value: { start: string; end: string }; issues: z.core.$ZodRawIssue[] }): void {
  const { start, end } = context.value
  const refuse = (message: string) =>
    context.issues.push({ code: 'custom', path: ['end'], message, input: context.value, continue: true })
  if (end < start) refuse(t`End Date is before the start`)
  else if (Date.parse(end) - Date.parse(start) > mostDays * 86_400_000) refuse(t`At most ${mostDays} days`)
}

/** The settings of a report, as its order stores them. */
export const reportParams = z.object(reportFields).check(checkRange)
export type ReportParams = z.output<typeof reportParams>

/** The form of a report (specification, section 5). */
export const reportOrder = z
  .object({ key: requestKey, ...reportFields, ...linkFields })
  .check(checkRange)
  .check(requireLinkEmail)

export const reportChoicesView = z.object({ termId: id })
