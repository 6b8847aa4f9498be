import { plural, t } from '@lingui/core/macro'
import { useNavigate } from '#ui/navigation.tsx'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { useQuery } from '#ui/data/useQuery.ts'
import { LoadingState } from '#ui/LoadingState.tsx'
import { PageLayout } from '#ui/PageLayout.tsx'
import { ErrorState } from '#ui/states.tsx'
import { useCommand } from '#ui/useCommand.ts'
import { Preview } from './send/Preview.tsx'
import { ExamMessagesPreviewDocument, SendExamMessagesDocument } from './send/send.graphql.ts'

/** Previews the messages that tell families of an announced exam, and sends them. */
export default function ExamMessagesScreen({ id }: { id: string }) {
  const { schoolId } = useActiveSchool()
  const navigate = useNavigate()
  const { data, error, refetch } = useQuery(ExamMessagesPreviewDocument, {
    variables: { schoolId, id },
    // The preview is sent as it is shown, so it is never an older one.
    fetchPolicy: 'network-only',
  })
  const [send, sending] = useCommand(SendExamMessagesDocument, {
    success: ({ sendExamMessages: { total } }) => plural(total, { one: '# message is queued.', other: '# messages are queued.' }),
    failure: (message) => {
      void refetch()
      return message
    },
  })
  const exam = `/exams?exam=${id}`
  const preview = data?.examMessagesPreview

  async function queue(token: string) {
    const sent = await send((key) => ({ schoolId, input: { id, token, key } }))
    if (sent) navigate(exam)
  }

  return (
    <PageLayout
      title={t`Tell families of the exam`}
      context={t`Each family gets one message with the days of its children’s sections.`}
      back={{ to: exam, label: t`Date sheet` }}
    >
      {preview ? (
        <Preview preview={preview} queueing={sending} onQueue={() => void queue(preview.token)} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingState lines={8} />
      )}
    </PageLayout>
  )
}
