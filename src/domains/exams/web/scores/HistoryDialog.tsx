import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { showMoment } from '#shared/dates.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { useQuery } from '#ui/data/useQuery.ts'
import { Button } from '#ui/kit/Button.tsx'
import { Dialog, DialogActions, DialogBody } from '#ui/kit/Dialog.tsx'
import { List, ListRow, ListText } from '#ui/kit/List.tsx'
import { LoadingState } from '#ui/LoadingState.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'
import { columnLabel } from './columnLabel.ts'
import type { CellRef } from './grid.ts'
import { ScoreHistoryDocument } from './scores.graphql.ts'
import type { SheetRef } from './sheetRef.ts'
import type { SheetData } from './useScoreSheet.ts'
import { sayWord } from '../sayWord.ts'

interface HistoryDialogProps {
  sheet: SheetRef
  cell: CellRef
  row: SheetData
  onClose: () => void
}

/** Every change of a mark, the newest first. */
export function HistoryDialog({ sheet, cell, row, onClose }: HistoryDialogProps) {
  const { schoolId } = useActiveSchool()
  const { studentId, component, test } = cell
  const { data, error, refetch } = useQuery(ScoreHistoryDocument, {
    variables: { schoolId, input: { ...sheet, studentId, component, test } },
    fetchPolicy: 'network-only',
  })
  const student = row.students.find((each) => each.studentId === studentId)?.name ?? ''
  const column = row.columns.find((each) => each.component === component && each.test === test)
  const where = column ? columnLabel(column) : sayWord(component)
  const changes = data?.scoreHistory
  return (
    <Dialog title={t`History: ${student}, ${where}`} onClose={onClose}>
      <DialogBody>
        {!changes ? (
          error ? (
            <ErrorState error={error} onRetry={() => void refetch()} />
          ) : (
            <LoadingState lines={3} />
          )
        ) : changes.length === 0 ? (
          <EmptyState text={t`Nothing was entered yet`} />
        ) : (
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
