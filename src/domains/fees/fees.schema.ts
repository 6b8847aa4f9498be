import { z } from 'zod'
import { day, id, type Message, paise, positivePaise, requiredText, text } from '#shared/inputs.ts'
import { collapseSpaces } from '#shared/names.ts'
import { t } from '#shared/texts.ts'
import { type CategoryScope, categoryScopes } from './feeRules.rules.ts'
import { bankAccountProblem } from './fees.rules.ts'
import { lateFeeKinds } from './lateFee.rules.ts'
import { month } from './months.schema.ts'

const required: Message = () => t`Required`
const noRows: Message = () => t`The file has no rows.`

/** The name of a category or a fee. Runs of spaces become one, so that equal names look equal. */
const name = requiredText(100).transform(collapseSpaces)

/** Maps the '' of an empty form choice to null. */
const emptyToNull = (value: unknown) => (value === '' || value === undefined ? null : value)

const bankAccountId = z.preprocess(emptyToNull, id.nullable())

const count = z.number().int().min(0).max(1_000_000)

/** The term of a list. */
export const termChoice = z.object({ termId: id })

/** The id of a category or fee to delete. */
export const rowId = z.object({ id })

/** For which classes a category is; the ids count for CLASSES only. */
export const categoryScope = z.enum(categoryScopes, { error: required }).meta({ graphql: 'FeeCategoryScope' })
const scopeClassIds = z.array(id).max(500, { error: () => t`At most 500 classes at once` })

/**
 * The classes of a category. Without `scope` they stay as they are. `apply` assigns the students of these classes now,
 * and removes those of other classes whom a rule had assigned; it holds the numbers that the form has shown.
 */
const categoryRule = {
  scope: categoryScope.optional(),
  classIds: scopeClassIds.optional(),
  apply: z.object({ added: count, removed: count }).nullish(),
}

export const lateFeeKind = z.enum(lateFeeKinds, { error: required }).meta({ graphql: 'LateFeeKind' })
const graceDays: Message = () => t`Days from 0 to 366`

const lateFeeRule = z
  .object({
    kind: lateFeeKind,
    amount: positivePaise(() => t`Amount is required`),
    graceDays: z.coerce
      .number({ error: graceDays })
      .int({ error: graceDays })
      .min(0, { error: graceDays })
      .max(366, { error: graceDays }),
    max: z.preprocess(emptyToNull, paise().nullable()),
  })
  .check(({ value: { kind, amount, max }, issues }) => {
    if (kind !== 'BY_DAY' || (max !== null && max >= amount)) return
    const message = max === null ? t`Enter the highest late fee of one fee` : t`The highest late fee is less than one day’s`
    issues.push({ code: 'custom', message, path: ['max'], input: max })
  })
  .meta({ graphql: 'LateFeeRuleInput' })

/** The late fee rule of a category; null for none, and a form's choice of none too. `max` counts for BY_DAY only. */
const lateFee = z.preprocess((value) => (hasKind(value) ? value : value === undefined ? undefined : null), lateFeeRule.nullish())

function hasKind(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind !== ''
}

export const feeCategoryForm = z.object({ termId: id, name, bankAccountId, lateFee, ...categoryRule }).check(requireClasses)

/** Without `lateFee` the rule stays as it is. */
export const feeCategoryUpdate = z.object({ id, name, bankAccountId, lateFee, ...categoryRule }).check(requireClasses)

/** The students whom a category's classes would add and remove; without `id` those of a new category. */
export const feeCategoryRuleView = z
  .object({ termId: id, id: id.optional(), scope: categoryScope, classIds: scopeClassIds })
  .check(requireClasses)

function requireClasses({ value, issues }: z.core.ParsePayload<{ scope?: CategoryScope; classIds?: number[] }>): void {
  if (value.scope !== 'CLASSES' || (value.classIds?.length ?? 0) > 0) return
  issues.push({ code: 'custom', message: t`Choose at least one class`, path: ['classIds'], input: value.classIds })
}

/**
 * Moves of students to sections of a term, to see what the rules change. Without a student it is a new one, with the
 * day of admission if it is known.
 */
export const feeMovesView = z.object({
  termId: id,
  moves: z
    .array(z.object({ studentId: id.optional(), sectionId: id, joinedOn: day().optional() }))
    .min(1, { error: required })
    .max(50_000, { error: () => t`At most 50,000 rows at once.` }),
})

/** A section that comes to another class of its term, to see what the rules change for its students. */
export const sectionFeeMovesView = z.object({ sectionId: id, classId: id })

/**
 * Returns the category schema of a school: a bank account is required when the school has online fees (specification,
 * section 5).
 */
export function feeCategoryFormFor<Schema extends z.ZodType<{ bankAccountId: number | null }>>(
  schema: Schema,
  onlineFees: boolean,
): Schema {
  return schema.check((context) => {
    const message = bankAccountProblem(onlineFees, context.value.bankAccountId)
    if (message) context.issues.push({ code: 'custom', message, path: ['bankAccountId'], input: context.value.bankAccountId })
  })
}

