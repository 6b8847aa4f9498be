import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useNavigate } from '#ui/navigation.tsx'
import { DocumentPage } from '#ui/documents/DocumentPage.tsx'
import { Alert } from '#ui/kit/Alert.tsx'
import { examAddress } from './dates/examTexts.ts'
import { useCardsAgain } from './results/useCardsAgain.ts'

/** The order of hall tickets or report cards that the address names, with its file. */
export default function ExamDocumentPage() {
  const navigate = useNavigate()
  const makeCardsAgain = useCardsAgain()
  return (
    <DocumentPage
      title={t`Hall tickets and report cards`}
      kinds={['HALL_TICKETS', 'REPORT_CARDS']}
      all={t`All exams`}
      onAgain={(job) => {
        if (job.kind === 'REPORT_CARDS') return makeCardsAgain(job)
        const { examId } = JSON.parse(job.params) as { examId: number }
        navigate(examAddress(String(examId)))
      }}
      content={({ kind }) => (
        <Alert kind="info">
          {kind === 'REPORT_CARDS' ? (
            <Trans>Look at one of the cards before you print all of them.</Trans>
          ) : (
            <Trans>The codes are those of the ID cards, which the gate reads, so keep the file as safe as the cards.</Trans>
          )}
        </Alert>
      )}
    />
  )
}
