import { t } from '@lingui/core/macro'
import { useQuery } from '#ui/data/useQuery.ts'
import { type ComponentType, lazy } from 'react'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { LoadingState } from '#ui/LoadingState.tsx'
import { PageLayout } from '#ui/PageLayout.tsx'
import { ErrorState } from '#ui/states.tsx'
import CollectFees from './counter/CollectFees.tsx'
import { FeesViewerCanDocument, type FeesViewerCanQuery } from './fees.graphql.ts'

interface FeesTab {
  key: string
  label: string
  /** The permission that shows the tab. */
  can: keyof FeesViewerCanQuery['feesViewerCan']
  /** The counter is part of the screen's bundle; the other tabs are loaded when opened. */
  Content: ComponentType
}

/** The tabs in the order of the specification. A clerk's day and the cheques come after the counter. */
const tabs: readonly FeesTab[] = [
  { key: 'collect', label: t`Collect Fees`, can: 'collect', Content: CollectFees },
  { key: 'mine', label: t`My Day`, can: 'listOwn', Content: lazy(() => import('./cashier/MyDay.tsx')) },
  { key: 'cheques', label: t`Cheques to Clear`, can: 'listCheques', Content: lazy(() => import('./entries/ChequesToClear.tsx')) },
  { key: 'entries', label: t`Fees Entries`, can: 'listPayments', Content: lazy(() => import('./entries/FeesEntries.tsx')) },
  { key: 'cashiers', label: t`Cashiers`, can: 'listCashiers', Content: lazy(() => import('./cashier/Cashiers.tsx')) },
  { key: 'pending', label: t`Pending Fees`, can: 'listPending', Content: lazy(() => import('./pending/PendingFees.tsx')) },
  { key: 'view', label: t`View Fees`, can: 'listFees', Content: lazy(() => import('./structure/ViewFees.tsx')) },
  { key: 'add', label: t`Add Fees`, can: 'addFees', Content: lazy(() => import('./structure/AddFees.tsx')) },
  {
    key: 'categories',
    label: t`Fees Categories`,
    can: 'assignCategories',
    Content: lazy(() => import('./structure/FeesCategories.tsx')),
  },
  { key: 'refunds', label: t`Refunds`, can: 'listRefunds', Content: lazy(() => import('./refunds/RefundList.tsx')) },
  {
    key: 'deleted',
    label: t`Deleted Payments`,
    can: 'listDeleted',
    Content: lazy(() => import('./entries/DeletedPayments.tsx')),
  },
]

/** /fees: fees, payments and pending amounts of the shown term. */
export default function FeesScreen() {
  const { schoolId, term } = useActiveSchool()
  const { data, error, refetch } = useQuery(FeesViewerCanDocument, { variables: { schoolId } })
  const can = data?.feesViewerCan
  const context = term ? t`The fees of ${term.name}` : t`This school has no term yet`
  if (!can)
    return (
      <PageLayout title={t`Fees`} context={context}>
        {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState />}
      </PageLayout>
    )
  const shown = tabs
    .filter((tab) => can[tab.can].allowed)
    .map(({ key, label, Content }) => ({
      key,
      label,
      content: <Content />,
    }))
  return <PageLayout title={t`Fees`} context={context} tabs={shown} />
}
