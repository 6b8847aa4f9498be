import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { lazy, Suspense } from 'react'
import { useSearchParams } from '#ui/navigation.tsx'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { LoadingState } from '#ui/LoadingState.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'
import { useSectionChoices } from '#domains/classes/web/classes.exports.tsx'
import { SectionMonthView } from './SectionMonthView.tsx'
import { Stack } from '#ui/kit/Stack.tsx'
import styles from './ViewAttendances.module.css'
import { Toggle, ToggleGroup } from '#ui/kit/ToggleGroup.tsx'

// Loaded lazily, because its table brings code that teachers' phones do not need.
const Summary = lazy(() => import('./Summary.tsx'))

/** The tab View Attendances: the month of one section, or a comparison of all sections. */
export function ViewAttendances() {
  const { term } = useActiveSchool()
  const { sections, error } = useSectionChoices()
  const [address, setAddress] = useSearchParams()
  if (!term)
    return <EmptyState text={t`This school has no term yet`} hint={t`Add one in the settings, then its classes and sections.`} />
  if (!sections) return error ? <ErrorState error={error} /> : <LoadingState />
  if (sections.length === 0)
    return (
      <EmptyState
        text={t`No sections to look at`}
        hint={t`You see the sections that you teach. The office assigns them on the screen “Classes”.`}
      />
    )
  const all = address.get('view') === 'sections'
  return (
    <Stack gap={4}>
      {sections.length > 1 && (
        <ToggleGroup
          value={all ? 'sections' : 'month'}
          onChange={(next: string) => setAddress({ tab: 'view', ...(next === 'sections' ? { view: 'sections' } : {}) })}
          aria-label={t`Show`}
        >
          <Toggle value="month" className={styles.toggle}>
            <Trans>Month of a section</Trans>
          </Toggle>
          <Toggle value="sections" className={styles.toggle}>
            <Trans>All sections</Trans>
          </Toggle>
        </ToggleGroup>
      )}
      {all ? (
        <Suspense fallback={<LoadingState />}>
          <Summary />
        </Suspense>
      ) : (
        <SectionMonthView sections={sections} />
      )}
    </Stack>
  )
}
