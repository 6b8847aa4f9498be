import { t } from '@lingui/core/macro'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { Stack } from '#ui/kit/Stack.tsx'
import { Text } from '#ui/kit/Text.tsx'
import { LoadingState } from '#ui/LoadingState.tsx'
import { ErrorState } from '#ui/states.tsx'
import { useSectionChoices } from '#domains/classes/web/classes.exports.tsx'
import EarlierResultsStudio from './EarlierResultsStudio.tsx'

/** The part Earlier results of the set-up: imports what students got before their school started with Shala. */
export default function EarlierResultsImport() {
  const { terms } = useActiveSchool()
  const { sections, error } = useSectionChoices()
  const current = terms.find((term) => term.current)?.name ?? ''
  return (
    <Stack gap={3}>
      <Text tone="quiet">{t`Students of ${current}, and what they got in earlier years`}</Text>
      {sections ? <EarlierResultsStudio sections={sections} /> : error ? <ErrorState error={error} /> : <LoadingState />}
    </Stack>
  )
}
