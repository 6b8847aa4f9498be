import { z } from 'zod'
import { requireLinkEmail, linkFields } from '#shared/documentLink.ts'
import { day, id, requestKey } from '#shared/inputs.ts'
import { reportTypeNames } from './reportTypes.ts'

export const reportType = z.enum(reportTypeNames, 'Required').meta({ graphql: 'ReportType' })

/** The value of the form's section that stands for all sections the person sees. */
export const allSections = 'all'

/** Who comes in after this is late, unless the form says otherwise. */
export const usualLateAfter = '08:00'

/** A year and a bit: a school's year from April to March, and what hangs over at both ends. */
const longestRange = 400

const section = z
  .string('Section Is Required')
  .regex(/^(all|[1-9]\d{0,15})$/, 'Section Is Required')
  .transform((value) => (value === allSections ? null : Number(value)))
  .meta({ graphql: 'ID' })

const chosenId = (message: string) =>
  z.coerce.number<string | number>(message).int(message).positive(message).meta({ graphql: 'ID' })

const what = {
  reportType,
  /** A section's id, or `all`. */
  section,
  currentTerm: chosenId('Year Is Required'),
  start: day('Start Date is Required'),
  end: day('End Date is Required'),
  /** Whose sections it is about; only a SUPERADMIN is asked. null: everything the person sees. */
  teacherId: id.nullish(),
  /** `HH:mm`; read by the types that ask for it. */
  lateAfter: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Write the time as 08:00')
    .nullish(),
}

function inOrder(context: { value: { start: string; end: string }; issues: z.core.$ZodRawIssue[] }): void {
  const { start, end } = context.value
  const refuse = (message: string) =>
    context.issues.push({ code: 'custom', path: ['end'], message, input: context.value, continue: true })
  if (end < start) refuse('End Date is before the start')
  else if (Date.parse(end) - Date.parse(start) > longestRange * 86_400_000) refuse(`At most ${longestRange} days`)
}

/** What a report is of: what its order keeps. */
export const reportParams = z.object(what).check(inOrder)
export type ReportParams = z.output<typeof reportParams>

/** A report's form (specification, section 5). */
export const reportOrder = z
  .object({ key: requestKey, ...what, ...linkFields })
  .check(inOrder)
  .check(requireLinkEmail)

export const reportChoicesView = z.object({ termId: id })
