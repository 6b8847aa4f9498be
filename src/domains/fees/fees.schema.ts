import { z } from 'zod'
import { id, paise, requiredText, text } from '#shared/inputs.ts'
import { collapseSpaces } from '#shared/names.ts'
import { accountMissing } from './fees.rules.ts'
import { month } from './months.ts'

/** The name of a category or a fee; spaces inside are single, so that equal names look equal. */
const name = requiredText(100).transform(collapseSpaces)

/** A choice that may be left open: forms hold '' for it. */
const orNone = (value: unknown) => (value === '' || value === undefined ? null : value)

const bankAccountId = z.preprocess(orNone, id.nullable())

/** Which term a list is of. */
export const termChoice = z.object({ termId: id })

/** What deletes name: a category or a fee. */
export const rowId = z.object({ id })

export const feeCategoryForm = z.object({ termId: id, name, bankAccountId })

export const feeCategoryUpdate = z.object({ id, name, bankAccountId })

/** The form of a school: a bank account is required when it has online fees (specification, section 5). */
export function feeCategoryFormFor<Schema extends z.ZodType<{ bankAccountId: number | null }>>(
  schema: Schema,
  onlineFees: boolean,
): Schema {
  return schema.check((context) => {
    const message = accountMissing(onlineFees, context.value.bankAccountId)
    if (message) context.issues.push({ code: 'custom', message, path: ['bankAccountId'], input: context.value.bankAccountId })
  })
}

/** One line of FeesCategoriesTemplate.csv. */
export const feeCategoryRow = z.object({ name, bankAccountId: text(15) })

export const feeCategoryImport = z.object({
  termId: id,
  rows: z.array(feeCategoryRow).min(1, 'The file has no rows.').max(2000, 'At most 2,000 categories at once.'),
})

const noCategories = 'Select Applicable Fees Categories'
const noMonths = 'Select at least one month'

/** An amount that is 0 when nothing was typed. */
const amountOrNothing = z.preprocess((value) => (value === '' ? undefined : value), paise().default(0))

const chosenCategories = z.array(id).min(1, noCategories).max(500, 'At most 500 categories at once')

/**
 * A fee for each of the chosen categories and months; without months it is paid one time. What is not fixed has no amount: the
 * one given is left aside.
 */
export const feeForm = z.object({
  feeCategoryIds: chosenCategories,
  name,
  fixedAmount: z.boolean('Required'),
  amount: amountOrNothing,
  months: z.array(month).max(12),
})

/** The form Add Fees in its two modes. */
export const oneTimeFeeForm = feeForm.extend({ months: z.array(month).max(1) })
export const monthlyFeeForm = feeForm.extend({ months: z.array(month).min(1, noMonths) })

const ofFee = { name, amount: paise('Amount is required'), month: z.preprocess(orNone, month.nullable()) }

/**
 * Without `fixedAmount` it stays as it is. `month` null means one time. `seen` is the fee as the form was opened with it, so that
 * nobody sets back what somebody else has changed since.
 */
export const feeUpdate = z.object({
  id,
  ...ofFee,
  fixedAmount: z.boolean().optional(),
  seen: z.object({ ...ofFee, fixedAmount: z.boolean() }),
})

/** All fees of a category in their new order. */
export const feeOrder = z.object({
  feeCategoryId: id,
  feeIds: z.array(id).min(1, 'Required').max(10_000),
})

/** The fees of a term, or of one of its categories. */
export const feesView = z.object({ termId: id, feeCategoryId: id.optional() })

const ids = z.array(id).max(20_000).optional()

/** Whom an assignment is about: students, and all students of sections and classes, of the category's term. */
export const feeAssignment = z
  .object({ feeCategoryId: id, studentIds: ids, sectionIds: ids, classIds: ids })
  .refine((chosen) => [chosen.studentIds, chosen.sectionIds, chosen.classIds].some((list) => list && list.length > 0), {
    message: 'No students selected',
    path: ['studentIds'],
  })

/** The students of a category's term: of one section, by a part of a name, register no. or phone, or only those who pay it. */
export const feeCategoryStudentsView = z.object({
  feeCategoryId: id,
  sectionId: id.optional(),
  search: text(100).optional(),
  assigned: z.boolean().optional(),
})

export const feeCategoryChoice = z.object({ feeCategoryId: id })

export const studentFeeCategoriesView = z.object({ termId: id, studentId: id })

const categoriesOfStudent = z.array(id).max(500)

/**
 * All categories a student pays in a term; those left out are taken away. `seen` are those she paid when the form was opened, so
 * that nobody sets back what somebody else has changed since.
 */
export const studentFeeCategoriesForm = z.object({
  termId: id,
  studentId: id,
  feeCategoryIds: categoriesOfStudent,
  seen: categoriesOfStudent,
})

/** One line of FeesAssignmentTemplate.csv: a student by register no., otherwise by class, section and roll. */
export const feeAssignmentRow = z.object({
  class: text(60).transform(collapseSpaces),
  section: text(60).transform(collapseSpaces),
  roll: text(12),
  registerNo: text(60),
  feeCategory: name,
})

export const feeAssignmentImport = z.object({
  termId: id,
  rows: z.array(feeAssignmentRow).min(1, 'The file has no rows.').max(50_000, 'At most 50,000 rows at once.'),
})
