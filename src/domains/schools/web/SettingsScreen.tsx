import { useQuery } from '#ui/data/useQuery.ts'
import { LoadingState } from '#ui/LoadingState.tsx'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { PageLayout } from '#ui/PageLayout.tsx'
import { ErrorState } from '#ui/states.tsx'
import { useMessagesCan, WhatsappMessaging } from '#domains/messaging/web/messaging.exports.tsx'
import { RetentionSettings } from '#domains/privacy/web/privacy.exports.tsx'
import { SchoolSettings } from './SchoolSettings.tsx'
import { SchoolSettingsDocument } from './schools.graphql.ts'
import { lazy } from 'react'

// Loaded when opened.
const BankAccounts = lazy(() => import('./BankAccounts.tsx'))
const SmsNames = lazy(() => import('./SmsNames.tsx'))
const TermsSettings = lazy(() => import('./TermsSettings.tsx'))

/** /settings: the settings of a school, its terms, bank accounts and messages. */
export default function SettingsScreen() {
  const { schoolId } = useActiveSchool()
  const messagesCan = useMessagesCan()
  // Loads fresh data, because a form with stale values would undo what somebody else has changed.
  const { data, error, refetch } = useQuery(SchoolSettingsDocument, {
    variables: { schoolId },
    fetchPolicy: 'network-only',
  })
  if (!data)
    return (
      <PageLayout title="Settings">
        {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState lines={10} />}
      </PageLayout>
    )
  const { school } = data
  const { listBankAccounts } = school.viewerCan
  const tabs = [
    { key: 'school', label: 'School Settings', content: <SchoolSettings key={school.id} school={school} /> },
    { key: 'terms', label: 'Terms Settings', content: <TermsSettings school={school} /> },
    { key: 'sms', label: 'SMS Names Settings', content: <SmsNames school={school} />, disabled: !school.manySchoolNames },
    {
      key: 'accounts',
      label: 'Bank Accounts',
      content: <BankAccounts />,
      disabled: !school.onlineFees || !listBankAccounts.allowed,
    },
    {
      key: 'whatsapp',
      label: 'Whatsapp Messaging',
      content: <WhatsappMessaging />,
      // Sending login details is for super administrators, who are the ones that may save templates.
      disabled: messagesCan?.saveTemplates.allowed !== true,
    },
    { key: 'privacy', label: 'Privacy', content: <RetentionSettings /> },
  ]
  return <PageLayout title="Settings" context="How the school works, its terms, its accounts and its messages" tabs={tabs} />
}
