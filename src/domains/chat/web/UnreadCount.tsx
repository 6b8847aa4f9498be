import { useDataClient } from '#ui/data/DataProvider.tsx'
import { useQuery } from '#ui/data/useQuery.ts'
import { useEffect } from 'react'
import { usePathname } from '#ui/navigation.tsx'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { usePoll } from '#ui/polling/usePoll.ts'
import { ChatUnreadDocument } from './chat.graphql.ts'
import { pollIntervalMs } from './pollIntervalMs.ts'

/** Reports the number of unread conversations on every page. The chat's own screen polls it with its other data. */
export default function UnreadCount({ onCount }: { onCount: (count: number) => void }) {
  const { schoolId } = useActiveSchool()
  const pathname = usePathname()
  const client = useDataClient()
  const { data } = useQuery(ChatUnreadDocument, { variables: { schoolId }, fetchPolicy: 'cache-first' })
  usePoll(pollIntervalMs, (signal) => client.fetch(ChatUnreadDocument, { schoolId }, { signal }), { on: pathname !== '/chat' })
  const count = data?.chatUnread ?? 0
  useEffect(() => onCount(count), [count, onCount])
  return null
}
