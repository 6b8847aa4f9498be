import { plural, t } from '@lingui/core/macro'
import { useMemo } from 'react'
import { useNavigate } from '#ui/navigation.tsx'
import { showDay, showMoment } from '#shared/dates.ts'
import { showMoney } from '#shared/money.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { useQuery } from '#ui/data/useQuery.ts'
import type { Column, RowAction } from '#ui/DataTable/columns.ts'
import { DataTable } from '#ui/DataTable/DataTable.tsx'
import { isInProgress, stateLabels } from '#ui/documents/documentTexts.ts'
import { OpenIcon } from '#ui/kit/icons.ts'
import { StateChip } from '#ui/StateChip.tsx'
import { type AccountingExportRowFragment, AccountingExportsDocument } from './accounting.graphql.ts'

type Export = AccountingExportRowFragment

const pollMs = 3000

/** The exports of the school, the last first. Their files are for the person who ordered them. */
export function EarlierExports() {
  const { schoolId } = useActiveSchool()
  const navigate = useNavigate()
  const { data, error, refetch } = useQuery(AccountingExportsDocument, {
    variables: { schoolId },
    pollInterval: (answer) => (answer?.accountingExports.some(isInProgress) ? pollMs : false),
  })
  const actions = useMemo<RowAction<Export>[]>(
    () => [
      {
        label: t`Open files`,
        icon: OpenIcon,
        onClick: ({ jobId }) => navigate(`/accounting?${new URLSearchParams({ job: jobId })}`),
        refusalReason: ({ own, createdByName }) =>
          own ? null : t`The files are for ${createdByName}. Export the days again to have them too.`,
      },
    ],
    [navigate],
  )
  return (
    <DataTable
      title={t`EARLIER EXPORTS`}
      fileName="accounting-exports"
      columns={columns}
      rows={data?.accountingExports}
      error={data ? undefined : error}
      onRetry={() => void refetch()}
      rowId={rowId}
      rowName={daysText}
      actions={actions}
      onOpen={({ firstDay, lastDay }) => navigate(`/accounting?${new URLSearchParams({ start: firstDay, end: lastDay })}`)}
      empty={{ text: t`No exports yet`, hint: t`Exports are listed here, so that everybody sees which days the accountant has.` }}
      defaults={defaults}
    />
  )
}

const defaults = { name: 'exports' }
const rowId = ({ id }: Export) => id
const daysText = ({ firstDay, lastDay }: Export) =>
  firstDay === lastDay ? showDay(firstDay) : `${showDay(firstDay)} – ${showDay(lastDay)}`

function voucherText({ vouchers, cancelled }: Export): string {
  const count = plural(vouchers, { one: '# voucher', other: '# vouchers' })
  return cancelled === 0 ? count : t`${count}, ${cancelled} cancelled`
}

const columns: readonly Column<Export>[] = [
  { key: 'days', header: t`Days`, value: ({ firstDay }) => firstDay, render: daysText, flex: 1.6, minWidth: 220, phone: 'title' },
  { key: 'vouchers', header: t`Vouchers`, value: ({ vouchers }) => vouchers, render: voucherText, minWidth: 130, phone: 'line' },
  {
    key: 'which',
    header: t({ message: 'Contents', context: 'of an export' }),
    value: ({ onlyNew }) => (onlyNew ? t`Only new ones` : t`All of the days`),
    minWidth: 130,
    phone: 'none',
  },
  {
    key: 'collected',
    header: t`Collected`,
    value: ({ collected }) => collected,
    render: ({ collected }) => showMoney(collected),
    numeric: true,
    money: true,
    minWidth: 120,
    phone: 'end',
  },
  {
    key: 'refunded',
    header: t`Given back`,
    value: ({ refunded }) => refunded,
    render: ({ refunded }) => showMoney(refunded),
    numeric: true,
    money: true,
    hidden: true,
    phone: 'none',
  },
  {
    key: 'spent',
    header: t`Expenses`,
    value: ({ spent }) => spent,
    render: ({ spent }) => showMoney(spent),
    numeric: true,
    money: true,
    minWidth: 120,
    phone: 'none',
  },
  {
    key: 'state',
    header: t`State`,
    value: ({ state }) => stateLabels[state],
    render: ({ state }) => <StateChip state={state} label={stateLabels[state]} />,
    minWidth: 110,
    phone: 'line',
  },
  {
    key: 'by',
    header: t`Exported by`,
    value: ({ createdByName }) => createdByName,
    flex: 1.2,
    minWidth: 140,
    phone: 'line',
  },
  {
    key: 'at',
    header: t`At`,
    value: ({ createdAt }) => createdAt,
    render: ({ createdAt }) => showMoment(createdAt),
    minWidth: 150,
    phone: 'none',
  },
]
