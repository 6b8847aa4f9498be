import { z } from 'zod'
import { day, id, type Message, pastDay, requestKey, requiredText, positivePaise, text } from '#shared/inputs.ts'
import { t } from '#shared/texts.ts'
import { rangeProblem } from './expenses.rules.ts'

export const expenseCategoryForm = z.object({ name: requiredText(80) })

export const expenseCategoryId = z.object({ id })

/** The add form. The day of entry is set by the server (specification, section 5: both dates are required). */
export const expenseForm = z.object({
  categoryId: id,
  amount: positivePaise(),
  paidOn: pastDay(undefined, () => t`The paid-on date cannot be in the future`).refine((paidOn) => paidOn >= '2000-01-01', {
    error: () => t`This day is too long ago`,
  }),
  comment: text(300).optional(),
})

export const newExpense = z.object({ key: requestKey, termId: id, ...expenseForm.shape })

export const deleteExpenseInput = z.object({ key: requestKey, id })

const noYear: Message = () => t`Year Is Required`

/** A range of days in a term, both ends included. `termId` is the form's Year. */
export const expenseRange = z
  .object({
    termId: z.coerce
      .number<string | number>({ error: noYear })
      .int({ error: noYear })
      .positive({ error: noYear })
      .meta({ graphql: 'ID' }),
    start: day(() => t`Start Date is Required`),
    end: day(() => t`End Date is Required`),
  })
  .superRefine((range, context) => {
    const problem = rangeProblem(range)
    if (problem !== null) context.addIssue({ code: 'custom', path: ['end'], message: problem })
  })
