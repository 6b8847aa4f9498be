import { plural, t } from '@lingui/core/macro'
import { useNavigate, useSearch } from '#ui/navigation.tsx'
import { toPendingFilter } from '#domains/fees/web/pendingFilter.exports.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { useQuery } from '#ui/data/useQuery.ts'
import { useTableQuery } from '#ui/DataTable/useTableQuery.ts'
import { LoadingState } from '#ui/LoadingState.tsx'
import { PageLayout } from '#ui/PageLayout.tsx'
import { ErrorState } from '#ui/states.tsx'
import { useCommand } from '#ui/useCommand.ts'
import { Preview } from './Preview.tsx'
import { FeeRemindersPreviewDocument, SendFeeRemindersDocument } from './send.graphql.ts'

/** Previews the reminders to the families of a pending list, whose filters are in the address, and sends them. */
export default function FeeRemindersScreen() {
  const { schoolId, termId } = useActiveSchool()
  const navigate = useNavigate()
  const search = useSearch()
  const { query } = useTableQuery()
  const filter = toPendingFilter(termId, query)
  const { data, error, refetch } = useQuery(FeeRemindersPreviewDocument, {
    variables: { schoolId, input: filter },
    // The preview is sent as it is shown, so it is never an older one.
    fetchPolicy: 'network-only',
  })
  const [send, sending] = useCommand(SendFeeRemindersDocument, {
    success: ({ sendFeeReminders: { total } }) =>
      plural(total, { one: '# reminder is queued.', other: '# reminders are queued.' }),
    failure: (message) => {
      // Somebody has paid since: shows the preview as it is now.
      void refetch()
      return message
    },
  })
  const list = `/fees?${new URLSearchParams({ ...Object.fromEntries(new URLSearchParams(search)), tab: 'pending' })}`
  const preview = data?.feeRemindersPreview

  async function queue(token: string) {
    const sent = await send((key) => ({ schoolId, input: { ...filter, token, key } }))
    if (sent) navigate(list)
  }

  return (
    <PageLayout
      title={t`Fee Reminders`}
      context={t`Each asks a family of the list for what is due by today, over all terms.`}
      back={{ to: list, label: t`Pending Fees` }}
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
