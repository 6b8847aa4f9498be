import { plural, t } from '@lingui/core/macro'
import { useCallback, useMemo, useState } from 'react'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { FileGuide } from '#ui/import/FileGuide.tsx'
import { ImportStudio } from '#ui/import/ImportStudio.tsx'
import type { ImportRow } from '#ui/import/importTable.ts'
import { useSendCommand } from '#ui/useSendCommand.ts'
import { sheetAddress } from '../scores/sheetRef.ts'
import { Differences } from './Differences.tsx'
import { ImportScoresDocument, UndoScoresImportDocument } from './scoreFile.graphql.ts'
import {
  checkScoreFile,
  checkScoreRow,
  columnInputs,
  compareFile,
  type ScoreFile,
  scoreFileColumns,
  scoreFileTemplate,
  scoreRowInput,
  sectionOf,
} from './scoreFile.ts'

interface ScoreFileStudioProps {
  file: ScoreFile
  sectionId: string
  subjectId: string | null
}

/**
 * The import of a section's marks. A mark that differs from what stands is kept, unless the person lets the file win.
 */
export function ScoreFileStudio({ file: newest, sectionId, subjectId }: ScoreFileStudioProps) {
  const { schoolId } = useActiveSchool()
  const sendCommand = useSendCommand()
  // The marks are those of the moment when the page was opened. The server refuses a mark entered since.
  const [file] = useState(newest)
  const [wins, setWins] = useState<ReadonlySet<string>>(new Set())
  const columns = useMemo(() => scoreFileColumns(file), [file])
  const checkRow = useMemo(() => checkScoreRow(file), [file])
  const checkAll = useMemo(() => checkScoreFile(file), [file])
  const kindOf = useCallback(
    (row: ImportRow) => {
      const { added, differences } = compareFile(file, [row])
      return differences.length > 0 ? 'changed' : added > 0 ? 'new' : t`unchanged`
    },
    [file],
  )
  const preview = useCallback(
    (rows: readonly ImportRow[]) => (
      <Differences differences={compareFile(file, rows).differences} wins={wins} onChange={setWins} />
    ),
    [file, wins],
  )
  const template = useMemo(() => {
    const name = [sectionOf(file), subjectId ? file.sheets[0]?.subjectName : '', file.part].filter(Boolean).join(' ')
    return { name: `${name.replace(/[\\/:*?"<>|]/g, '-')}.csv`, ...scoreFileTemplate(file) }
  }, [file, subjectId])

  async function upload(rows: readonly ImportRow[], key: string) {
    const { importScores } = await sendCommand(ImportScoresDocument, {
      schoolId,
      input: {
        key,
        sectionId,
        part: file.part,
        columns: columnInputs(file),
        rows: rows.map(scoreRowInput(file, (cell) => wins.has(cell))),
      },
    })
    const { id, count } = importScores
    if (count === 0) return { message: t`These marks stand already. Nothing was changed` }
    return {
      message: plural(count, { one: '# mark saved', other: '# marks saved' }),
      link: subjectId
        ? { to: sheetAddress({ sectionId, subjectId, part: file.part }), label: t`View marks` }
        : { to: `/exams?${new URLSearchParams({ part: file.part, section: sectionId })}`, label: t`View marks` },
      undo: () => undo(id),
      undoQuestion: t`What stood before stands again. If one of the marks was changed since, nothing is taken back.`,
    }
  }

  async function undo(id: string) {
    const { undoScoresImport } = await sendCommand(UndoScoresImportDocument, { schoolId, id })
    return { message: plural(undoScoresImport, { one: '# mark taken back', other: '# marks taken back' }) }
  }

  return (
    <ImportStudio
      columns={columns}
      checkRow={checkRow}
      checkAll={checkAll}
      kindOf={kindOf}
      preview={preview}
      unknownColumns={unknownColumns}
      template={template}
      submitLabel={t`Import marks`}
      onSubmit={upload}
      verdicts={{
        good: t`File looks good. Please click submit to import.`,
        invalid: t`Some field is not valid. Please Recheck The File And Try Again`,
      }}
      guide={<FileGuide id="score-file-guide" points={points} />}
    />
  )
}

function unknownColumns(headers: readonly string[]): string {
  const list = headers.map((header) => `“${header}”`).join(', ')
  return t`No test is called ${list}. Choose the column of its test below, or take it out of the file.`
}

const points = [
  t`The template has the students with the marks that stand. Fill it in, or use your own file with the same columns.`,
  t`Students are matched by register no., without one by roll, without both by name.`,
  t`Marks are written as 17 or 17.5. AB is for absent, ML for medical leave, EX for exempt.`,
  t`A blank cell leaves the mark that stands. To clear a mark, use the sheet.`,
  t`If one cell is wrong, nothing is imported. Correct it here or in the file.`,
]
