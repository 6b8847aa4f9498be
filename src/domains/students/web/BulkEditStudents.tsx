import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useCallback, useMemo } from 'react'
import { schoolDay } from '#shared/dates.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { saveFile } from '#ui/DataTable/exportRows.ts'
import { ImportStudio } from '#ui/import/ImportStudio.tsx'
import type { ImportRow } from '#ui/import/importTable.ts'
import { LoadingState } from '#ui/LoadingState.tsx'
import { ErrorState } from '#ui/states.tsx'
import { useSectionsOfTerms } from '#domains/classes/web/classes.exports.tsx'
import { FeesOfMoves } from '#domains/fees/web/feesByRule.exports.tsx'
import { useCommand } from '#ui/useCommand.ts'
import { useSendCommand } from '#ui/useSendCommand.ts'
import { deletionQuestion } from './DeletionQuestion.tsx'
import { editColumns } from '../studentColumns.ts'
import { Guide } from './Guide.tsx'
import { editMoves, editRowChecker, checkEditRows, editRowInput } from './importRows.ts'
import { useRollCheck } from './useRollCheck.ts'
import { EditStudentsDocument, ExportStudentsDocument } from './students.graphql.ts'
import { useDeletionCheck } from './useDeletionCheck.ts'
import { Row } from '#ui/kit/Row.tsx'
import { Stack } from '#ui/kit/Stack.tsx'
import styles from './BulkEditStudents.module.css'
import { Button } from '#ui/kit/Button.tsx'
import { Text } from '#ui/kit/Text.tsx'
import { DownloadIcon } from '#ui/kit/icons.ts'

/** The tab Bulk Edit (SUPERADMIN): updates, additions and deletions from a file. */
export default function BulkEditStudents() {
  const { schoolId } = useActiveSchool()
  const sendCommand = useSendCommand()
  const { terms, error } = useSectionsOfTerms()
  const checkRow = useMemo(() => editRowChecker(terms ?? []), [terms])
  const checkLines = useRollCheck(checkEditRows)
  const checkKept = useDeletionCheck()
  const checkAll = useCallback((rows: readonly ImportRow[]) => [...checkLines(rows), ...checkKept(rows)], [checkLines, checkKept])
  const preview = useCallback(
    (rows: readonly ImportRow[]) =>
      editMoves(rows, terms ?? []).map(({ termId, moves }) => <FeesOfMoves key={termId} termId={termId} moves={moves} />),
    [terms],
  )
  if (!terms) return error ? <ErrorState error={error} /> : <LoadingState />

  async function upload(rows: readonly ImportRow[], key: string) {
    await sendCommand(
      EditStudentsDocument,
      { schoolId, input: { key, rows: rows.map(editRowInput) } },
      { alsoChanges: ['classes', 'fees'] },
    )
    return { message: t`Students Successfully Edited`, link: { to: '/students', label: t`View Students` } }
  }

  return (
    <Stack gap={4}>
      <CurrentStudents />
      <ImportStudio
        columns={editColumns}
        checkRow={checkRow}
        checkAll={checkAll}
        kindOf={kindOf}
        confirm={deletionQuestion}
        preview={preview}
        template={{ name: 'StudentEditTemplate.csv', columns: editColumns.map((column) => column.key) }}
        submitLabel={t`Edit Students`}
        onSubmit={upload}
        verdicts={{
          good: t`File looks good. Please click submit to import.`,
          invalid: t`Some field is not valid. Please Recheck The File And Try Again`,
        }}
        guide={<Guide points={points} />}
      />
    </Stack>
  )
}

const kinds: Readonly<Record<string, string>> = { U: 'changed', A: 'new', D: t`deleted for good` }

function kindOf(row: ImportRow): string {
  return kinds[(row.action ?? '').toUpperCase()] ?? 'changed'
}

/** Downloads the current students as the file to edit. */
function CurrentStudents() {
  const { schoolId, termId, term } = useActiveSchool()
  const [exportStudents, running] = useCommand(ExportStudentsDocument)

  async function download() {
    const data = await exportStudents({ schoolId, input: { termId } })
    if (data)
      saveFile(
        new Blob([data.exportStudents], { type: 'text/csv;charset=utf-8' }),
        `students-${term?.name ?? ''}-${schoolDay(new Date())}.csv`,
      )
  }

  return (
    <Row gap={4} align="center" wrap>
      <Text className={styles.text}>
        {term ? (
          <Trans>
            Download the students of {term.name}, keep the rows to change, write U or D into the column action, and upload the
            file here.
          </Trans>
        ) : (
          <Trans>
            Download the students of the active term, keep the rows to change, write U or D into the column action, and upload the
            file here.
          </Trans>
        )}
      </Text>
      <Button icon={<DownloadIcon />} loading={running} onClick={() => void download()}>
        <Trans>Download current students as CSV</Trans>
      </Button>
    </Row>
  )
}

const points = [
  t`Action is one letter: U updates the student, A adds one, D permanently deletes one with the account.`,
  t`Every row needs roll, term, class and section; U and D need the id of the student as well.`,
  t`A blank cell or a missing column keeps the saved value. To clear a field, edit the student.`,
  t`A phone shorter than 10 digits becomes 1234567890. Gender is MALE, FEMALE, OTHER or BLANK; dates are DD/MM/YYYY.`,
  t`Caste, religion, health and Aadhaar are not in the downloaded file; add their columns to change them.`,
  t`A student with payments or other records that must be kept cannot be deleted: disable the student. Attendance is deleted with the student.`,
  t`If one row is wrong, nothing is changed. Correct it here or in the file.`,
]
