import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { useQuery } from '#ui/data/useQuery.ts'
import { Alert } from '#ui/kit/Alert.tsx'
import { Button } from '#ui/kit/Button.tsx'
import { Dialog, DialogActions, DialogBody } from '#ui/kit/Dialog.tsx'
import { List, ListRow, ListText } from '#ui/kit/List.tsx'
import { LoadingState } from '#ui/LoadingState.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'
import { AuditedScoresDocument } from './privacy.graphql.ts'

/** The marks that an entry of the audit log has changed, each before and after. */
export default function AuditedScores({ id, onClose }: { id: string; onClose: () => void }) {
  const { schoolId } = useActiveSchool()
  const { data, error, refetch } = useQuery(AuditedScoresDocument, { variables: { schoolId, id } })
  const found = data?.auditedScores
  const more = found ? found.total - found.scores.length : 0
  return (
    <Dialog title={t`Marks before and after`} onClose={onClose}>
      <DialogBody>
        {!found ? (
          error ? (
            <ErrorState error={error} onRetry={() => void refetch()} />
          ) : (
            <LoadingState lines={3} />
          )
        ) : found.total === 0 ? (
          <EmptyState text={t`These marks went with their students or their subject`} />
        ) : (
          <>
            <List>
              {found.scores.map((score) => {
                const [before, after] = [score.was || '–', score.value || '–']
                return (
                  <ListRow key={`${score.place} ${score.id}`} divided>
                    <ListText
                      title={`${score.studentName}: ${before} → ${after}`}
                      detail={[score.place, score.reason].filter(Boolean).join(' · ')}
                    />
                  </ListRow>
                )
              })}
            </List>
            {more > 0 && <Alert kind="info">{plural(more, { one: 'and # more', other: 'and # more' })}</Alert>}
          </>
        )}
      </DialogBody>
      <DialogActions>
        <Button onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
      </DialogActions>
    </Dialog>
  )
}
