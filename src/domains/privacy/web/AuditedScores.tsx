import { plural, t } from '@lingui/core/macro'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { ChangesDialog } from '#ui/ChangesDialog.tsx'
import { useQuery } from '#ui/data/useQuery.ts'
import { Alert } from '#ui/kit/Alert.tsx'
import { AuditedScoresDocument } from './privacy.graphql.ts'

/** The marks that an entry of the audit log has changed, each before and after. */
export default function AuditedScores({ id, onClose }: { id: string; onClose: () => void }) {
  const { schoolId } = useActiveSchool()
  const { data, error, refetch } = useQuery(AuditedScoresDocument, { variables: { schoolId, id } })
  const found = data?.auditedScores
  const more = found ? found.total - found.scores.length : 0
  return (
    <ChangesDialog
      title={t`Marks before and after`}
      changes={found?.scores.map((score) => ({
        key: `${score.place} ${score.id}`,
        title: `${score.studentName}: ${score.was || '–'} → ${score.value || '–'}`,
        details: [score.place, score.reason],
      }))}
      error={error}
      onRetry={() => void refetch()}
      empty={t`These marks went with their students or their subject`}
      onClose={onClose}
    >
      {more > 0 && <Alert kind="info">{plural(more, { one: 'and # more', other: 'and # more' })}</Alert>}
    </ChangesDialog>
  )
}
