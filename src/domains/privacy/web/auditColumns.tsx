import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link, useSearchParams } from '#ui/navigation.tsx'
import { showMoment } from '#shared/dates.ts'
import { showCount } from '#shared/counts.ts'
import type { Column } from '#ui/DataTable/columns.ts'
import { areas, auditActions, fieldLabel } from '../auditActions.ts'
import type { AuditRowFragment } from './privacy.graphql.ts'
import styles from './auditColumns.module.css'
import { Link as KitLink } from '#ui/kit/Link.tsx'

/** The address parameter of the entry whose scores are shown. */
export const entryKey = 'entry'

type Row = AuditRowFragment
type Target = Row['targets'][number]

/** Returns the address of a row that an entry refers to. */
function addressOf({ kind, id, name }: Target): string {
  if (kind === 'STUDENT') return `/students/${id}`
  if (kind === 'USER') return `/users?${new URLSearchParams({ q: name })}`
  return `/feesentries?${new URLSearchParams({ q: name })}`
}

/** Formats the number and kind of rows without names: '3 registers'. */
function formatCount({ action, rowCount, rowsAre, rowIds }: Row): string {
  if (rowCount === 0) return ''
  if (rowCount > 1) return `${showCount(rowCount)} ${rowsAre}`
  const id = rowIds[0] ?? ''
  // For rows without a kind the column What names it: 'Section added', 'No. 25'.
  return (auditActions.get(action)?.rows ?? 'OTHER') === 'OTHER' ? t`No. ${id}` : `${rowsAre} ${id}`
}

function targetsText(row: Row): string {
  const { targets, rowCount } = row
  if (targets.length === 0) return formatCount(row)
  const more = rowCount - targets.length
  const names = targets.map(({ name }) => name).join(', ')
  return more > 0 ? plural(more, { one: `${names} and # more`, other: `${names} and # more` }) : names
}

/** Leads to the scores that an entry has changed. */
function ScoresLink({ id }: { id: string }) {
  const [address] = useSearchParams()
  const opened = new URLSearchParams(address)
  opened.set(entryKey, id)
  return (
    <KitLink as={Link} to={`?${opened}`}>
      <Trans>Marks before and after</Trans>
    </KitLink>
  )
}

function Targets({ row }: { row: Row }) {
  const { id, targets, rowCount, fields } = row
  if (fields.includes('scores')) return <ScoresLink id={id} />
  if (targets.length === 0) return formatCount(row)
  const more = rowCount - targets.length
  return (
    <span className={styles.clipped}>
      {targets.map((target, index) => (
        <span key={target.id}>
          {index > 0 && ', '}
          <KitLink as={Link} to={addressOf(target)}>
            {target.name}
          </KitLink>
        </span>
      ))}
      {more > 0 && <> {plural(more, { one: 'and # more', other: 'and # more' })}</>}
    </span>
  )
}

function areaOf({ action }: Row): string {
  const area = auditActions.get(action)?.area
  return area ? areas[area] : ''
}

/** Columns of the audit log. */
export const auditColumns: readonly Column<Row>[] = [
  {
    key: 'at',
    header: t`When`,
    value: (row) => row.at,
    render: (row) => showMoment(row.at),
    minWidth: 160,
    flex: 0.8,
    sortable: false,
    phone: 'line',
  },
  { key: 'who', header: t`Who`, value: (row) => row.who, minWidth: 150, flex: 1, sortable: false, phone: 'line' },
  { key: 'role', header: t`Role then`, value: (row) => row.role, minWidth: 100, flex: 0.4, sortable: false, phone: 'none' },
  { key: 'says', header: t`What`, value: (row) => row.says, minWidth: 230, flex: 1.6, sortable: false, phone: 'title' },
  {
    key: 'rows',
    header: t`Which`,
    value: targetsText,
    render: (row) => <Targets row={row} />,
    minWidth: 180,
    flex: 1.3,
    sortable: false,
    phone: 'line',
  },
  {
    key: 'fields',
    header: t`Fields`,
    value: (row) => row.fields.map(fieldLabel).join(', '),
    minWidth: 160,
    flex: 1.2,
    sortable: false,
    phone: 'none',
  },
  { key: 'area', header: t`Area`, value: areaOf, minWidth: 140, hidden: true, sortable: false, phone: 'none' },
  { key: 'action', header: t`Action`, value: (row) => row.action, minWidth: 140, hidden: true, sortable: false, phone: 'none' },
  {
    key: 'ids',
    header: t`First Ids`,
    value: (row) => row.rowIds.join(', '),
    minWidth: 120,
    hidden: true,
    sortable: false,
    phone: 'none',
  },
]
