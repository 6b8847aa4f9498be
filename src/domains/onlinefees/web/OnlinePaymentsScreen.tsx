import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '#ui/data/useQuery.ts'
import { lazy, type ReactNode, useState } from 'react'
import { useSearchParams } from '#ui/navigation.tsx'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { LoadingState } from '#ui/LoadingState.tsx'
import { PageLayout } from '#ui/PageLayout.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'
import type { MadeLinks } from './links/madeLinks.ts'
import { OnlineFeesViewerCanDocument } from './onlinefees.graphql.ts'
import { OnlineOrders } from './orders/OnlineOrders.tsx'
import { Button } from '#ui/kit/Button.tsx'
import { later } from '#ui/kit/later.tsx'

// Loaded when opened.
const GuardianLinks = lazy(async () => ({ default: (await import('./links/GuardianLinks.tsx')).GuardianLinks }))
const NeedsALook = lazy(async () => ({ default: (await import('./look/NeedsALook.tsx')).NeedsALook }))
const MakeLinksDialog = later(async () => ({ default: (await import('./links/MakeLinksDialog.tsx')).MakeLinksDialog }))

const title = t`Online Payments`

/** The screen /onlinepayments: online orders, items that need a person, and the pay links. */
export default function OnlinePaymentsScreen() {
  const { schoolId, term } = useActiveSchool()
  const { data, error, refetch } = useQuery(OnlineFeesViewerCanDocument, { variables: { schoolId } })
  const can = data?.onlineFeesViewerCan
  if (!can)
    return (
      <PageLayout title={title}>
        {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState />}
      </PageLayout>
    )
  if (!term)
    return (
      <PageLayout title={title}>
        <EmptyState text={t`This school has no term yet`} hint={t`Fees belong to a term. Add one under “Settings” first.`} />
      </PageLayout>
    )
  const refused = can.listOrders.allowed ? null : can.listOrders.reason
  if (refused !== null)
    return (
      <PageLayout title={title}>
        <EmptyState text={t`This page is for users who manage the whole school`} hint={refused} />
      </PageLayout>
    )
  return (
    <Tabs
      key={term.id}
      context={t`Payments that parents make by pay link. Orders and links are for ${term.name}; “Needs a look” covers every term.`}
      mayMake={can.makeLinks.allowed}
    />
  )
}

function Tabs({ context, mayMake }: { context: string; mayMake: boolean }) {
  const [address] = useSearchParams()
  const [making, setMaking] = useState(false)
  const [made, setMade] = useState<MadeLinks | null>(null)
  const onLinks = address.get('tab') === 'links'
  const makeButton: ReactNode = (
    <Button variant="primary" onClick={() => setMaking(true)}>
      <Trans>Make links</Trans>
    </Button>
  )
  const tabs = [
    { key: 'orders', label: t`Orders`, content: <OnlineOrders /> },
    { key: 'look', label: t`Needs a look`, content: <NeedsALook /> },
    {
      key: 'links',
      label: t`Links`,
      content: <GuardianLinks made={made} onSeen={() => setMade(null)} first={mayMake ? makeButton : undefined} />,
    },
  ]
  return (
    <>
      <PageLayout title={title} context={context} action={onLinks && mayMake && makeButton} tabs={tabs} />
      {making && <MakeLinksDialog onMade={setMade} onClose={() => setMaking(false)} />}
    </>
  )
}
