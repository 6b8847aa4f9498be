import { t } from '@lingui/core/macro'
import { useQuery } from '#ui/data/useQuery.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { LoadingState } from '#ui/LoadingState.tsx'
import { PageLayout } from '#ui/PageLayout.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'
import { MessagesViewerCanDocument } from './messaging.graphql.ts'
import { lazy } from 'react'
import { soon } from '#ui/soon.ts'

const SendTab = soon(async () => ({ default: (await import('./send/SendTab.tsx')).SendTab }))

// Loaded when opened.
const MessageHistory = lazy(() => import('./history/MessageHistory.tsx'))
const Templates = lazy(() => import('./templates/Templates.tsx'))

const title = t`Messages`

/** /messages: sends messages by hand, and shows the history and the templates. */
export default function MessagesScreen() {
  const { schoolId, term } = useActiveSchool()
  const { data, error, refetch } = useQuery(MessagesViewerCanDocument, { variables: { schoolId } })
  const can = data?.messagesViewerCan
  if (!can)
    return (
      <PageLayout title={title}>
        {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState />}
      </PageLayout>
    )
  const send = !can.send.allowed ? (
    <EmptyState text={t`Messages are sent by the office`} hint={can.send.reason ?? ''} />
  ) : term ? (
    <SendTab wholeSchoolRefused={can.sendToAll.reason} mayRegister={can.saveTemplates.allowed} />
  ) : (
    <EmptyState
      text={t`This school has no term yet`}
      hint={t`Messages go to the families of its students. Add a term in the settings first.`}
    />
  )
  return (
    <PageLayout
      title={title}
      context={t`Messages to families by WhatsApp, SMS, e-mail and the app, and their delivery`}
      tabs={[
        { key: 'send', label: t`Send`, content: send },
        { key: 'history', label: t`History`, content: <MessageHistory /> },
        {
          key: 'templates',
          label: t`Templates`,
          content: <Templates mayEdit={can.saveTemplates.allowed} />,
        },
      ]}
    />
  )
}
