import { useQuery } from '#ui/data/useQuery.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { MessagesViewerCanDocument } from './messaging.graphql.ts'

/**
 * Returns what the viewer may do with the school's messages; undefined while loading and for viewers who may do
 * nothing.
 */
export function useMessagesCan() {
  const { schoolId } = useActiveSchool()
  return useQuery(MessagesViewerCanDocument, { variables: { schoolId } }).data?.messagesViewerCan
}
