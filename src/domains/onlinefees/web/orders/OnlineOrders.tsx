import { plural, t } from '@lingui/core/macro'
import { useState } from 'react'
import { showMoment } from '#shared/dates.ts'
import { showMoney } from '#shared/money.ts'
import { DataTable } from '#ui/DataTable/DataTable.tsx'
import type { TableQuery } from '#ui/DataTable/tableQuery.ts'
import { usePagedTable } from '#ui/DataTable/usePagedTable.ts'
import { useTableQuery } from '#ui/DataTable/useTableQuery.ts'
import { DayRange } from '#ui/DataTable/DayRange.tsx'
import { parseDays } from '#ui/DataTable/days.ts'
import { TableSums } from '#ui/DataTable/TableSums.tsx'
import { feesFailure } from '#domains/fees/web/feeTables.exports.tsx'
import { orderStates } from '../../onlinefees.rules.ts'
import { orderColumns } from './orderColumns.tsx'
import { OrderDialog } from './OrderDialog.tsx'
import { OnlineOrdersDocument, type OnlineOrdersQuery, type OnlineOrdersQueryVariables } from './orders.graphql.ts'
import { type Order, stateLabels } from './orderTexts.ts'
import { Stack } from '#ui/kit/Stack.tsx'

type View = OnlineOrdersQueryVariables['input']

function toInput({ search, page, pageSize, filters }: TableQuery, termId: string): View {
  const state = orderStates.find((orderState) => orderState === filters.state)
  return { termId, search, page, pageSize, ...parseDays(filters), ...(state ? { state } : {}) }
}

/** The tab Orders: all online orders of the term, newest first, paged and searched by the server. */
export function OnlineOrders() {
  const control = useTableQuery()
  const { page, tableProps } = usePagedTable({ document: OnlineOrdersDocument, control, toInput, pageOf, rowId })
  const [opened, setOpened] = useState<Order | null>(null)

  return (
    <Stack gap={4}>
      <DayRange control={control} />
      <DataTable
        title={t`ONLINE ORDERS`}
        fileName="online-orders"
        columns={orderColumns}
        filters={filters}
        {...tableProps}
        failure={feesFailure}
        rowName={rowName}
        onOpen={setOpened}
        searchLabel={t`Name, phone or reference`}
        empty={{
          text: t`No online payments yet`,
          hint: t`Payments that parents make by pay link are listed here, with the gateway’s answer. You make the links in the tab “Links”.`,
        }}
        footer={
          page && (
            <TableSums
              sums={[
                { label: t`Received`, value: showMoney(page.collected), strong: true },
                { label: t`Payable`, value: showMoney(page.payable) },
              ]}
              count={plural(page.total, { one: '# order', other: '# orders' })}
            />
          )
        }
      />
      {opened && <OrderDialog order={opened} onClose={() => setOpened(null)} />}
    </Stack>
  )
}

const pageOf = (data: OnlineOrdersQuery) => data.onlineOrders
const rowId = (row: Order) => row.id
const rowName = (row: Order) => t`the order of ${row.payerName}, ${showMoment(row.createdAt)}`
const filters = [
  { key: 'state', label: t`State`, options: orderStates.map((value) => ({ value, label: stateLabels[value] })) },
] as const
