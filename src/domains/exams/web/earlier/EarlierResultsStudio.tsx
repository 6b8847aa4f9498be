import { plural, t } from '@lingui/core/macro'
import { useMemo } from 'react'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { FileGuide } from '#ui/import/FileGuide.tsx'
import { ImportStudio } from '#ui/import/ImportStudio.tsx'
import type { ImportRow } from '#ui/import/importTable.ts'
import { useSendCommand } from '#ui/useSendCommand.ts'
import type { SectionChoice } from '#domains/classes/web/classes.exports.tsx'
import { ImportEarlierResultsDocument, UndoEarlierResultsImportDocument } from './earlierResults.graphql.ts'
import { checkEarlierResult, earlierResultColumns, earlierResultHeaders, earlierResultInput } from './earlierResultsFile.ts'

/** Imports what students got before their school started with Shala. */
export default function EarlierResultsStudio({ sections }: { sections: readonly SectionChoice[] }) {
  const { schoolId } = useActiveSchool()
  const sendCommand = useSendCommand()
  const checkRow = useMemo(() => checkEarlierResult(sections), [sections])

  async function upload(rows: readonly ImportRow[], key: string) {
    const { importEarlierResults } = await sendCommand(ImportEarlierResultsDocument, {
      schoolId,
      input: { key, rows: rows.map(earlierResultInput) },
    })
    const { id, count } = importEarlierResults
    if (count === 0) return { message: t`These results are saved already. Nothing was changed` }
    return {
      message: t`Results imported`,
      link: { to: '/students', label: t`View Students` },
      undo: () => undo(id),
    }
  }

  async function undo(id: string) {
    const { undoEarlierResultsImport } = await sendCommand(UndoEarlierResultsImportDocument, { schoolId, id })
    return { message: t`${plural(undoEarlierResultsImport, { one: '# result', other: '# results' })} taken back` }
  }

  return (
    <ImportStudio
      columns={earlierResultColumns}
      checkRow={checkRow}
      template={{
        name: 'ResultsTemplate.csv',
        columns: earlierResultHeaders,
        example: [['1042', '', '', '', t`Asha Patil`, '2024-25', '5', t`Annual`, t`Science`, '72.5', '100', 'B1', t`Passed`]],
      }}
      submitLabel={t`Import results`}
      onSubmit={upload}
      verdicts={{
        good: t`File looks good. Please click submit to import.`,
        invalid: t`Some field is not valid. Please Recheck The File And Try Again`,
      }}
      guide={<FileGuide id="earlier-results-guide" points={points} />}
    />
  )
}

const points = [
  t`Each row is one subject of one student in one exam: marks with the highest marks, a grade, or both.`,
  t`AB, ML and EX are for a student who was absent, on medical leave or exempt.`,
  t`Students are matched by register no. Where it is blank, they are matched by class, section and roll of today.`,
  t`“Class then” is the class in which the student was in that year.`,
  t`The result, such as Passed, may stand on one row of the exam or on all of them.`,
  t`The results stand on the student’s page as they are in the file. Nothing is computed from them.`,
  t`If one row is wrong, nothing is imported. Correct it here or in the file.`,
]
