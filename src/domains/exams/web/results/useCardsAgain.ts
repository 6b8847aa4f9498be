import { useNavigate } from '#ui/navigation.tsx'
import { useActiveSchool } from '#ui/activeSchool.ts'
import type { DocumentJob } from '#ui/documents/documentTexts.ts'
import { useCommand } from '#ui/useCommand.ts'
import type { ReportCardsJob } from '../../reportCards.schema.ts'
import { OrderReportCardsDocument } from './results.graphql.ts'

/** Returns a function that orders report cards once more, and opens the new document. */
export function useCardsAgain(): (job: DocumentJob) => void {
  const { schoolId } = useActiveSchool()
  const navigate = useNavigate()
  const [order] = useCommand(OrderReportCardsDocument, { failure: (message) => message })
  return ({ params }) => {
    const { publicationIds, languages } = JSON.parse(params) as ReportCardsJob
    const input = { publicationIds: publicationIds.map(String), languages }
    void order((key) => ({ schoolId, input: { ...input, key } })).then((data) => {
      if (data) navigate(`/exams?job=${data.orderReportCards.id}`)
    })
  }
}
