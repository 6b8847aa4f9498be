import { useQuery } from '@apollo/client/react'
import { type ComponentType, lazy, type LazyExoticComponent, Suspense } from 'react'
import { useActiveSchool } from '../../../ui/activeSchool.ts'
import { LoadingState } from '../../../ui/LoadingState.tsx'
import { PageLayout } from '../../../ui/PageLayout.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import { FeesViewerCanDocument, type FeesViewerCanQuery } from './fees.graphql.ts'

/** The tabs in the order of the specification, and what of the server's answer opens each. */
const tabs = [
  { key: 'collect', label: 'Collect Fees', can: 'collect' },
  { key: 'entries', label: 'Fees Entries', can: 'listPayments' },
  { key: 'pending', label: 'Pending Fees', can: 'listPending' },
  { key: 'view', label: 'View Fees', can: 'listFees' },
  { key: 'add', label: 'Add Fees', can: 'addFees' },
  { key: 'categories', label: 'Fees Categories', can: 'assignCategories' },
  { key: 'deleted', label: 'Deleted Payments', can: 'listDeleted' },
] as const satisfies readonly { key: string; label: string; can: keyof FeesViewerCanQuery['feesViewerCan'] }[]

/** The component of each tab by its key, `collect: lazy(() => import('./CollectFees.tsx')),`: its code comes when it is opened. */
const contents: Partial<Record<(typeof tabs)[number]['key'], LazyExoticComponent<ComponentType>>> = {
  collect: lazy(() => import('./CollectFees.tsx')),
  entries: lazy(() => import('./FeesEntries.tsx')),
  pending: lazy(() => import('./PendingFees.tsx')),
  view: lazy(() => import('./ViewFees.tsx')),
  add: lazy(() => import('./AddFees.tsx')),
  categories: lazy(() => import('./FeesCategories.tsx')),
  deleted: lazy(() => import('./DeletedPayments.tsx')),
}

/** /fees: what is asked for, taken and still due in the active term. */
export default function FeesScreen() {
  const { schoolId, term } = useActiveSchool()
  const { data, error, refetch } = useQuery(FeesViewerCanDocument, { variables: { schoolId } })
  const can = data?.feesViewerCan
  const context = term ? `The fees of ${term.name}` : 'This school has no term yet'
  if (!can)
    return (
      <PageLayout title="Fees" context={context}>
        {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState />}
      </PageLayout>
    )
  const shown = tabs.flatMap((tab) => {
    const Content = contents[tab.key]
    if (!Content || !can[tab.can].allowed) return []
    const content = (
      <Suspense fallback={<LoadingState />}>
        <Content />
      </Suspense>
    )
    return [{ key: tab.key, label: tab.label, content }]
  })
  return <PageLayout title="Fees" context={context} tabs={shown} />
}
