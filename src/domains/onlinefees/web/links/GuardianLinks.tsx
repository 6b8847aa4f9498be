import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { showMoment } from '#shared/dates.ts'
import { showMoney, sumMoney } from '#shared/money.ts'
import type { Column } from '#ui/DataTable/columns.ts'
import { DataTable } from '#ui/DataTable/DataTable.tsx'
import type { TableQuery } from '#ui/DataTable/tableQuery.ts'
import { usePagedTable } from '#ui/DataTable/usePagedTable.ts'
import { useTableQuery } from '#ui/DataTable/useTableQuery.ts'
import { StateChip } from '#ui/StateChip.tsx'
import { feesFailure } from '#domains/fees/web/feeTables.exports.tsx'
import { type GuardianLinkFactsFragment, GuardianLinksDocument, type GuardianLinksQuery } from './links.graphql.ts'
import { childNames, type MadeLinks, validUntil } from './madeLinks.ts'
import { MadeLinksView } from './MadeLinksView.tsx'
import { isExpired, useLinkActions } from './useLinkActions.tsx'

type Row = GuardianLinkFactsFragment

const unsorted = { sortable: false, phone: 'none' } as const
const pendingOf = (row: Row) => sumMoney(row.children.map((child) => child.pending))
const stateOf = (row: Row) => (isExpired(row) ? t`Expired` : t`Valid`)

/** Not sortable: the server returns the newest links first. */
const columns: readonly Column<Row>[] = [
  { key: 'phone', header: t`Phone`, value: (row) => row.phone, flex: 0.7, minWidth: 112, sortable: false, phone: 'line' },
  {
    key: 'children',
    header: t`Children`,
    value: (row) => childNames(row.children) || t`Nobody in this term`,
    flex: 1.8,
    minWidth: 180,
    sortable: false,
    phone: 'title',
  },
  {
    key: 'pending',
    header: t`Pending`,
    value: (row) => pendingOf(row),
    money: true,
    render: (row) => showMoney(pendingOf(row)),
    numeric: true,
    flex: 0.7,
    minWidth: 108,
    sortable: false,
    phone: 'line',
  },
  { key: 'until', header: t`Valid until`, value: (row) => validUntil(row.expiresAt), flex: 0.7, minWidth: 112, ...unsorted },
  {
    key: 'state',
    header: t`State`,
    value: stateOf,
    render: (row) => <StateChip state={isExpired(row) ? 'LINK_EXPIRED' : 'LINK_VALID'} label={stateOf(row)} />,
    flex: 0.5,
    minWidth: 92,
    sortable: false,
    phone: 'line',
  },
  {
    key: 'lastUsed',
    header: t`Last used`,
    value: (row) => (row.lastUsedAt ? showMoment(row.lastUsedAt) : t`Never`),
    flex: 1,
    minWidth: 168,
    ...unsorted,
  },
  { key: 'orders', header: t`Orders`, value: (row) => row.orders, numeric: true, flex: 0.4, minWidth: 76, ...unsorted },
  { key: 'madeBy', header: t`Made by`, value: (row) => row.createdByName, minWidth: 130, hidden: true, ...unsorted },
  { key: 'made', header: t`Made`, value: (row) => showMoment(row.createdAt), minWidth: 160, hidden: true, ...unsorted },
]

export interface GuardianLinksProps {
  /** Links that were just made. They are shown instead of the table until the user closes them. */
  made: MadeLinks | null
  onSeen: () => void
  /** The button for the empty list; undefined if the viewer may not make links. */
  first: ReactNode
}

/** The tab Links: the pay links, with actions to send, copy, re-issue and revoke them. */
export function GuardianLinks({ made, onSeen, first }: GuardianLinksProps) {
  return made ? <MadeLinksView made={made} onSeen={onSeen} /> : <LinkTable first={first} />
}

function LinkTable({ first }: Pick<GuardianLinksProps, 'first'>) {
  const control = useTableQuery()
  const { tableProps } = usePagedTable({ document: GuardianLinksDocument, control, toInput, pageOf, rowId })
  const { actions, dialogs } = useLinkActions()
  return (
    <>
      <DataTable
        title={t`PAY LINKS`}
        fileName="pay-links"
        columns={columns}
        {...tableProps}
        failure={feesFailure}
        rowName={rowName}
        isDisabled={isExpired}
        actions={actions}
        searchLabel={t`Phone or name`}
        empty={{
          text: t`No pay links yet`,
          hint: t`Each guardian pays online with their own link. Make links for one student, a section, or everybody with pending fees, and send them by WhatsApp or SMS.`,
          action: first,
        }}
      />
      {dialogs}
    </>
  )
}

function toInput({ search, page, pageSize }: TableQuery, termId: string) {
  return { termId, search, page, pageSize }
}

const pageOf = (data: GuardianLinksQuery) => data.guardianLinks
const rowId = (row: Row) => row.id
const rowName = (row: Row) => t`the link of ${row.phone}`
