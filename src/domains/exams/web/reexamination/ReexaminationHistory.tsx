import { t } from '@lingui/core/macro'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { ChangesDialog } from '#ui/ChangesDialog.tsx'
import { useQuery } from '#ui/data/useQuery.ts'
import { changesInWords } from '../scores/changesInWords.ts'
import { type ReexaminationDataFragment, ReexaminationHistoryDocument } from './reexamination.graphql.ts'

/** Every change of a second mark, the newest first. */
export function ReexaminationHistory({ row, onClose }: { row: ReexaminationDataFragment; onClose: () => void }) {
  const { schoolId } = useActiveSchool()
  const { sectionId, studentId, subjectId, name, subjectName } = row
  const { data, error, refetch } = useQuery(ReexaminationHistoryDocument, {
    variables: { schoolId, input: { sectionId, studentId, subjectId } },
    fetchPolicy: 'network-only',
  })
  return (
    <ChangesDialog
      title={t`History: ${name}, ${subjectName}`}
      changes={data && changesInWords(data.reexaminationHistory)}
      error={error}
      onRetry={() => void refetch()}
      empty={t`Nothing was entered yet`}
      onClose={onClose}
    />
  )
}
