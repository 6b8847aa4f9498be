import { z } from 'zod'
import { addDays, schoolDay } from '#shared/dates.ts'
import { day, id, lines, pastDay, requestKey, requiredText, text } from '#shared/inputs.ts'
import { t } from '#shared/texts.ts'
import { messagesOrder } from '#domains/messaging/schemas.exports.ts'
import { caseRules, type RuleName } from './attention.rules.ts'

/**
 * The lists of cases. OPEN: what needs somebody now. TODAY: of these, whose day to look again has come. WAITING:
 * those whose day is still to come. MINE: the viewer's own open ones, waiting or not. CLOSED.
 */
export const caseLists = ['OPEN', 'TODAY', 'MINE', 'WAITING', 'CLOSED'] as const
export type CaseList = (typeof caseLists)[number]

export const casesView = z.object({
  list: z.enum(caseLists, { error: () => t`Required` }).meta({ graphql: 'AttentionList' }),
  classId: id.optional(),
  sectionId: id.optional(),
  /** A student's name, register number or roll. */
  search: text(100).optional(),
  /** From 0. */
  page: z.number().int().min(0).max(100_000).optional(),
  pageSize: z.number().int().min(1).max(1000).optional(),
})

export const caseId = z.object({ id })

export const casesOfStudentView = z.object({ studentId: id })

/** The latest day to look again, in days from today. */
const longestWait = 180

/** A day to look again: from tomorrow on. */
const lookAgainDay = day()
  .refine((value) => value > schoolDay(new Date()), { error: () => t`A day from tomorrow on` })
  .refine((value) => value <= addDays(schoolDay(new Date()), longestWait), {
    error: () => t`At most ${longestWait} days from now`,
  })

const emptyToUndefined = (value: unknown) => (value === '' || value === null ? undefined : value)

const noteFields = z.object({
  kind: z.enum(['CALL', 'NOTE'], { error: () => t`Required` }).meta({ graphql: 'AttentionNoteKind' }),
  /** When it was. */
  day: pastDay().refine((value) => value >= addDays(schoolDay(new Date()), -longestWait), {
    error: () => t`This day is too long ago`,
  }),
  person: text(100).default(''),
  said: lines(1000).default(''),
  agreed: lines(500).default(''),
  lookAgainOn: z.preprocess(emptyToUndefined, lookAgainDay.optional()),
})

function requireWhatWasSaid(
  { kind, person, said }: { kind: 'CALL' | 'NOTE'; person: string; said: string },
  context: z.core.$RefinementCtx,
): void {
  const missing = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
  if (kind === 'CALL' && person === '') missing('person', t`Write who was called`)
  if (said === '') missing('said', kind === 'CALL' ? t`Write what was said` : t`Write the note`)
}

/** What was done about a case: a call, with who was called, or a note. */
export const noteForm = noteFields.superRefine(requireWhatWasSaid)

export const caseNote = noteFields.extend({ key: requestKey, id }).superRefine(requireWhatWasSaid)

/** Without a user nobody has the case. */
export const caseOwner = z.object({ id, ownerId: z.preprocess(emptyToUndefined, id.optional()) })

/** Without a day the case is on the board now. */
export const caseLookAgain = z.object({ id, lookAgainOn: z.preprocess(emptyToUndefined, lookAgainDay.optional()) })

export const closeForm = z.object({ reason: requiredText(500, () => t`Write why the case is closed`) })

export const caseClose = closeForm.extend({ id })

/** A notice to the family of a case: the template with what it says, and the token of its preview. */
export const caseMessage = messagesOrder
  .pick({ templateId: true, text: true, otherTexts: true, key: true, token: true })
  .extend({ id })

const whole = (rule: RuleName) => {
  const { min, max } = caseRules[rule]
  return { error: () => t`A whole number from ${min} to ${max}` }
}

/** A number of a form, typed as text. */
const typedNumber = (value: unknown) => {
  if (typeof value !== 'string') return value
  return /^\d{1,4}$/.test(value.trim()) ? Number(value) : value.trim() === '' ? undefined : value
}

const threshold = (rule: RuleName) =>
  z.preprocess(
    typedNumber,
    z
      .number({ error: ({ input }) => (input === undefined ? t`Required` : whole(rule).error()) })
      .int(whole(rule))
      .min(caseRules[rule].min, whole(rule))
      .max(caseRules[rule].max, whole(rule)),
  )

const ruleForm = <Rule extends RuleName>(rule: Rule) => z.object({ enabled: z.boolean(), threshold: threshold(rule) })

/** The rules of a school, each with its limit. */
export const rulesForm = z.object({
  absentRun: ruleForm('ABSENT_RUN'),
  lowShare: ruleForm('LOW_SHARE'),
  fall: ruleForm('FALL'),
  weekday: ruleForm('WEEKDAY'),
  gate: ruleForm('GATE'),
  overdue: ruleForm('OVERDUE'),
})

/** The rules by their fields in the form. */
export const ruleOfField: Readonly<Record<keyof z.output<typeof rulesForm>, RuleName>> = {
  absentRun: 'ABSENT_RUN',
  lowShare: 'LOW_SHARE',
  fall: 'FALL',
  weekday: 'WEEKDAY',
  gate: 'GATE',
  overdue: 'OVERDUE',
}
