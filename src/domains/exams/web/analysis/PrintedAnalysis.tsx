import { t } from '@lingui/core/macro'
import { showMoment } from '#shared/dates.ts'
import { showCount } from '#shared/counts.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { GlobalStyle } from '#ui/kit/GlobalStyle.tsx'
import { PrintSheet } from '#ui/PrintSheet.tsx'
import {
  type Analysis,
  belowText,
  byComponentsText,
  changeText,
  type Group,
  groupKinds,
  hasFailedComponents,
  type NamedStudent,
  passShare,
  shareText,
} from './analysisTexts.ts'
import { periodName } from '../results/resultTexts.ts'
import { sayWord } from '../sayWord.ts'

/** How many of those who fell stand on the paper. The screen has all. */
const mostPrinted = 25

const css = `
  .analysis { font-size: 10pt; line-height: 1.35; }
  .analysis h1 { margin: 0; font-size: 15pt; }
  .analysis h2 { margin: 12pt 0 3pt; font-size: 11pt; break-after: avoid; }
  .analysis p { margin: 2pt 0; }
  .analysis table { width: 100%; border-collapse: collapse; font-size: 9pt; }
  .analysis th, .analysis td { padding: 2pt 3pt; border-bottom: 0.5pt solid #999; text-align: end; vertical-align: bottom; }
  .analysis td { white-space: nowrap; }
  .analysis th { inline-size: 44pt; }
  .analysis th:first-child { inline-size: auto; }
  .analysis th:first-child, .analysis td:first-child { text-align: start; white-space: normal; }
  .analysis .students th, .analysis .students td { inline-size: auto; text-align: start; white-space: normal; }
  .analysis .students .number { inline-size: 48pt; text-align: end; white-space: nowrap; }
  .analysis thead { display: table-header-group; }
  .analysis tr { break-inside: avoid; }
  .analysis .printed { margin-top: 12pt; font-size: 8pt; }
`

/** The analysis on paper, kind by kind, then the students. Prints as soon as it is rendered. */
export default function PrintedAnalysis({ analysis, onClose }: { analysis: Analysis; onClose: () => void }) {
  const { school, term, viewer } = useActiveSchool()
  const { part, groups, failedInOne, fell, assessed, failed } = analysis
  const [name, at] = [viewer.name, showMoment(new Date().toISOString())]
  const [all, short] = [showCount(assessed), showCount(failed)]
  const [byComponents, saysComponents] = [byComponentsText(analysis), hasFailedComponents(analysis)]
  return (
    <PrintSheet onDone={onClose}>
      <GlobalStyle css={css} />
      <div className="analysis">
        <h1>{school.name}</h1>
        <p>{[t`Analysis of results`, periodName(part), term?.name].filter(Boolean).join(' · ')}</p>
        <p>{t`${all} students with all marks, ${short} failed in a subject or in total`}</p>
        {byComponents && <p>{byComponents}</p>}
        <p>{t`¼ up to 55 %: a quarter of the marks is 55 % or less.`}</p>
        {groupKinds.map(({ kind, title, row }) => {
          const rows = groups.filter((group) => group.kind === kind)
          if (rows.length === 0) return null
          const columns = columnsOf(kind, rows)
          return (
            <section key={kind}>
              <h2>{title}</h2>
              <table>
                <thead>
                  <tr>
                    {[row, ...columns.map(({ head }) => head)].map((head) => (
                      <th key={head} scope="col">
                        {head}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {rows.map((group) => (
                    <tr key={group.key}>
                      <td>{kind === 'COMPONENT' ? sayWord(group.name) : group.name}</td>
                      {columns.map(({ head, cell }) => (
                        <td key={head}>{cell(group)}</td>
                      ))}
                    </tr>
                  ))}
                </tbody>
              </table>
            </section>
          )
        })}
        <Students
          title={t`Failed in one subject alone`}
          students={failedInOne}
          columns={[
            ...placeColumns(),
            { head: t`Subject`, cell: ({ subject }) => subject ?? '' },
            ...(saysComponents
              ? [{ head: t`Below the pass mark`, cell: (student: NamedStudent) => belowText(student, part) }]
              : []),
            { head: t({ message: 'Mark', context: 'of an exam' }), cell: ({ share }) => text(share), numeric: true },
          ]}
        />
        <Students
          title={t`Fell most since the part before`}
          students={fell.slice(0, mostPrinted)}
          columns={[
            ...placeColumns(),
            { head: t`Before`, cell: ({ before }) => text(before), numeric: true },
            { head: t`Now`, cell: ({ share }) => text(share), numeric: true },
          ]}
        />
        <p className="printed">{t`Printed by ${name}, ${at}`}</p>
      </div>
    </PrintSheet>
  )
}

interface PrintedColumn {
  head: string
  cell: (group: Group) => string
}

/** Returns the columns of a table, without those that none of its rows has: the change, or who has failed. */
function columnsOf(kind: Group['kind'], rows: readonly Group[]): PrintedColumn[] {
  const columns: PrintedColumn[] = [
    { head: t`Average`, cell: ({ mean }) => shareText(mean) },
    { head: t`Change`, cell: ({ change }) => changeText(change) },
    { head: t`Lowest`, cell: ({ lowest }) => shareText(lowest) },
    { head: t`¼ up to`, cell: ({ lowerQuarter }) => shareText(lowerQuarter) },
    { head: t`½ up to`, cell: ({ median }) => shareText(median) },
    { head: t`¾ up to`, cell: ({ upperQuarter }) => shareText(upperQuarter) },
    { head: t`Highest`, cell: ({ highest }) => shareText(highest) },
    {
      head:
        kind === 'CLASS' || kind === 'SECTION'
          ? t({ message: 'Failed', context: 'the result of a student' })
          : t`Below the pass mark`,
      cell: ({ failed }) => (failed === null ? '' : showCount(failed)),
    },
    {
      head: t`Pass`,
      cell: (group) => {
        const pass = passShare(group)
        return pass === null ? '' : shareText(pass)
      },
    },
  ]
  return columns.filter(({ cell }) => rows.some((group) => cell(group) !== ''))
}

interface StudentColumn {
  head: string
  cell: (student: NamedStudent) => string
  numeric?: boolean
}

const text = (share: number | null) => (share === null ? '' : shareText(share))

const placeColumns = (): StudentColumn[] => [
  { head: t`Student`, cell: ({ name }) => name },
  { head: t`Section`, cell: ({ sectionName }) => sectionName },
]

interface StudentsProps {
  title: string
  students: readonly NamedStudent[]
  columns: readonly StudentColumn[]
}

function Students({ title, students, columns }: StudentsProps) {
  if (students.length === 0) return null
  return (
    <section>
      <h2>{title}</h2>
      <table className="students">
        <thead>
          <tr>
            {columns.map(({ head, numeric }) => (
              <th key={head} scope="col" className={numeric ? 'number' : undefined}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {students.map((student) => (
            <tr key={student.studentId}>
              {columns.map(({ head, cell, numeric }) => (
                <td key={head} className={numeric ? 'number' : undefined}>
                  {cell(student)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
