import Box from '@mui/material/Box'
import MuiLink from '@mui/material/Link'
import { Link } from 'react-router'
import { showMoment } from '#shared/dates.ts'
import type { Column } from '#ui/DataTable/columns.ts'
import { areas, auditWords, fieldWords, rowKinds } from '../audit.words.ts'
import type { AuditRowFragment } from './privacy.graphql.ts'

type Row = AuditRowFragment
type Target = Row['targets'][number]

/** Where a row that something was done with can be opened. */
function placeOf({ kind, id, name }: Target): string {
  if (kind === 'STUDENT') return `/students/${id}`
  if (kind === 'USER') return `/users?${new URLSearchParams({ q: name })}`
  return `/feesentries?${new URLSearchParams({ q: name })}`
}

/** How many rows and of what, where they have no names: '3 registers'. */
function countWords({ rowCount, rowsAre, rowIds }: Row): string {
  if (rowCount === 0) return ''
  // What has no kind of its own is said by What: 'Section added', 'No. 25'.
  const one = rowsAre === rowKinds.OTHER.one ? 'No.' : rowsAre
  return rowCount === 1 ? `${one} ${rowIds[0] ?? ''}` : `${rowCount.toLocaleString('en-IN')} ${rowsAre}`
}

function targetsText(row: Row): string {
  const { targets, rowCount } = row
  if (targets.length === 0) return countWords(row)
  const more = rowCount - targets.length
  return `${targets.map(({ name }) => name).join(', ')}${more > 0 ? ` and ${more.toLocaleString('en-IN')} more` : ''}`
}

function Targets({ row }: { row: Row }) {
  const { targets, rowCount } = row
  if (targets.length === 0) return countWords(row)
  const more = rowCount - targets.length
  return (
    <Box component="span" sx={{ overflow: 'hidden', textOverflow: 'ellipsis' }}>
      {targets.map((target, place) => (
        <span key={target.id}>
          {place > 0 && ', '}
          <MuiLink component={Link} to={placeOf(target)}>
            {target.name}
          </MuiLink>
        </span>
      ))}
      {more > 0 && ` and ${more.toLocaleString('en-IN')} more`}
    </Box>
  )
}

function areaOf({ action }: Row): string {
  const area = auditWords.get(action)?.area
  return area ? areas[area] : ''
}

/** When, who, what, with which rows, and which fields of them. */
export const auditColumns: readonly Column<Row>[] = [
  {
    key: 'at',
    header: 'When',
    value: (row) => row.at,
    render: (row) => showMoment(row.at),
    minWidth: 160,
    flex: 0.8,
    sortable: false,
    phone: 'line',
  },
  { key: 'who', header: 'Who', value: (row) => row.who, minWidth: 150, flex: 1, sortable: false, phone: 'line' },
  { key: 'role', header: 'Role then', value: (row) => row.role, minWidth: 100, flex: 0.4, sortable: false, phone: 'none' },
  { key: 'says', header: 'What', value: (row) => row.says, minWidth: 230, flex: 1.6, sortable: false, phone: 'title' },
  {
    key: 'rows',
    header: 'Which',
    value: targetsText,
    render: (row) => <Targets row={row} />,
    minWidth: 180,
    flex: 1.3,
    sortable: false,
    phone: 'line',
  },
  {
    key: 'fields',
    header: 'Fields',
    value: (row) => row.fields.map(fieldWords).join(', '),
    minWidth: 160,
    flex: 1.2,
    sortable: false,
    phone: 'none',
  },
  { key: 'area', header: 'Area', value: areaOf, minWidth: 140, hidden: true, sortable: false, phone: 'none' },
  { key: 'action', header: 'Action', value: (row) => row.action, minWidth: 140, hidden: true, sortable: false, phone: 'none' },
  {
    key: 'ids',
    header: 'First Ids',
    value: (row) => row.rowIds.join(', '),
    minWidth: 120,
    hidden: true,
    sortable: false,
    phone: 'none',
  },
]
