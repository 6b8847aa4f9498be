import { t } from '@lingui/core/macro'
import { useQuery } from '#ui/data/useQuery.ts'
import { LoadingState } from '#ui/LoadingState.tsx'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { PageLayout } from '#ui/PageLayout.tsx'
import { ErrorState } from '#ui/states.tsx'
import { useMessagesCan } from '#domains/messaging/web/messaging.exports.tsx'
import { SchoolSettingsDocument } from './schools.graphql.ts'
import { lazy } from 'react'
import { soon } from '#ui/soon.ts'

const SchoolSettings = soon(async () => ({ default: (await import('./SchoolSettings.tsx')).SchoolSettings }))

// Loaded when opened.
const AttentionSettings = lazy(async () => ({
  default: (await import('#domains/attention/web/attentionSettings.exports.tsx')).AttentionSettings,
}))
const BankAccounts = lazy(() => import('./BankAccounts.tsx'))
const LedgersSettings = lazy(async () => ({
  default: (await import('#domains/accounting/web/ledgers.exports.tsx')).LedgersSettings,
}))
const RetentionSettings = lazy(async () => ({
  default: (await import('#domains/privacy/web/retention.exports.tsx')).RetentionSettings,
}))
const SmsNames = lazy(() => import('./SmsNames.tsx'))
const TermsSettings = lazy(() => import('./TermsSettings.tsx'))
const WhatsappMessaging = lazy(async () => ({
  default: (await import('#domains/messaging/web/whatsapp.exports.tsx')).WhatsappMessaging,
}))

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
      <PageLayout title={t`Settings`}>
        {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState lines={10} />}
      </PageLayout>
    )
  const { school } = data
  const { listBankAccounts } = school.viewerCan
  const tabs = [
    { key: 'school', label: t`School Settings`, content: <SchoolSettings key={school.id} school={school} /> },
    { key: 'terms', label: t`Terms Settings`, content: <TermsSettings school={school} /> },
    { key: 'attention', label: t`Attention`, content: <AttentionSettings /> },
    { key: 'sms', label: t`SMS Names Settings`, content: <SmsNames school={school} />, disabled: !school.manySchoolNames },
    {
      key: 'accounts',
      label: t`Bank Accounts`,
      content: <BankAccounts />,
      disabled: !school.onlineFees || !listBankAccounts.allowed,
    },
    { key: 'ledgers', label: t`Ledgers`, content: <LedgersSettings />, disabled: !school.feesModule },
    {
      key: 'whatsapp',
      label: t`Whatsapp Messaging`,
      content: <WhatsappMessaging />,
      // Sending login details is for super administrators, who are the ones that may save templates.
      disabled: messagesCan?.saveTemplates.allowed !== true,
    },
    { key: 'privacy', label: t`Privacy`, content: <RetentionSettings /> },
  ]
  return (
    <PageLayout title={t`Settings`} context={t`How the school works, its terms, its accounts and its messages`} tabs={tabs} />
  )
}
