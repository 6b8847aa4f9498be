import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '#ui/data/useQuery.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useMemo, useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { useSearchParams } from '#ui/navigation.tsx'
import { schoolDay, showDay } from '#shared/dates.ts'
import { sumMoney } from '#shared/money.ts'
import { compareNaturally } from '#shared/naturalOrder.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import type { TableFilter } from '#ui/DataTable/columns.ts'
import { useTableQuery } from '#ui/DataTable/useTableQuery.ts'
import { DateField } from '#ui/forms/DateField.tsx'
import { SelectField } from '#ui/forms/SelectField.tsx'
import { EmptyState } from '#ui/states.tsx'
import { monthToDate } from '../expenses.rules.ts'
import { expenseRange } from '../expenses.schema.ts'
import { type ExpenseRange, entriesAddress, readRange } from './expenseRange.ts'
import { type ExpenseRowFragment, ExpensesDocument } from './expenses.graphql.ts'
import { ExpenseTable } from './ExpenseTable.tsx'
import { SpentTotal } from './SpentTotal.tsx'
import { Stack } from '#ui/kit/Stack.tsx'
import styles from './ViewExpenses.module.css'
import { Button } from '#ui/kit/Button.tsx'

/**
 * The View Expenses tab: the expenses of a range of days of a year. The range is in the address, so it can be linked.
 */
export default function ViewExpenses({ mayDelete }: { mayDelete: boolean }) {
  const { termId } = useActiveSchool()
  const [address, setAddress] = useSearchParams()
  // Counts submits, so that submitting the same range again reloads the list.
  const [submits, setSubmits] = useState(0)
  const range = readRange(address)
  const isRange = expenseRange.safeParse(range).success
  const rangeKey = `${range.termId} ${range.start} ${range.end}`
  return (
    <Stack gap={5}>
      <RangeForm
        key={rangeKey}
        start={isRange ? range : { termId, ...monthToDate(schoolDay(new Date())) }}
        onSubmit={(submitted) => {
          setSubmits((count) => count + 1)
          setAddress(new URL(entriesAddress(submitted), location.origin).searchParams)
        }}
      />
      {isRange ? (
        <Entries key={`${rangeKey} ${submits}`} range={range} mayDelete={mayDelete} />
      ) : (
        <EmptyState
          text={t`Choose the days`}
          hint={t`Get Entries lists the expenses from the start date to the end date, with their total.`}
        />
      )}
    </Stack>
  )
}

function RangeForm({ start, onSubmit }: { start: ExpenseRange; onSubmit: (range: ExpenseRange) => void }) {
  const { terms } = useActiveSchool()
  const form = useForm({ resolver: zodResolver(expenseRange), defaultValues: start, mode: 'onTouched' })
  return (
    <FormProvider {...form}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void form.handleSubmit((range) => onSubmit({ ...range, termId: String(range.termId) }))(event)
        }}
        className={styles.form}
      >
        <SelectField name="termId" label={t`Year`} required options={terms.map(({ id, name }) => ({ value: id, label: name }))} />
        <DateField name="start" label={t`Start Date`} required />
        <DateField name="end" label={t`End Date`} required />
        <Button type="submit" variant="primary" className={styles.button}>
          <Trans>Get Entries</Trans>
        </Button>
      </form>
    </FormProvider>
  )
}

function Entries({ range, mayDelete }: { range: ExpenseRange; mayDelete: boolean }) {
  const { schoolId } = useActiveSchool()
  const { data, error, refetch } = useQuery(ExpensesDocument, { variables: { schoolId, input: range } })
  const { query } = useTableQuery()
  const filters = useMemo(() => categoryFilter(data?.expenses.expenses ?? []), [data])
  const { category } = query.filters
  // The total is of the rows below it.
  const list = data && (category ? ofCategory(data.expenses.expenses, category) : data.expenses)
  const { start, end } = range
  const [first, last] = [showDay(start), showDay(end)]
  const oneDay = start === end
  return (
    <>
      <SpentTotal label={oneDay ? t`Spent on ${first}` : t`Spent from ${first} to ${last}`} list={list} />
      <ExpenseTable
        title={t`EXPENSES`}
        fileName="expenses"
        list={data?.expenses}
        error={data ? undefined : error}
        onRetry={() => void refetch()}
        mayDelete={mayDelete}
        withDay
        filters={filters}
        empty={{
          text: t`No expenses`,
          hint: oneDay ? t`Nothing was paid on ${first}.` : t`Nothing was paid from ${first} to ${last}.`,
        }}
      />
    </>
  )
}

type Expense = ExpenseRowFragment

/** Returns the filter by the categories of a list. */
function categoryFilter(expenses: readonly Expense[]): TableFilter<Expense>[] {
  const names = [...new Set(expenses.map(({ categoryName }) => categoryName))].sort(compareNaturally)
  return [
    {
      key: 'category',
      label: t`Category`,
      options: names.map((name) => ({ value: name, label: name })),
      matches: ({ categoryName }, name) => categoryName === name,
    },
  ]
}

function ofCategory(expenses: readonly Expense[], category: string) {
  const chosen = expenses.filter(({ categoryName }) => categoryName === category)
  return { total: sumMoney(chosen.map(({ amount }) => amount)), expenses: chosen }
}
