import { t } from '@lingui/core/macro'
import { useQuery } from '#ui/data/useQuery.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { LoadingState } from '#ui/LoadingState.tsx'
import { PageLayout } from '#ui/PageLayout.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'
import { ExpensesViewerCanDocument } from './expenses.graphql.ts'
import { lazy } from 'react'
import { soon } from '#ui/soon.ts'

const EnterExpenses = soon(async () => ({ default: (await import('./EnterExpenses.tsx')).EnterExpenses }))

// Loaded when opened.
const ExpenseCategories = lazy(() => import('./ExpenseCategories.tsx'))
const ViewExpenses = lazy(() => import('./ViewExpenses.tsx'))

/** /expenses: what the school spends. */
export default function ExpensesScreen() {
  const { schoolId, term } = useActiveSchool()
  const { data, error, refetch } = useQuery(ExpensesViewerCanDocument, { variables: { schoolId } })
  const can = data?.expensesViewerCan
  if (!can || !term)
    return (
      <PageLayout title={t`Expenses`}>
        {error && !can ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : can ? (
          <EmptyState
            text={t`This school has no term yet`}
            hint={t`Expenses belong to a term. Add one under “Settings” first.`}
          />
        ) : (
          <LoadingState />
        )}
      </PageLayout>
    )
  const tabs = [
    {
      key: 'enter',
      label: t`Enter Expenses`,
      content: <EnterExpenses key={term.id} mayAdd={can.add.allowed} mayDelete={can.delete.allowed} />,
    },
    { key: 'view', label: t`View Expenses`, content: <ViewExpenses mayDelete={can.delete.allowed} /> },
    {
      key: 'categories',
      label: t`Expense Categories`,
      content: <ExpenseCategories mayAdd={can.addCategory.allowed} mayDelete={can.deleteCategory.allowed} />,
    },
  ]
  return <PageLayout title={t`Expenses`} context={t`What the school spends. New expenses belong to ${term.name}.`} tabs={tabs} />
}
