import { t } from '@lingui/core/macro'
import { useQuery } from '#ui/data/useQuery.ts'
import { useMemo } from 'react'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { LoadingState } from '#ui/LoadingState.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'
import { Batches } from './Batches.tsx'
import { loginChoices } from './choices.ts'
import { SendChoicesDocument } from './send.graphql.ts'
import { SendMessages } from './SendMessages.tsx'
import { Stack } from '#ui/kit/Stack.tsx'

/** The confirmation after messages were queued (specification, section 8). */
const success = t`Whatsapp Messages Queued Successfully!`

/** The Settings tab Whatsapp Messaging: sends login details to students by one of two templates. */
export function WhatsappMessaging() {
  const { schoolId, school, term } = useActiveSchool()
  const { data, error, refetch } = useQuery(SendChoicesDocument, { variables: { schoolId } })
  const choices = useMemo(() => (data ? loginChoices(data, school.language) : undefined), [data, school.language])
  if (!choices) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState lines={8} />
  if (!term)
    return (
      <EmptyState
        text={t`This school has no term yet`}
        hint={t`Messages go to the families of its students. Add a term first.`}
      />
    )
  return (
    <Stack gap={6}>
      <SendMessages choices={choices} wholeSchoolRefused={null} success={success} />
      <Batches />
    </Stack>
  )
}
