import { t } from '@lingui/core/macro'
import { useQuery } from '#ui/data/useQuery.ts'
import { useCallback } from 'react'
import { useNavigate } from '#ui/navigation.tsx'
import { showMoment } from '#shared/dates.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import type { Column } from '#ui/DataTable/columns.ts'
import { DataTable } from '#ui/DataTable/DataTable.tsx'
import { usePoll } from '#ui/polling/usePoll.ts'
import { StateChip } from '#ui/StateChip.tsx'
import { type PromotionRowFragment, PromotionsDocument } from './promotion.graphql.ts'
import { batchName, isUnderWay, resultText, stateLabels } from './promotionLabels.ts'
import { Progress } from '#ui/kit/Progress.tsx'

const everyMs = 2000

/** The batches of the school, newest first, with progress bars of running ones. */
export function PromotionList() {
  const { schoolId } = useActiveSchool()
  const navigate = useNavigate()
  const { data, error, refetch } = useQuery(PromotionsDocument, { variables: { schoolId } })
  const rows = data?.promotions
  usePoll(everyMs, () => refetch(), { on: rows?.some(isUnderWay) ?? false })
  const open = useCallback((row: PromotionRowFragment) => navigate(batchAddress(row.id)), [navigate])
  return (
    <DataTable
      title={t`PROMOTIONS`}
      fileName="promotions"
      columns={columns}
      rows={rows}
      error={rows ? undefined : error}
      onRetry={() => void refetch().catch(() => undefined)}
      rowId={rowId}
      rowName={batchName}
      isDisabled={isReversed}
      onOpen={open}
      empty={{ text: t`No promotions yet`, hint: t`Confirm a previous term to begin. Promotions are listed here.` }}
      defaults={defaults}
    />
  )
}

/** Returns the address of a batch's page. */
export function batchAddress(id: string): string {
  return `/promotions?${new URLSearchParams({ promotion: id })}`
}

const defaults = { name: 'earlier' }
const rowId = (row: PromotionRowFragment) => row.id
const isReversed = (row: PromotionRowFragment) => row.state === 'REVERSED'

const columns: readonly Column<PromotionRowFragment>[] = [
  { key: 'what', header: t`Promotion`, value: batchName, flex: 2, minWidth: 260, phone: 'title' },
  {
    key: 'state',
    header: t`State`,
    value: (row) => stateLabels[row.state].label,
    render: (row) => <State row={row} />,
    flex: 1,
    minWidth: 150,
    phone: 'line',
  },
  { key: 'made', header: t`Promoted`, value: resultText, flex: 0.8, minWidth: 120, phone: 'line' },
  { key: 'failed', header: t`Errors`, value: (row) => row.failed || '', numeric: true, flex: 0.5, minWidth: 80, phone: 'none' },
  {
    key: 'at',
    header: t`Ordered`,
    value: (row) => row.createdAt,
    render: (row) => showMoment(row.createdAt),
    flex: 1,
    minWidth: 160,
    phone: 'line',
  },
  {
    key: 'by',
    header: t({ message: 'By', context: 'a person' }),
    value: (row) => row.createdByName,
    flex: 1,
    minWidth: 130,
    phone: 'none',
  },
]

function State({ row }: { row: PromotionRowFragment }) {
  const { look, label } = stateLabels[row.state]
  if (!isUnderWay(row)) return <StateChip state={look} label={label} />
  return (
    <span style={{ display: 'inline-block', width: '100%', maxWidth: 160 }}>
      {t`${label}: ${row.done} of ${row.total}`}
      <Progress aria-label={batchName(row)} value={row.total === 0 ? 0 : (100 * row.done) / row.total} />
    </span>
  )
}
