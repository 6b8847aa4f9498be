import Box from '@mui/material/Box'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { type Day, showDay } from '#shared/dates.ts'
import { showMoney } from '#shared/money.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { ChoiceField } from '#ui/forms/ChoiceField.tsx'
import { CommandForm, FormWide } from '#ui/forms/CommandForm.tsx'
import { DateField } from '#ui/forms/DateField.tsx'
import { MoneyField } from '#ui/forms/MoneyField.tsx'
import { TextField } from '#ui/forms/TextField.tsx'
import { useCommandForm } from '#ui/forms/useCommandForm.ts'
import { notDone } from '#ui/requestKey.ts'
import { saySuccess } from '#ui/snackbars.tsx'
import { useMoneyDays } from '#ui/useMoneyDays.ts'
import { expenseForm } from '../expenses.schema.ts'
import {
  AddExpenseDocument,
  ExpenseCategoriesDocument,
  type ExpenseCategoryRowFragment,
  ExpensesDocument,
} from './expenses.graphql.ts'
import { entriesAddress } from './expenseRange.ts'

export interface ExpenseFormProps {
  today: Day
  categories: readonly ExpenseCategoryRowFragment[]
}

/** Adds one expense after the other; filled by keyboard alone, and the focus is back at the start for the next one. */
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
    failure: notDone('The expense has not been added.'),
    refetch: [ExpensesDocument, ExpenseCategoriesDocument],
    resetWhenDone: 'categoryId',
    onDone: ({ addExpense: { categoryName, amount, paidOn } }) => {
      const added = `${categoryName} ${showMoney(amount)} has been added succesfully!`
      const entries = entriesAddress({ termId, start: paidOn, end: paidOn })
      if (paidOn === today) saySuccess(added)
      else saySuccess(`${added} It is booked on ${showDay(paidOn)}.`, { label: 'Show', onClick: () => void navigate(entries) })
    },
  })
  const { setFocus } = command.form
  const days = useMoneyDays(termId)
  const paidOn = command.form.watch('paidOn')
  useEffect(() => {
    // Where fingers type, the keyboard would cover what the page is about.
    if (matchMedia('(hover: hover)').matches) setFocus('categoryId')
  }, [setFocus])
  return (
    <CommandForm command={command} submitLabel="Add Expense">
      <FormWide>
        <Box
          sx={{
            display: 'grid',
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))', lg: '5fr 5fr 4.5fr 6fr' },
            gap: 2,
            alignItems: 'start',
          }}
        >
          <ChoiceField
            name="categoryId"
            label="Category"
            required
            pickFirst
            options={categories.map(({ id, name }) => ({ value: id, label: name }))}
          />
          <MoneyField name="amount" label="Amount" required />
          <DateField
            name="paidOn"
            label="Paid On"
            required
            {...(days.min ? { min: days.min } : {})}
            max={today}
            helperText={days.problemOf(String(paidOn)) ?? ''}
          />
          <TextField name="comment" label="Comment" autoComplete="off" />
        </Box>
      </FormWide>
    </CommandForm>
  )
}
