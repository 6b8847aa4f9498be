import { plural, t } from '@lingui/core/macro'
import { useCallback, useMemo } from 'react'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { ImportStudio } from '#ui/import/ImportStudio.tsx'
import type { ImportRow } from '#ui/import/importTable.ts'
import { LoadingState } from '#ui/LoadingState.tsx'
import { ErrorState } from '#ui/states.tsx'
import { type SectionChoice, useSectionChoices } from '#domains/classes/web/classes.exports.tsx'
import { useSendCommand } from '#ui/useSendCommand.ts'
import { FeesOfMoves } from '#domains/fees/web/feesByRule.exports.tsx'
import { importColumns } from '../studentColumns.ts'
import { checkNewRows } from './fileColumns.ts'
import { NoTerm } from './NoTerm.tsx'
import { Guide } from './Guide.tsx'
import { useRollCheck } from './useRollCheck.ts'
import { newMoves, newRowChecker, newRowInput } from './importRows.ts'
import { ImportStudentsDocument, UndoStudentsImportDocument } from './students.graphql.ts'

/** The tab Bulk Add: students of the active term from a file. */
export default function BulkAddStudents() {
  const { term, termId } = useActiveSchool()
  const { sections, error } = useSectionChoices()
  if (!term) return <NoTerm />
  if (!sections) return error ? <ErrorState error={error} /> : <LoadingState />
  return <StudentImport key={termId} termName={term.name} sections={sections} />
}

function StudentImport({ termName, sections }: { termName: string; sections: readonly SectionChoice[] }) {
  const { schoolId, termId } = useActiveSchool()
  const sendCommand = useSendCommand()
  const checkRow = useMemo(() => newRowChecker(sections), [sections])
  const checkAll = useRollCheck(checkNewRows)
  const preview = useCallback(
    (rows: readonly ImportRow[]) => <FeesOfMoves termId={termId} moves={newMoves(rows, sections)} />,
    [termId, sections],
  )

  async function upload(rows: readonly ImportRow[], key: string, addAnyway: boolean) {
    const data = await sendCommand(
      ImportStudentsDocument,
      { schoolId, input: { key, termId, rows: rows.map(newRowInput), addAnyway } },
      { alsoChanges: ['classes', 'fees'] },
    )
    const id = data.importStudents.id
    return {
      message: t`Students Successfully Imported`,
      link: { to: '/students', label: t`View Students` },
      ...(id === undefined ? {} : { undo: () => undo(id) }),
    }
  }

  async function undo(id: string) {
    const data = await sendCommand(UndoStudentsImportDocument, { schoolId, id }, { alsoChanges: ['classes', 'fees'] })
    const count = data.undoStudentsImport
    return { message: t`${plural(count, { one: '# student', other: '# students' })} deleted` }
  }

  return (
    <ImportStudio
      columns={importColumns}
      checkRow={checkRow}
      checkAll={checkAll}
      preview={preview}
      template={{
        name: 'StudentTemplate.csv',
        columns: importColumns.map((column) => column.key),
        example: [
          ['1', sections[0]?.class.name ?? '7', sections[0]?.name ?? 'A', 'Asha Patil', '9876543210', 'FEMALE'].concat(
            importColumns.slice(6).map(({ key }) => (key === 'birthdate' ? '01/06/2015' : '')),
          ),
        ],
      }}
      submitLabel={t`Upload Students`}
      onSubmit={upload}
      verdicts={{
        good: t`File looks good. Please click submit to import.`,
        invalid: t`Some field is not valid. Please Recheck The File And Try Again`,
      }}
      guide={<Guide points={[t`The students are added to ${termName}.`, ...points]} />}
    />
  )
}

const points = [
  t`Every row needs roll, class, section, name and phone. All other columns are optional.`,
  t`Class and section must exist already. Write their names; upper and lower case do not matter.`,
  t`A phone has exactly 10 digits. A country code, a leading 0, spaces and hyphens are removed. 1234567890 stands for no phone.`,
  t`The phone is also the first password.`,
  t`Dates are written DD/MM/YYYY, gender as MALE, FEMALE, OTHER or BLANK, yes and no as Yes and No.`,
  t`A blank login email is made from the school’s format, if there is one.`,
  t`A child with the name and phone, or the Aadhaar number, of a student is asked about before it is added.`,
  t`If one row is wrong, nothing is imported. Correct it here or in the file.`,
]
