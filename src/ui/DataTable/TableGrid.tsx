import { DataGrid, type GridColDef } from '@mui/x-data-grid'
import { useMemo } from 'react'
import { nonce } from '../nonce.ts'
import { serialHeader } from './columns.ts'
import { cellContent, type TableRowsProps } from './PhoneRows.tsx'
import { RowActions } from './RowActions.tsx'
import type { TableQuery } from './tableQuery.ts'

interface GridRow<Row> {
  id: string
  number: number
  row: Row
}

export interface TableGridProps<Row> extends TableRowsProps<Row> {
  title: string
  query: TableQuery
  change: (patch: Partial<TableQuery>) => void
}

const maxButtons = 3

/** Rows of a table on a wide screen. They are paged, sorted and searched already. */
export default function TableGrid<Row>(props: TableGridProps<Row>) {
  const { title, columns, rows, rowId, rowName, actions, isDisabled, onOpen, firstNumber, query, change } = props
  const gridRows = useMemo<GridRow<Row>[]>(
    () => rows.map((row, index) => ({ id: rowId(row), number: (firstNumber ?? 1) + index, row })),
    [rows, rowId, firstNumber],
  )
  const gridColumns = useMemo<GridColDef<GridRow<Row>>[]>(() => {
    const defined: GridColDef<GridRow<Row>>[] = columns.map((column) => ({
      field: column.key,
      headerName: column.header,
      flex: column.flex ?? 1,
      minWidth: column.minWidth ?? 110,
      sortable: column.sortable !== false,
      align: column.numeric ? 'right' : 'left',
      headerAlign: column.numeric ? 'right' : 'left',
      valueGetter: (_, { row }) => column.value(row),
      // Plain text is cut with an ellipsis and shown whole on hover; rendered content is centred.
      ...(column.render
        ? { display: 'flex' as const, renderCell: ({ row }: { row: GridRow<Row> }) => cellContent(column, row.row) }
        : { valueFormatter: (_: unknown, { row }: GridRow<Row>) => String(cellContent(column, row)) }),
    }))
    if (firstNumber !== null) {
      defined.unshift({
        field: '__number',
        headerName: serialHeader,
        width: 76,
        sortable: false,
        align: 'right',
        headerAlign: 'right',
        valueGetter: (_, { number }) => number,
      })
    }
    if (actions.length > 0) {
      const asMenu = actions.length > maxButtons
      defined.push({
        field: '__actions',
        display: 'flex',
        headerName: 'Actions',
        sortable: false,
        width: asMenu ? 90 : 24 + 38 * Math.max(2, actions.length),
        renderCell: ({ row }) => <RowActions row={row.row} rowName={rowName(row.row)} actions={actions} asMenu={asMenu} />,
      })
    }
    return defined
  }, [columns, firstNumber, actions, rowName])
  return (
    <DataGrid<GridRow<Row>>
      aria-label={title}
      nonce={nonce}
      rows={gridRows}
      columns={gridColumns}
      sortingMode="server"
      sortModel={query.sort ? [{ field: query.sort, sort: query.descending ? 'desc' : 'asc' }] : []}
      onSortModelChange={([first]) => change({ sort: first?.field ?? null, descending: first?.sort === 'desc' })}
      paginationModel={{ page: 0, pageSize: 100 }}
      hideFooter
      disableColumnMenu
      disableColumnFilter
      disableRowSelectionOnClick
      rowHeight={44}
      columnHeaderHeight={44}
      {...(onOpen ? { onRowClick: ({ row }: { row: GridRow<Row> }) => onOpen(row.row) } : {})}
      onCellKeyDown={({ row, field }, event) => {
        if (event.key === 'Enter' && field !== '__actions') onOpen?.(row.row)
      }}
      getRowClassName={({ row }) => (isDisabled?.(row.row) ? 'row-disabled' : '')}
      sx={{
        border: 0,
        borderRadius: 0,
        '& .MuiDataGrid-columnHeaderTitle': { fontWeight: 600 },
        '& .MuiDataGrid-row': { cursor: onOpen ? 'pointer' : 'default' },
        '& .row-disabled, & .row-disabled:hover': { bgcolor: 'action.selected', color: 'text.secondary' },
        '& .MuiDataGrid-cell:focus:not(:focus-visible)': { outline: 'none' },
      }}
    />
  )
}
