import { useQuery } from '#ui/data/useQuery.ts'
import { addDays, schoolDay } from '#shared/dates.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { FailedMessagesDocument } from './history/history.graphql.ts'

/** The number of failed messages, and the page that lists them. */
export interface FailedMessages {
  count: number
  to: string
}

/** Returns the failed messages of the last seven days; undefined while loading, null on an error. */
export function useFailedMessages(): FailedMessages | null | undefined {
  const { schoolId } = useActiveSchool()
  const to = schoolDay(new Date())
  const days = { from: addDays(to, -6), to }
  const { data, error } = useQuery(FailedMessagesDocument, {
    variables: { schoolId, input: { ...days, state: 'FAILED', page: 0, pageSize: 1 } },
  })
  if (!data) return error ? null : undefined
  const { from } = days
  return {
    count: data.messages.total,
    to: `/messages?${new URLSearchParams({ tab: 'history', 'f.state': 'FAILED', 'f.from': from, 'f.to': to })}`,
  }
}
