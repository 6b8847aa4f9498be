import { useQuery } from '#ui/data/useQuery.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { failedMessagesVariables } from './failedMessagesVariables.exports.ts'
import { FailedMessagesDocument } from './history/openingMessages.graphql.ts'

/** The number of failed messages, and the page that lists them. */
export interface FailedMessages {
  count: number
  to: string
}

/** Returns the failed messages of the last seven days; undefined while loading, null on an error. */
export function useFailedMessages(): FailedMessages | null | undefined {
  const { schoolId } = useActiveSchool()
  const variables = failedMessagesVariables(schoolId)
  const { data, error } = useQuery(FailedMessagesDocument, { variables })
  if (!data) return error ? null : undefined
  const { from, to } = variables.input
  return {
    count: data.messages.total,
    to: `/messages?${new URLSearchParams({ tab: 'history', 'f.state': 'FAILED', 'f.from': from, 'f.to': to })}`,
  }
}
