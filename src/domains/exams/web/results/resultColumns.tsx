import { plural, t } from '@lingui/core/macro'
import { showPercent } from '#shared/percent.ts'
import type { Column } from '#ui/DataTable/columns.ts'
import { outcomeLabels } from '../../passing.rules.ts'
import { showMarks } from '../../scheme.schema.ts'
import { sayWord } from '../sayWord.ts'
import type { ResultMarkFactsFragment, SectionResultsQuery } from './results.graphql.ts'
import styles from './resultColumns.module.css'

export type StudentRow = SectionResultsQuery['results']['students'][number]

/**
 * Returns the columns of a section's results. Total, rank and result come before the subjects, because a school laptop
 * shows no more than four subjects beside them.
 */
export function resultColumns({
  subjects,
  students,
}: Pick<SectionResultsQuery['results'], 'subjects' | 'students'>): Column<StudentRow>[] {
  const assessed = subjects.filter(({ name }) =>
    students.some((student) => student.subjects.some(({ subject }) => subject === name)),
  )
  const hasTotal = subjects.some(({ kind }) => kind === 'COUNTED')
  const hasOutcome = students.some(({ outcome }) => outcome !== null)
  const hasDetails = students.some((row) => shortDetails(row) !== '')
  return [
    { key: 'roll', header: t`Roll`, value: ({ roll }) => roll, minWidth: 64, flex: 0.5, phone: 'line', phoneText: rollText },
    { key: 'name', header: t`Name`, value: ({ name }) => name, minWidth: 150, flex: 1.6, phone: 'title' },
    ...(hasTotal ? totalColumns : []),
    ...(hasOutcome ? [outcomeColumn(hasDetails ? 240 : 120)] : []),
    ...assessed.map(
      ({ id, name, kind }): Column<StudentRow> => ({
        key: `subject${id}`,
        header: name,
        value: (row) => {
          const { mark } = subjectOf(row, name)
          if (!mark) return stateText(row, name)
          return kind === 'GRADES_ONLY' ? mark.grade : mark.obtained / 100
        },
        render: (row) => <SubjectCell row={row} subject={name} isGrade={kind === 'GRADES_ONLY'} />,
        minWidth: 96,
        phone: 'none',
        searchable: false,
      }),
    ),
  ]
}

const outcomeColumn = (minWidth: number): Column<StudentRow> => ({
  key: 'outcome',
  header: t`Result`,
  value: (row) => outcomeText(row),
  render: (row) => <Outcome row={row} />,
  flex: 1.4,
  minWidth,
  phone: 'line',
  phoneText: (row) => [row.outcome === null ? '' : outcomeLabels[row.outcome], shortDetails(row)].filter(Boolean).join(': '),
})

const totalColumns: readonly Column<StudentRow>[] = [
  {
    key: 'total',
    header: t`Total`,
    value: ({ total }) => total && total.obtained / 100,
    render: ({ total }) => total && `${showMarks(total.obtained)}/${showMarks(total.outOf)}`,
    numeric: true,
    minWidth: 96,
    phone: 'none',
  },
  {
    key: 'share',
    header: t`Per cent`,
    value: ({ total }) => total && total.share / 100,
    render: ({ total }) => total && showPercent(total.share),
    numeric: true,
    minWidth: 84,
    phone: 'end',
  },
  { key: 'grade', header: t`Grade`, value: ({ total }) => total?.grade ?? '', minWidth: 70, flex: 0.6, phone: 'end' },
  {
    key: 'rank',
    header: t`Rank`,
    value: ({ rank }) => rank,
    numeric: true,
    minWidth: 70,
    flex: 0.5,
    phone: 'line',
    phoneText: ({ rank }) => (rank === null ? t`no rank` : t`rank ${rank}`),
  },
]

const rollText = ({ roll }: StudentRow) => t`roll ${roll}`

function subjectOf(row: StudentRow, name: string) {
  return row.subjects.find(({ subject }) => subject === name) ?? { state: 'LEFT_OUT' as const, mark: null }
}

function stateText(row: StudentRow, name: string): string {
  return subjectOf(row, name).state === 'MISSING' ? t({ message: 'missing', context: 'marks' }) : '–'
}

function SubjectCell({ row, subject, isGrade }: { row: StudentRow; subject: string; isGrade: boolean }) {
  const { mark, state } = subjectOf(row, subject)
  if (!mark) return <span className={state === 'MISSING' ? styles.missing : undefined}>{stateText(row, subject)}</span>
  return isGrade ? (
    sayWord(mark.grade)
  ) : (
    <>
      {marksText(mark)} <span className={styles.grade}>{sayWord(mark.grade)}</span>
    </>
  )
}

function marksText({ obtained, outOf }: ResultMarkFactsFragment): string {
  return `${showMarks(obtained)}/${showMarks(outOf)}`
}

/** Returns the result in words, with what was failed, given or replaced. */
function outcomeText(row: StudentRow): string {
  const label = row.outcome === null ? '' : outcomeLabels[row.outcome]
  const details = detailsOf(row)
  return details.length === 0 ? label : `${label}: ${details.join('; ')}`
}

function detailsOf({ outcome, shortfalls, missing, reexamined, grace, replaced }: StudentRow): string[] {
  if (outcome === 'INCOMPLETE') return [...missing]
  const names = reexamined.join(', ')
  return [
    ...(reexamined.length > 0 ? [t`after re-examination in ${names}`] : []),
    ...shortfalls,
    ...grace.map(({ subject, marks }) => {
      const given = showMarks(marks)
      return t`${given} grace marks in ${subject}`
    }),
    ...replaced.map(({ subject, by }) => t`${by} counts in the place of ${subject}`),
  ]
}

/** Returns the details of a result. Missing marks are counted, because they are named above the table. */
function shortDetails(row: StudentRow): string {
  const missing = row.missing.length
  return row.outcome === 'INCOMPLETE' && missing > 0
    ? plural(missing, { one: '# mark missing', other: '# marks missing' })
    : detailsOf(row).join('; ')
}

/** The result in a cell. */
function Outcome({ row }: { row: StudentRow }) {
  const { outcome } = row
  if (outcome === null) return null
  const details = shortDetails(row)
  return (
    <span className={styles.outcome}>
      {outcomeLabels[outcome]}
      {details !== '' && <span className={styles.details}>{details}</span>}
    </span>
  )
}
