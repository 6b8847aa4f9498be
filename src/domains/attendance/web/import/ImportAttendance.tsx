import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMemo } from 'react'
import { schoolDay, writeDay } from '#shared/dates.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { ImportStudio } from '#ui/import/ImportStudio.tsx'
import type { ImportRow } from '#ui/import/importTable.ts'
import { LoadingState } from '#ui/LoadingState.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'
import { type SectionChoice, useSectionChoices } from '#domains/classes/web/classes.exports.tsx'
import { useSendCommand } from '#ui/useSendCommand.ts'
import { importColumns, rowChecks, findDuplicates, toFileRow } from './attendanceFile.ts'
import { ImportAttendanceDocument } from './import.graphql.ts'
import styles from './ImportAttendance.module.css'
import { Heading, Text } from '#ui/kit/Text.tsx'

/**
 * The tab Import Data: imports marks from a file. A subject-wise school sees the heading only (specification, section
 * 2).
 */
export default function ImportAttendance() {
  const { school, term, termId } = useActiveSchool()
  const { sections, error } = useSectionChoices()
  if (school.attType === 'SUBJECTWISE')
    return (
      <Heading level={2}>
        <Trans>Bulk Upload Subjects</Trans>
      </Heading>
    )
  if (!term)
    return <EmptyState text={t`This school has no term yet`} hint={t`Add one in the settings, then its classes and sections.`} />
  if (!sections) return error ? <ErrorState error={error} /> : <LoadingState />
  return <Import key={termId} sections={sections} />
}

function Import({ sections }: { sections: readonly SectionChoice[] }) {
  const { schoolId, termId, school } = useActiveSchool()
  const sendCommand = useSendCommand()
  const twice = school.attType === 'DUAL'
  const columns = useMemo(() => importColumns(twice), [twice])
  const checkRow = useMemo(() => rowChecks(sections, twice), [sections, twice])

  async function upload(rows: readonly ImportRow[]) {
    const variables = { schoolId, input: { termId, rows: rows.map(toFileRow) } }
    const { importAttendance: done } = await sendCommand(ImportAttendanceDocument, variables)
    const { registers, changed } = done
    return {
      message:
        changed > 0
          ? t`Attendance Successfully Imported: ${plural(registers, { one: '# register', other: '# registers' })}, ${plural(changed, { one: '# mark', other: '# marks' })} changed`
          : t`Attendance Successfully Imported: ${plural(registers, { one: '# register', other: '# registers' })}`,
      link: { to: '/attendance?tab=view', label: t`View Attendances` },
    }
  }

  const day = writeDay(schoolDay(new Date()))
  const [first] = sections
  const example = [first?.class.name ?? '7', first?.name ?? 'A']
  return (
    <ImportStudio
      columns={columns}
      checkRow={checkRow}
      checkAll={findDuplicates}
      template={{
        name: 'AttendanceTemplate.csv',
        columns: columns.map((column) => column.key),
        example: [
          [...example, '1', day, ...(twice ? ['MORNING'] : []), 'P', ''],
          [...example, '2', day, ...(twice ? ['MORNING'] : []), 'A', t`fever`],
        ],
      }}
      submitLabel={t`Upload Attendance`}
      onSubmit={upload}
      verdicts={{
        good: t`File looks good. Please click submit to import.`,
        invalid: t`Some field is not valid. Please Recheck The File And Try Again`,
      }}
      guide={<Guide twice={twice} />}
    />
  )
}

function Guide({ twice }: { twice: boolean }) {
  const points = [
    t`Each row is one mark of one student, found by class, section and roll, on one date.`,
    t`Class, section and roll must already exist in this term. Capital and small letters are the same.`,
    t`Dates are written DD/MM/YYYY; the value is P, A or L.`,
    twice ? t`The session is MORNING or AFTERNOON: this school takes two registers a day.` : '',
    t`Rows of one section and day become one register. A mark that is already saved is corrected, and its history kept.`,
    t`If one row is wrong, nothing is imported. Correct it here or in the file.`,
  ].filter(Boolean)
  return (
    <section aria-labelledby="attendance-guide" className={styles.section}>
      <Heading level={2} id="attendance-guide">
        <Trans>Usage Guide</Trans>
      </Heading>
      <ul className={styles.list}>
        {points.map((point) => (
          <Text key={point} size="small" as="li">
            {point}
          </Text>
        ))}
      </ul>
    </section>
  )
}
