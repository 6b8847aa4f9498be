import { t } from '@lingui/core/macro'
import { useNavigate } from '#ui/navigation.tsx'
import { ResultMessages } from '#domains/messaging/web/resultMessages.exports.tsx'
import { PageLayout } from '#ui/PageLayout.tsx'

interface TellFamiliesOfResultsProps {
  /** Of one part, not withdrawn, and visible to families. */
  publicationIds: readonly string[]
}

/** Shows what the families of students with published report cards would be told, what it costs, and sends it. */
export default function TellFamiliesOfResults({ publicationIds }: TellFamiliesOfResultsProps) {
  const navigate = useNavigate()
  const results = '/exams?tab=results'
  return (
    <PageLayout
      title={t`Tell families of report cards`}
      context={t`Each family gets one message with the names of its children who have a card.`}
      back={{ to: results, label: t`Results` }}
    >
      <ResultMessages publicationIds={publicationIds} onSent={() => navigate(results)} />
    </PageLayout>
  )
}
