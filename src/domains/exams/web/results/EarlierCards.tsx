import { t } from '@lingui/core/macro'
import { useNavigate } from '#ui/navigation.tsx'
import { DocumentList } from '#ui/documents/DocumentList.tsx'
import { useCardsAgain } from './useCardsAgain.ts'

/** The report cards that the viewer has ordered, the newest first. */
export default function EarlierCards() {
  const navigate = useNavigate()
  const onAgain = useCardsAgain()
  return (
    <DocumentList
      kind="REPORT_CARDS"
      title={t`REPORT CARDS MADE EARLIER`}
      fileName="report-card-files"
      empty={{
        text: t`No report cards made yet`,
        hint: t`The PDFs that you make of published results stand here for as long as they are kept.`,
      }}
      onOpen={({ id }) => navigate(`/exams?job=${id}`)}
      onAgain={onAgain}
    />
  )
}