/** One row of FeesCategoriesTemplate.csv. */
export const feeCategoryRow = z.object({ name, bankAccountId: text(15) })

export const feeCategoryImport = z.object({
  termId: id,
  rows: z
    .array(feeCategoryRow)
    .min(1, { error: noRows })
    .max(2000, { error: () => t`At most 2,000 categories at once.` }),
})

const noCategories: Message = () => t`Select Applicable Fees Categories`
const noMonths: Message = () => t`Select at least one month`

/** An amount that defaults to 0. */
const optionalAmount = z.preprocess((value) => (value === '' ? undefined : value), paise().default(0))

const chosenCategories = z
  .array(id)
  .min(1, { error: noCategories })
  .max(500, { error: () => t`At most 500 categories at once` })

const dueOn = z.preprocess(emptyToNull, day(() => t`This is not a date`).nullable())

/**
 * A fee for each of the categories and months; without months it is paid one time, by `dueOn` or the start of its term.
 * A fee that is not fixed has no amount, and one of a month no date of its own: they are ignored.
 */
export const feeForm = z.object({
  feeCategoryIds: chosenCategories,
  name,
  fixedAmount: z.boolean({ error: required }),
  amount: optionalAmount,
  months: z.array(month).max(12),
  dueOn,
})

/** The two modes of the Add Fees form. */
export const oneTimeFeeForm = feeForm.extend({ months: z.array(month).max(1) })
export const monthlyFeeForm = feeForm.extend({ months: z.array(month).min(1, { error: noMonths }) })

const feeFields = { name, amount: paise(() => t`Amount is required`), month: z.preprocess(emptyToNull, month.nullable()), dueOn }

/**
 * A change of a fee. Without `fixedAmount` it keeps its kind; `month` null means one time. `seen` is the fee as the
 * form loaded it, so that a stale form cannot undo a later change.
 */
export const feeUpdate = z.object({
  id,
  ...feeFields,
  fixedAmount: z.boolean().optional(),
  seen: z.object({ ...feeFields, fixedAmount: z.boolean() }),
})

/** All fees of a category, in the new order. */
export const feeOrder = z.object({
  feeCategoryId: id,
  feeIds: z.array(id).min(1, { error: required }).max(10_000),
})

/** The fees of a term, or of one of its categories. */
export const feesView = z.object({ termId: id, feeCategoryId: id.optional() })

const optionalIds = z.array(id).max(20_000).optional()

/** The students of an assignment: single students and all students of sections and classes, in the category's term. */
export const feeAssignment = z
  .object({ feeCategoryId: id, studentIds: optionalIds, sectionIds: optionalIds, classIds: optionalIds })
  .refine((chosen) => [chosen.studentIds, chosen.sectionIds, chosen.classIds].some((list) => list && list.length > 0), {
    error: () => t`No students selected`,
    path: ['studentIds'],
  })

/** The students of a category's term: of one section, matching a search, or only those who pay the category. */
export const feeCategoryStudentsView = z.object({
  feeCategoryId: id,
  sectionId: id.optional(),
  search: text(100).optional(),
  assigned: z.boolean().optional(),
})

export const feeCategoryChoice = z.object({ feeCategoryId: id })

export const studentFeeCategoriesView = z.object({ termId: id, studentId: id })

const studentCategoryIds = z.array(id).max(500)

/** The months for which a student pays a category, and the part of the first that is asked, in thousandths. */
const categoryMonths = z.object({
  feeCategoryId: id,
  months: z.array(month).max(12),
  firstPart: z.int().min(1).max(999).nullable().optional(),
})
const categoriesMonths = z.array(categoryMonths).max(500)

/**
 * All categories a student pays in a term; categories that are left out are removed. `months` are those of the
 * categories that are paid for some months only; without it, those that stay keep theirs. `seen` and `seenMonths` are
 * the categories when the form was loaded, so that a stale form cannot undo a later change.
 */
export const studentFeeCategoriesForm = z.object({
  termId: id,
  studentId: id,
  feeCategoryIds: studentCategoryIds,
  months: categoriesMonths.optional(),
  seen: studentCategoryIds,
  seenMonths: categoriesMonths.optional(),
})

/** Categories of a term that a student pays or is to be given, and for which months. */
export const askedByMonthsView = z.object({
  termId: id,
  studentId: id,
  feeCategoryIds: studentCategoryIds,
  months: categoriesMonths,
})

/** One row of FeesAssignmentTemplate.csv: a student by register no., otherwise by class, section and roll. */
export const feeAssignmentRow = z.object({
  class: text(60).transform(collapseSpaces),
  section: text(60).transform(collapseSpaces),
  roll: text(12),
  registerNo: text(60),
  feeCategory: name,
})

export const feeAssignmentImport = z.object({
  termId: id,
  rows: z
    .array(feeAssignmentRow)
    .min(1, { error: noRows })
    .max(50_000, { error: () => t`At most 50,000 rows at once.` }),
})
