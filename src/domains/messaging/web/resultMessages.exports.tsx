import { plural } from '@lingui/core/macro'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { useQuery } from '#ui/data/useQuery.ts'
import { LoadingState } from '#ui/LoadingState.tsx'
import { ErrorState } from '#ui/states.tsx'
import { useCommand } from '#ui/useCommand.ts'
import { Preview } from './send/Preview.tsx'
import { ResultMessagesPreviewDocument, SendResultMessagesDocument } from './send/send.graphql.ts'

interface ResultMessagesProps {
  publicationIds: readonly string[]
  onSent: () => void
}

/** Previews the messages that tell families of published report cards, and sends them. */
export function ResultMessages({ publicationIds, onSent }: ResultMessagesProps) {
  const { schoolId } = useActiveSchool()
  const { data, error, refetch } = useQuery(ResultMessagesPreviewDocument, {
    variables: { schoolId, input: { publicationIds: [...publicationIds] } },
    // The preview is sent as it is shown, so it is never an older one.
    fetchPolicy: 'network-only',
  })
  const [send, sending] = useCommand(SendResultMessagesDocument, {
    alsoChanges: ['exams'],
    success: ({ sendResultMessages: { total } }) =>
      plural(total, { one: '# message is queued.', other: '# messages are queued.' }),
    failure: (message) => {
      void refetch()
      return message
    },
  })
  const preview = data?.resultMessagesPreview

  async function queue(token: string) {
    const input = { publicationIds: [...publicationIds], token }
    if (await send((key) => ({ schoolId, input: { ...input, key } }))) onSent()
  }

  if (!preview) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState lines={8} />
  return <Preview preview={preview} queueing={sending} onQueue={() => void queue(preview.token)} />
}
