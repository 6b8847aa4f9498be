import { t } from '@lingui/core/macro'
import { useMemo } from 'react'
import { useNavigate } from '#ui/navigation.tsx'
import { useActiveSchool } from '#ui/activeSchool.ts'
import type { Column } from '#ui/DataTable/columns.ts'
import { DataTable } from '#ui/DataTable/DataTable.tsx'
import { Stack } from '#ui/kit/Stack.tsx'
import { type Analysis, belowText, hasFailedComponents, type NamedStudent, shareText } from './analysisTexts.ts'
import { Change } from './GroupTable.tsx'

const percent = (share: number | null) => (share === null ? null : Math.round(share / 10) / 10)
const text = (share: number | null) => (share === null ? '–' : shareText(share))

/** The students who need help: those who failed in one subject alone, and those who fell most since the part before. */
export function StudentTables({ analysis }: { analysis: Analysis }) {
  const { failedInOne, fell } = analysis
  const navigate = useNavigate()
  const { viewer } = useActiveSchool()
  const place = useMemo(
    (): Column<NamedStudent>[] => [
      { key: 'name', header: t`Student`, flex: 2, value: ({ name }) => name, phone: 'title' },
      { key: 'section', header: t`Section`, value: ({ sectionName }) => sectionName, phone: 'line' },
      { key: 'roll', header: t`Roll`, value: ({ roll }) => roll, phone: 'line', phoneText: ({ roll }) => t`roll ${roll}` },
    ],
    [],
  )
  const failedColumns = useMemo(
    (): Column<NamedStudent>[] => [
      ...place,
      { key: 'subject', header: t`Subject`, value: ({ subject }) => subject, phone: 'line' },
      {
        key: 'share',
        header: t({ message: 'Mark', context: 'of an exam' }),
        numeric: true,
        value: ({ share }) => percent(share),
        render: ({ share }) => text(share),
        phone: 'end',
      },
      ...(hasFailedComponents(analysis) ? [below(analysis.part)] : []),
    ],
    [place, analysis],
  )
  const fellColumns = useMemo(
    (): Column<NamedStudent>[] => [
      ...place,
      {
        key: 'before',
        header: t`Before`,
        numeric: true,
        value: ({ before }) => percent(before),
        render: ({ before }) => text(before),
        phone: 'none',
      },
      {
        key: 'now',
        header: t`Now`,
        numeric: true,
        value: ({ share }) => percent(share),
        render: ({ share }) => text(share),
        phone: 'none',
      },
      {
        key: 'change',
        header: t`Change`,
        numeric: true,
        value: (student) => percent(changeOf(student)),
        render: (student) => <Change change={changeOf(student)} />,
        phone: 'end',
      },
    ],
    [place],
  )
  const common = {
    rowId: ({ studentId }: NamedStudent) => studentId,
    rowName: ({ name }: NamedStudent) => name,
    ...(viewer.role === 'TEACHER' ? {} : { onOpen: ({ studentId }: NamedStudent) => navigate(`/students/${studentId}`) }),
  }
  return (
    <Stack gap={6}>
      <DataTable
        title={t`Failed in one subject alone`}
        fileName="failed-in-one-subject"
        columns={failedColumns}
        rows={failedInOne}
        defaults={failedDefaults}
        empty={{ text: t`Nobody failed in one subject alone` }}
        {...common}
      />
      <DataTable
        title={t`Fell most since the part before`}
        fileName="fell-most"
        columns={fellColumns}
        rows={fell}
        defaults={fellDefaults}
        empty={{
          text: t`Nobody fell`,
          hint: t`Students are compared with the part before. The first part and the year have none.`,
        }}
        {...common}
      />
    </Stack>
  )
}

/** What of the subject is below its pass mark. */
function below(part: string | null): Column<NamedStudent> {
  const value = (student: NamedStudent) => belowText(student, part)
  // Rendered, because a text that is not is cut at the end of its line.
  return { key: 'below', header: t`Below the pass mark`, minWidth: 240, value, render: value, phone: 'line' }
}

const failedDefaults = { name: 'f' } as const
const fellDefaults = { name: 'd' } as const

function changeOf({ share, before }: NamedStudent): number | null {
  return share === null || before === null ? null : share - before
}
