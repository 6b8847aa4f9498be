import { t } from '@lingui/core/macro'
import { useMemo } from 'react'
import { showCount } from '#shared/counts.ts'
import type { Column } from '#ui/DataTable/columns.ts'
import { DataTable } from '#ui/DataTable/DataTable.tsx'
import { type Analysis, changeText, type Group, type GroupKind, passShare, shareText } from './analysisTexts.ts'
import { SpreadBar } from './SpreadBar.tsx'
import styles from './GroupTable.module.css'
import { sayWord } from '../sayWord.ts'

const percent = (share: number | null) => (share === null ? null : Math.round(share / 10) / 10)

/** One kind of groups as a table: the mean, how the marks are spread, how many pass, and the change. */
export function GroupTable({ analysis, kind }: { analysis: Analysis; kind: GroupKind }) {
  const rows = useMemo(() => analysis.groups.filter((group) => group.kind === kind.kind), [analysis, kind])
  const columns = useMemo(() => columnsOf(kind, rows), [kind, rows])
  return (
    <DataTable
      title={kind.title}
      fileName={`analysis-${kind.kind.toLowerCase().replaceAll('_', '-')}`}
      columns={columns}
      rowId={({ key }) => key}
      rowName={({ name }) => name}
      rows={rows}
      empty={{ text: t`Nobody has marks here yet` }}
    />
  )
}

function columnsOf({ kind, row }: GroupKind, rows: readonly Group[]): Column<Group>[] {
  const isOfStudents = kind === 'CLASS' || kind === 'SECTION'
  const share = (key: string, header: string, of: (group: Group) => number): Column<Group> => ({
    key,
    header,
    numeric: true,
    hidden: true,
    phone: 'none',
    value: (group) => percent(of(group)),
    render: (group) => shareText(of(group)),
  })
  const columns: Column<Group>[] = [
    {
      key: 'name',
      header: row,
      flex: 2,
      value: (group) => (group.kind === 'COMPONENT' ? sayWord(group.name) : group.name),
      phone: 'title',
    },
    {
      key: 'marks',
      header: isOfStudents ? t`Students` : t({ message: 'Marks', context: 'number of them' }),
      numeric: true,
      value: ({ marks }) => marks,
      render: ({ marks }) => showCount(marks),
      phone: 'none',
    },
    {
      key: 'mean',
      header: t`Average`,
      numeric: true,
      value: ({ mean }) => percent(mean),
      render: ({ mean }) => shareText(mean),
      phone: 'end',
    },
    {
      key: 'spread',
      header: t`Spread`,
      flex: 2,
      minWidth: 160,
      value: ({ median }) => percent(median),
      render: (group) => <SpreadBar group={group} />,
      exported: false,
      phone: 'none',
    },
    {
      key: 'failed',
      header: isOfStudents ? t({ message: 'Failed', context: 'the result of a student' }) : t`Below the pass mark`,
      numeric: true,
      value: ({ failed }) => failed,
      render: ({ failed }) => (failed === null ? '–' : showCount(failed)),
      phone: 'none',
    },
    {
      key: 'pass',
      header: t`Pass`,
      numeric: true,
      value: (group) => percent(passShare(group)),
      render: (group) => {
        const pass = passShare(group)
        return pass === null ? '–' : shareText(pass)
      },
      phone: 'line',
      phoneText: (group) => {
        const pass = passShare(group)
        return pass === null ? '' : t`${shareText(pass)} pass`
      },
    },
    share('lowest', t`Lowest`, ({ lowest }) => lowest),
    share('lowerQuarter', t`A quarter has at most`, ({ lowerQuarter }) => lowerQuarter),
    share('median', t`Half has at most`, ({ median }) => median),
    share('upperQuarter', t`Three quarters have at most`, ({ upperQuarter }) => upperQuarter),
    share('highest', t`Highest`, ({ highest }) => highest),
    {
      key: 'missing',
      header: t`Missing`,
      numeric: true,
      value: ({ missing }) => missing,
      hidden: true,
      phone: 'none',
    },
  ]
  // The first part and the year have nothing before them.
  return rows.some(({ change }) => change !== null)
    ? [
        ...columns.slice(0, 3),
        {
          key: 'change',
          header: t`Change`,
          numeric: true,
          value: ({ change }) => percent(change),
          render: ({ change }) => <Change change={change} />,
          phone: 'line',
          phoneText: ({ change }) => (change === null ? '' : t`change ${changeText(change)}`),
        },
        ...columns.slice(3),
      ]
    : columns
}

/** A change in points of a per cent, with its sign and colour. */
export function Change({ change }: { change: number | null }) {
  const look = change === null || change === 0 ? undefined : change > 0 ? styles.up : styles.down
  return <span className={look}>{changeText(change) || '–'}</span>
}
