import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useNavigate } from 'react-router'
import { DocumentPage } from '#ui/documents/DocumentPage.tsx'
import { Alert } from '#ui/kit/Alert.tsx'
import { examAddress } from './examTexts.ts'

/** The order of hall tickets that the address names, with its file. */
export default function HallTicketsPage() {
  const navigate = useNavigate()
  return (
    <DocumentPage
      title={t`Hall tickets`}
      kind="HALL_TICKETS"
      all={t`All exams`}
      onAgain={({ params }) => {
        const { examId } = JSON.parse(params) as { examId: number }
        void navigate(examAddress(String(examId)))
      }}
      content={() => (
        <Alert kind="info">
          <Trans>The codes are those of the ID cards, which the gate reads, so keep the file as safe as the cards.</Trans>
        </Alert>
      )}
    />
  )
}
