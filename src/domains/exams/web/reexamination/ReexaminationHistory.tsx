import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { showMoment } from '#shared/dates.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { useQuery } from '#ui/data/useQuery.ts'
import { Button } from '#ui/kit/Button.tsx'
import { Dialog, DialogActions, DialogBody } from '#ui/kit/Dialog.tsx'
import { List, ListRow, ListText } from '#ui/kit/List.tsx'
import { LoadingState } from '#ui/LoadingState.tsx'
import { ErrorState } from '#ui/states.tsx'
import { type ReexaminationDataFragment, ReexaminationHistoryDocument } from './reexamination.graphql.ts'

/** Every change of a second mark, the newest first. */
export function ReexaminationHistory({ row, onClose }: { row: ReexaminationDataFragment; onClose: () => void }) {
  const { schoolId } = useActiveSchool()
  const { sectionId, studentId, subjectId, name, subjectName } = row
  const { data, error, refetch } = useQuery(ReexaminationHistoryDocument, {
    variables: { schoolId, input: { sectionId, studentId, subjectId } },
    fetchPolicy: 'network-only',
  })
  const changes = data?.reexaminationHistory
  return (
    <Dialog title={t`History: ${name}, ${subjectName}`} onClose={onClose}>
      <DialogBody>
        {changes ? (
          <List>
            {changes.map(({ id, was, value, reason, at, changedByName }) => {
              const [before, after] = [was || '–', value || '–']
              return (
                <ListRow key={id} divided>
                  <ListText
                    title={was === '' ? after : t`${before} → ${after}`}
                    detail={[`${changedByName}, ${showMoment(at)}`, reason].filter(Boolean).join(' · ')}
                  />
                </ListRow>
              )
            })}
          </List>
        ) : error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <LoadingState lines={3} />
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
