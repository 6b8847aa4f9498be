import { useQuery } from '@apollo/client/react'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { MessagesViewerCanDocument } from './messaging.graphql.ts'

export { StudentMessages } from './student/StudentMessages.tsx'
export { WhatsappMessaging } from './send/WhatsappMessaging.tsx'

/** What the viewer may do with the messages of the school; undefined until it is known, and where nothing may be done. */
export function useMessagesCan() {
  const { schoolId } = useActiveSchool()
  return useQuery(MessagesViewerCanDocument, { variables: { schoolId } }).data?.messagesViewerCan
}
