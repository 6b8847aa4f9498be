import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import TablePagination from '@mui/material/TablePagination'
import { useTheme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { lazy, type ReactNode, Suspense, useEffect, useMemo } from 'react'
import { LoadingState } from '../LoadingState.tsx'
import { EmptyState, ErrorState } from '../states.tsx'
import type { Column, RowAction, TableFilter } from './columns.ts'
import { PhoneRows } from './PhoneRows.tsx'
import { TableToolbar } from './TableToolbar.tsx'
import { pageSizes, pageWithin, type PageSize, selectRows, type TableDefaults, type TableQuery } from './tableQuery.ts'
import { useColumnChoice } from './useColumnChoice.ts'
import { type TableControl, useTableQuery } from './useTableQuery.ts'

// A phone never needs the grid's code.
const loadGrid = () => import('./TableGrid.tsx')
const TableGrid = lazy(loadGrid) as typeof import('./TableGrid.tsx').default

export interface ServerPaging<Row> {
  /** The rows that match, on all pages. */
  total: number
  /** Fetches every row of a view, for the export. */
  all: (query: TableQuery) => Promise<readonly Row[]>
  /** A page is on its way; the rows of the last one stay, dimmed. */
  loading?: boolean
}

export interface DataTableProps<Row> {
  /** Above the table, such as 'USERS'. */
  title: string
  /** The name of exported files, and under which a choice of columns is remembered. */
  fileName: string
  columns: readonly Column<Row>[]
  rowId: (row: Row) => string
  /** undefined while they load. In client mode all rows, in server mode those of the page. */
  rows: readonly Row[] | undefined
  error?: unknown
  onRetry?: () => void
  /** The screen's words for an error that is no refusal; gets its sentence. */
  failure?: (message: string) => string
  /** What this list is for, and the first step. Shown when there is nothing at all, not when a search finds nothing. */
  empty: { text: string; hint?: string; action?: ReactNode }
  /** How a row is called where its name is needed: 'Actions for Asha Patil'. */
  rowName: (row: Row) => string
  actions?: readonly RowAction<Row>[]
  /** Opens a row, by a click on it. */
  onOpen?: (row: Row) => void
  /** Disabled rows are tinted. */
  isDisabled?: (row: Row) => boolean
  /** Puts a first column 'Sr.No.' that counts through all pages. */
  serialNumber?: boolean
  filters?: readonly TableFilter<Row>[]
  /** How the view starts, and the table's name in the address where a page has several. */
  defaults?: TableDefaults
  /** The server pages, sorts and searches; `control` is then the screen's own `useTableQuery`, from which it asks. */
  server?: ServerPaging<Row>
  control?: TableControl
  searchLabel?: string
  /** Below the rows: what all of them on all pages come to. */
  footer?: ReactNode
}

/**
 * Every list of the product: search, sort, filters and page in the address, choice of columns, export of all rows, disabled rows
 * tinted, loading, empty, error and refused states; under 600 px a list of two-line rows with the same actions.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const {
    title,
    fileName,
    columns,
    rowId,
    rows,
    error,
    onRetry,
    empty,
    rowName,
    actions = noActions,
    filters = noFilters,
  } = props
  const { onOpen, isDisabled, serialNumber = false, defaults, server, searchLabel = 'Search', footer } = props
  const own = useTableQuery(defaults)
  const { query, change } = props.control ?? own
  const phone = useMediaQuery(useTheme().breakpoints.down('sm'))
  const choice = useColumnChoice(fileName, columns)
  useEffect(() => {
    // The grid's code comes while the rows do; what fails is asked for again when it is drawn.
    if (!phone) loadGrid().catch(() => undefined)
  }, [phone])

  const selected = useMemo(
    () => (rows === undefined || server ? rows : selectRows(rows, columns, filters, query)),
    [rows, server, columns, filters, query],
  )
  const total = server?.total ?? selected?.length ?? 0
  const page = pageWithin(query, total)
  const shown = useMemo(
    () => (server ? (rows ?? []) : (selected ?? []).slice(page * query.pageSize, (page + 1) * query.pageSize)),
    [server, rows, selected, page, query.pageSize],
  )
  const pastEnd = server !== undefined && !server.loading && rows?.length === 0 && page !== query.page
  useEffect(() => {
    // The last row of the last page has left the list.
    if (pastEnd) change({ page })
  }, [pastEnd, page, change])
  const narrowed = query.search !== '' || Object.keys(query.filters).length > 0
  const nothingAtAll = rows !== undefined && total === 0 && !narrowed && !server?.loading

  async function rowsToExport(all: boolean): Promise<readonly Row[]> {
    const view = all ? { ...query, search: '', filters: {} } : query
    return server ? server.all(view) : selectRows(rows ?? [], columns, filters, view)
  }

  if (error) return <ErrorState error={error} onRetry={onRetry} failure={props.failure} />

  const common = { columns: choice.shown, rows: shown, rowId, rowName, actions, isDisabled, onOpen }
  const firstNumber = serialNumber ? page * query.pageSize + 1 : null
  return (
    <Paper variant="outlined" sx={{ overflow: 'hidden', minWidth: 0 }}>
      <TableToolbar
        title={title}
        fileName={fileName}
        query={query}
        change={change}
        filters={filters}
        choice={choice}
        total={total}
        narrowed={narrowed}
        rowsToExport={rowsToExport}
        serialNumber={serialNumber}
        searchLabel={searchLabel}
        quiet={nothingAtAll}
      />
      {rows === undefined ? (
        <Box sx={{ p: 2 }}>
          <LoadingState lines={8} />
        </Box>
      ) : nothingAtAll ? (
        <EmptyState {...empty} />
      ) : total === 0 ? (
        <EmptyState text="Nothing found" hint="No row matches what was typed or chosen above." />
      ) : (
        <Box sx={{ opacity: server?.loading ? 0.6 : 1 }} aria-busy={server?.loading ?? false}>
          {phone ? (
            <PhoneRows {...common} firstNumber={firstNumber} />
          ) : (
            <Suspense fallback={<LoadingState lines={Math.min(shown.length, 20)} />}>
              <TableGrid {...common} firstNumber={firstNumber} query={query} change={change} title={title} />
            </Suspense>
          )}
        </Box>
      )}
      {!nothingAtAll && footer}
      {!nothingAtAll && rows !== undefined && (
        <TablePagination
          component="div"
          count={total}
          page={page}
          rowsPerPage={query.pageSize}
          rowsPerPageOptions={[...pageSizes]}
          labelRowsPerPage={phone ? 'Rows' : 'Rows per page'}
          onPageChange={(_, next) => change({ page: next })}
          onRowsPerPageChange={(event) => change({ pageSize: Number(event.target.value) as PageSize })}
        />
      )}
    </Paper>
  )
}

const noActions: readonly never[] = []
const noFilters: readonly never[] = []
