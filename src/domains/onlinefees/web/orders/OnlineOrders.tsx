import { useApolloClient, useQuery } from '@apollo/client/react'
import Box from '@mui/material/Box'
import { useCallback, useMemo, useState } from 'react'
import { showMoment } from '#shared/dates.ts'
import { showMoney } from '#shared/money.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { fetchAllPages, requireData, maxPageSize } from '#ui/DataTable/fetchAllPages.ts'
import { DataTable } from '#ui/DataTable/DataTable.tsx'
import type { TableQuery } from '#ui/DataTable/tableQuery.ts'
import { useTableQuery } from '#ui/DataTable/useTableQuery.ts'
import { DayRange } from '#ui/DataTable/DayRange.tsx'
import { parseDays } from '#ui/DataTable/days.ts'
import { TableSums } from '#ui/DataTable/TableSums.tsx'
import { countWithNoun } from '#shared/plural.ts'
import { feesFailure } from '#domains/fees/web/feeTables.exports.tsx'
import { orderStates } from '../../onlinefees.rules.ts'
import { orderColumns } from './orderColumns.tsx'
import { OrderDialog } from './OrderDialog.tsx'
import { OnlineOrdersDocument, type OnlineOrdersQuery, type OnlineOrdersQueryVariables } from './orders.graphql.ts'
import { type Order, stateLabels } from './orderTexts.ts'

type View = OnlineOrdersQueryVariables['input']

function viewOf(termId: string, { search, page, pageSize, filters }: TableQuery): View {
  const state = orderStates.find((orderState) => orderState === filters.state)
  return { termId, search, page, pageSize, ...parseDays(filters), ...(state ? { state } : {}) }
}

/** The tab Orders: all online orders of the term, newest first, paged and searched by the server. */
export function OnlineOrders() {
  const { schoolId, termId } = useActiveSchool()
  const client = useApolloClient()
  const control = useTableQuery()
  const view = useMemo(() => viewOf(termId, control.query), [termId, control.query])
  const { data, previousData, error, loading, refetch } = useQuery(OnlineOrdersDocument, { variables: { schoolId, input: view } })
  const [opened, setOpened] = useState<Order | null>(null)
  const shown = (data ?? previousData)?.onlineOrders

  const all = useCallback(
    (query: TableQuery) =>
      fetchAllPages<Order, OnlineOrdersQuery['onlineOrders']>(async (page) => {
        const { data: part } = await client.query({
          query: OnlineOrdersDocument,
          variables: { schoolId, input: { ...viewOf(termId, query), page, pageSize: maxPageSize } },
          fetchPolicy: 'no-cache',
        })
        return requireData(part).onlineOrders
      }, rowId),
    [client, schoolId, termId],
  )

  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 2, minWidth: 0 }}>
      <DayRange control={control} />
      <DataTable
        title="ONLINE ORDERS"
        fileName="online-orders"
        columns={orderColumns}
        filters={filters}
        rows={shown?.rows}
        error={shown ? undefined : error}
        onRetry={() => void refetch()}
        failure={feesFailure}
        control={control}
        server={{ total: shown?.total ?? 0, all, loading: loading && !data }}
        rowId={rowId}
        rowName={rowName}
        onOpen={setOpened}
        searchLabel="Name, phone or reference"
        empty={{
          text: 'No online payments yet',
          hint: 'Payments that parents make by pay link are listed here, with the gateway’s answer. You make the links in the tab Links.',
        }}
        footer={
          shown && (
            <TableSums
              sums={[
                { label: 'Received', value: showMoney(shown.collected), strong: true },
                { label: 'Payable', value: showMoney(shown.payable) },
              ]}
              count={countWithNoun(shown.total, 'order')}
            />
          )
        }
      />
      {opened && <OrderDialog order={opened} onClose={() => setOpened(null)} />}
    </Box>
  )
}

const rowId = (row: Order) => row.id
const rowName = (row: Order) => `the order of ${row.payerName}, ${showMoment(row.createdAt)}`
const filters = [
  { key: 'state', label: 'State', options: orderStates.map((value) => ({ value, label: stateLabels[value] })) },
] as const
