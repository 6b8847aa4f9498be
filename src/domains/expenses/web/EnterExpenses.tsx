import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '#ui/data/useQuery.ts'
import { Link } from '#ui/navigation.tsx'
import { schoolDay, showDay } from '#shared/dates.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { LoadingState } from '#ui/LoadingState.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'
import { ExpenseForm } from './ExpenseForm.tsx'
import { ExpenseTable } from './ExpenseTable.tsx'
import { ExpenseCategoriesDocument, ExpensesDocument } from './expenses.graphql.ts'
import { SpentTotal } from './SpentTotal.tsx'
import { Stack } from '#ui/kit/Stack.tsx'
import { Button } from '#ui/kit/Button.tsx'

/** The Enter Expenses tab: what was spent today, the form for the next expense, and today's list. */
export function EnterExpenses({ mayAdd, mayDelete }: { mayAdd: boolean; mayDelete: boolean }) {
  const { schoolId, termId } = useActiveSchool()
  const today = schoolDay(new Date())
  const { data, error, refetch } = useQuery(ExpensesDocument, {
    variables: { schoolId, input: { termId, start: today, end: today } },
  })
  return (
    <Stack gap={5}>
      <SpentTotal label={t`Spent today, ${showDay(today)}`} list={data?.expenses} />
      {mayAdd && <AddForm today={today} />}
      <ExpenseTable
        title={t`TODAY'S EXPENSES`}
        fileName="expenses-today"
        list={data?.expenses}
        error={data ? undefined : error}
        onRetry={() => void refetch()}
        mayDelete={mayDelete}
        withDay={false}
        empty={{
          text: t`No expenses today`,
          hint: t`Expenses paid today are listed here. Find other days under “View Expenses”.`,
        }}
      />
    </Stack>
  )
}

function AddForm({ today }: { today: string }) {
  const { schoolId } = useActiveSchool()
  const { data, error, refetch } = useQuery(ExpenseCategoriesDocument, { variables: { schoolId } })
  const categories = data?.expenseCategories
  if (!categories) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState lines={2} />
  if (categories.length === 0)
    return (
      <EmptyState
        text={t`No expense categories yet`}
        hint={t`Every expense is in a category, such as Stationery, Repairs or Electricity. Add them first.`}
        action={
          <Button variant="primary" as={Link} to="/expenses?tab=categories">
            <Trans>Add Category</Trans>
          </Button>
        }
      />
    )
  return <ExpenseForm today={today} categories={categories} />
}
