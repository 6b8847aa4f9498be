import { t } from '@lingui/core/macro'
import { useMemo } from 'react'
import { useQuery } from '#ui/data/useQuery.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { LoadingState } from '#ui/LoadingState.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'
import { noticeChoices } from './send/choices.ts'
import { SendChoicesDocument } from './send/send.graphql.ts'
import { type MessageRecipient, SendMessages } from './send/SendMessages.tsx'

export type { NoticeOrder } from './send/SendMessages.tsx'

/** A notice to the family of one student: chosen, previewed with its cost, and sent by whoever shows it. */
export function WriteToFamily(to: MessageRecipient) {
  const { schoolId, school } = useActiveSchool()
  const { data, error, refetch } = useQuery(SendChoicesDocument, { variables: { schoolId } })
  const choices = useMemo(() => data && noticeChoices(data, school.language), [data, school.language])
  if (!choices) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState lines={4} />
  if (choices.length === 0)
    return (
      <EmptyState
        text={t`No notice can be sent yet`}
        hint={t`SMS and WhatsApp carry registered texts only. A notice needs a template, which the super administrator enters.`}
      />
    )
  return <SendMessages choices={choices} wholeSchoolRefused={null} success={t`Message Queued Successfully!`} to={to} />
}
