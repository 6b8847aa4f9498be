import { useQuery } from '@apollo/client/react'
import { zodResolver } from '@hookform/resolvers/zod'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { useSearchParams } from 'react-router'
import { schoolDay, showDay } from '#shared/dates.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { DateField } from '#ui/forms/DateField.tsx'
import { SelectField } from '#ui/forms/SelectField.tsx'
import { EmptyState } from '#ui/states.tsx'
import { monthToDate } from '../expenses.rules.ts'
import { expenseRange } from '../expenses.schema.ts'
import { type AskedRange, entriesAddress, rangeIn } from './expenseRange.ts'
import { ExpensesDocument } from './expenses.graphql.ts'
import { ExpenseTable } from './ExpenseTable.tsx'
import { Spent } from './Spent.tsx'

/** The tab View Expenses: the expenses of some days of a year. What is asked for is in the address, so that it can be linked. */
export function ViewExpenses({ mayDelete }: { mayDelete: boolean }) {
  const { termId } = useActiveSchool()
  const [address, setAddress] = useSearchParams()
  // Asked again with the same days, the list is fetched anew.
  const [times, setTimes] = useState(0)
  const asked = rangeIn(address)
  const isRange = expenseRange.safeParse(asked).success
  const shown = `${asked.termId} ${asked.start} ${asked.end}`
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 3 }}>
      <RangeForm
        key={shown}
        start={isRange ? asked : { termId, ...monthToDate(schoolDay(new Date())) }}
        onAsk={(range) => {
          setTimes((before) => before + 1)
          setAddress(new URL(entriesAddress(range), location.origin).searchParams)
        }}
      />
      {isRange ? (
        <Entries key={`${shown} ${times}`} range={asked} mayDelete={mayDelete} />
      ) : (
        <EmptyState
          text="Which days?"
          hint="Get Entries shows what was spent from the first to the last of them, with its total."
        />
      )}
    </Box>
  )
}

function RangeForm({ start, onAsk }: { start: AskedRange; onAsk: (range: AskedRange) => void }) {
  const { terms } = useActiveSchool()
  const form = useForm({ resolver: zodResolver(expenseRange), defaultValues: start, mode: 'onTouched' })
  return (
    <FormProvider {...form}>
      <Box
        component="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void form.handleSubmit((range) => onAsk({ ...range, termId: String(range.termId) }))(event)
        }}
        sx={{
          display: 'grid',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(3, minmax(0, 1fr)) auto' },
          gap: 2,
          alignItems: 'start',
          maxWidth: 880,
          pt: 1,
        }}
      >
        <SelectField name="termId" label="Year" required options={terms.map(({ id, name }) => ({ value: id, label: name }))} />
        <DateField name="start" label="Start Date" required />
        <DateField name="end" label="End Date" required />
        <Button type="submit" variant="contained" sx={{ minHeight: 56, whiteSpace: 'nowrap' }}>
          Get Entries
        </Button>
      </Box>
    </FormProvider>
  )
}

function Entries({ range, mayDelete }: { range: AskedRange; mayDelete: boolean }) {
  const { schoolId } = useActiveSchool()
  const { data, error, refetch } = useQuery(ExpensesDocument, { variables: { schoolId, input: range } })
  const { start, end } = range
  const days = start === end ? `on ${showDay(start)}` : `from ${showDay(start)} to ${showDay(end)}`
  return (
    <>
      <Spent label={`Spent ${days}`} list={data?.expenses} />
      <ExpenseTable
        title="EXPENSES"
        fileName="expenses"
        list={data?.expenses}
        error={data ? undefined : error}
        onRetry={() => void refetch()}
        mayDelete={mayDelete}
        withDay
        empty={{ text: 'No expenses', hint: `Nothing was paid ${days}.` }}
      />
    </>
  )
}
