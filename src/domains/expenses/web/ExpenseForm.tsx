import { t } from '@lingui/core/macro'
import { useEffect } from 'react'
import { useNavigate } from '#ui/navigation.tsx'
import { type Day, showDay } from '#shared/dates.ts'
import { showMoney } from '#shared/money.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { ChoiceField } from '#ui/forms/ChoiceField.tsx'
import { CommandForm, FormWide } from '#ui/forms/CommandForm.tsx'
import { DateField } from '#ui/forms/DateField.tsx'
import { MoneyField } from '#ui/forms/MoneyField.tsx'
import { TextField } from '#ui/forms/TextField.tsx'
import { useCommandForm } from '#ui/forms/useCommandForm.ts'
import { failedOrUnknownMessage } from '#ui/requestKey.ts'
import { showSuccess } from '#ui/snackbars.ts'
import { useMoneyDays } from '#ui/useMoneyDays.ts'
import { expenseForm } from '../expenses.schema.ts'
import { AddExpenseDocument, type ExpenseCategoryRowFragment } from './expenses.graphql.ts'
import { entriesAddress } from './expenseRange.ts'
import styles from './ExpenseForm.module.css'

export interface ExpenseFormProps {
  today: Day
  categories: readonly ExpenseCategoryRowFragment[]
}

/**
 * The form that adds expenses. It works by keyboard alone, and the focus returns to the first field after each expense.
 */
export function ExpenseForm({ today, categories }: ExpenseFormProps) {
  const { schoolId, termId } = useActiveSchool()
  const navigate = useNavigate()
  const command = useCommandForm({
    schema: expenseForm,
    mutation: AddExpenseDocument,
    defaultValues: { categoryId: '', paidOn: today, comment: '' },
    variables: (input, key) => ({
      schoolId,
      input: { key, termId, ...input, categoryId: String(input.categoryId), comment: input.comment ?? '' },
    }),
    failure: failedOrUnknownMessage(t`The expense has not been added.`),
    resetOnSuccess: 'categoryId',
    onDone: ({ addExpense: { categoryName, amount, paidOn } }) => {
      const [money, day] = [showMoney(amount), showDay(paidOn)]
      const entries = entriesAddress({ termId, start: paidOn, end: paidOn })
      if (paidOn === today) showSuccess(t`${categoryName} ${money} has been added successfully!`)
      else
        showSuccess(t`${categoryName} ${money} has been added successfully! It is booked on ${day}.`, {
          label: t`Show`,
          onClick: () => navigate(entries),
        })
    },
  })
  const { setFocus } = command.form
  const days = useMoneyDays(termId)
  const paidOn = command.form.watch('paidOn')
  useEffect(() => {
    // On a touch screen the keyboard would cover the page, so nothing is focused.
    if (matchMedia('(hover: hover)').matches) setFocus('categoryId')
  }, [setFocus])
  return (
    <CommandForm command={command} submitLabel={t`Add Expense`}>
      <FormWide>
        <div className={styles.grid}>
          <ChoiceField
            name="categoryId"
            label={t`Category`}
            required
            highlightFirst
            options={categories.map(({ id, name }) => ({ value: id, label: name }))}
          />
          <MoneyField name="amount" label={t`Amount`} required />
          <DateField
            name="paidOn"
            label={t`Paid On`}
            required
            {...(days.min ? { min: days.min } : {})}
            max={today}
            hint={days.problemOf(String(paidOn)) ?? ''}
          />
          <TextField name="comment" label={t`Comment`} autoComplete="off" />
        </div>
      </FormWide>
    </CommandForm>
  )
}
