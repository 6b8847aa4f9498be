import { t } from '@lingui/core/macro'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { ChangesDialog } from '#ui/ChangesDialog.tsx'
import { useQuery } from '#ui/data/useQuery.ts'
import { changesInWords } from './changesInWords.ts'
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
  return (
    <ChangesDialog
      title={t`History: ${student}, ${where}`}
      changes={data && changesInWords(data.scoreHistory)}
      error={error}
      onRetry={() => void refetch()}
      empty={t`Nothing was entered yet`}
      onClose={onClose}
    />
  )
}
