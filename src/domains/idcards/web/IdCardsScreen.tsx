import { t } from '@lingui/core/macro'
import { useQuery } from '#ui/data/useQuery.ts'
import { useSearchParams } from '#ui/navigation.tsx'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { namesDocument } from '#ui/documents/namesDocument.ts'
import { LoadingState } from '#ui/LoadingState.tsx'
import { PageLayout } from '#ui/PageLayout.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'
import { IdCardsDocument } from './idcards.graphql.ts'
import { lazy } from 'react'
import { soon } from '#ui/soon.ts'

const PrintCards = soon(async () => ({ default: (await import('./print/PrintCards.tsx')).PrintCards }))

// Loaded when opened.
const Designs = lazy(() => import('./designs/Designs.tsx'))
const OrderedCards = lazy(() => import('./OrderedCards.tsx'))

const title = t`ID Cards`

/**
 * The screen /lcidcard for ordering and downloading cards. An address with a job, or the link of a mail, shows that one
 * order.
 */
export default function IdCardsScreen() {
  const [address] = useSearchParams()
  return namesDocument(address) ? <OrderedCards /> : <Cards />
}

function Cards() {
  const { schoolId, termId, term } = useActiveSchool()
  const { data, error, refetch } = useQuery(IdCardsDocument, {
    variables: { schoolId, term: { termId } },
    skip: !term,
  })
  if (!term)
    return (
      <PageLayout title={title}>
        <EmptyState text={t`This school has no term yet`} hint={t`Add one in the settings, then its classes and sections.`} />
      </PageLayout>
    )
  if (!data)
    return (
      <PageLayout title={title}>
        {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState lines={8} />}
      </PageLayout>
    )
  const { idCardDesigns: designs, idCardSchool: school, idCardsViewerCan: can } = data
  return (
    <PageLayout
      title={title}
      context={t`85.60 × 53.98 mm, front and back · ${term.name}`}
      tabs={[
        { key: 'print', label: t`Print Cards`, content: <PrintCards designs={designs} school={school} can={can} /> },
        { key: 'designs', label: t`Designs`, content: <Designs designs={designs} school={school} can={can} /> },
      ]}
    />
  )
}
