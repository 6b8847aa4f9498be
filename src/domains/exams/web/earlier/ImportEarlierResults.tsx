import { t } from '@lingui/core/macro'
import { lazy, Suspense } from 'react'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { LoadingState } from '#ui/LoadingState.tsx'
import { PageLayout } from '#ui/PageLayout.tsx'
import { ErrorState } from '#ui/states.tsx'
import { useSectionChoices } from '#domains/classes/web/classes.exports.tsx'

const EarlierResultsStudio = lazy(() => import('./EarlierResultsStudio.tsx'))

/** The page that imports what students got before their school started with Shala. */
export default function ImportEarlierResults() {
  const { terms } = useActiveSchool()
  const { sections, error } = useSectionChoices()
  const current = terms.find((term) => term.current)?.name ?? ''
  return (
    <PageLayout
      title={t`Import earlier results`}
      context={t`Students of ${current}, and what they got in earlier years`}
      back={{ to: '/exams', label: t`Exams` }}
    >
      {sections ? (
        <Suspense fallback={<LoadingState />}>
          <EarlierResultsStudio sections={sections} />
        </Suspense>
      ) : error ? (
        <ErrorState error={error} />
      ) : (
        <LoadingState />
      )}
    </PageLayout>
  )
}
