import { t } from '@lingui/core/macro'
import { type ReactNode, useEffect, useMemo } from 'react'
import { LoadingState } from '../LoadingState.tsx'
import { EmptyState, ErrorState } from '../states.tsx'
import type { Column, RowAction, TableFilter } from './columns.ts'
import { PhoneRows } from './PhoneRows.tsx'
import { TablePages } from './TablePages.tsx'
import { TableRows } from './TableRows.tsx'
import { TableToolbar } from './TableToolbar.tsx'
import { useFindByWords } from '../useFindByWords.ts'
import { selectRows } from './selectRows.ts'
import { clampPage, type TableDefaults, type TableQuery } from './tableQuery.ts'
import { useColumnChoice } from './useColumnChoice.ts'
import { type TableControl, useTableQuery } from './useTableQuery.ts'
import styles from './DataTable.module.css'
import { usePhone } from '#ui/kit/useMedia.ts'

export interface ServerPaging<Row> {
  /** Number of matching rows on all pages. */
  total: number
  /** Fetches all rows of a view for the export. */
  all: (query: TableQuery) => Promise<readonly Row[]>
  /** True while a page loads. The rows of the previous page stay, dimmed. */
  loading?: boolean
}

export interface DataTableProps<Row> {
  /** Heading, such as 'USERS'. */
  title: string
  /** Name of exported files, and key of the stored choice of columns. */
  fileName: string
  columns: readonly Column<Row>[]
  rowId: (row: Row) => string
  /** undefined while loading. All rows in client mode, those of the page in server mode. */
  rows: readonly Row[] | undefined
  error?: unknown
  onRetry?: () => void
  /** Error message of the screen for an error that is not a refusal. Receives the generic sentence. */
  failure?: (message: string) => string
  /** What this list is for, and the first step. Shown for an empty list, not for a search without matches. */
  empty: { text: string; hint?: string; action?: ReactNode }
  /** Name of a row for screen readers: 'Actions for Asha Patil'. */
  rowName: (row: Row) => string
  actions?: readonly RowAction<Row>[]
  /** Opens a row on click. */
  onOpen?: (row: Row) => void
  /** Returns whether a row is disabled; it is tinted then. */
  isDisabled?: (row: Row) => boolean
  /** Adds a first column 'Sr.No.', counted through all pages. */
  serialNumber?: boolean
  filters?: readonly TableFilter<Row>[]
  /** Initial view, and the prefix of the table's URL parameters on a page with several tables. */
  defaults?: TableDefaults
  /** Set when the server pages, sorts and searches. The screen then passes its own `useTableQuery` as `control`. */
  server?: ServerPaging<Row>
  control?: TableControl
  searchLabel?: string
  /** Shown below the rows: the totals of all pages. */
  footer?: ReactNode
}

/**
 * Table of every list: search, sort, filters and page in the URL, choice of columns, export of all rows, tinted
 * disabled rows, and loading, empty, error and refused states. Below 600 px it is a list of two-line rows with the same
 * actions.
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
  const { onOpen, isDisabled, serialNumber = false, defaults, server, searchLabel = t`Search`, footer } = props
  const own = useTableQuery(defaults)
  const { query, change } = props.control ?? own
  const phone = usePhone()
  const choice = useColumnChoice(fileName, columns)

  const findByWords = useFindByWords(query.search !== '' && !server)
  const selected = useMemo(
    () => (rows === undefined || server ? rows : selectRows(rows, columns, filters, query, findByWords)),
    [rows, server, columns, filters, query, findByWords],
  )
  const total = server?.total ?? selected?.length ?? 0
  const page = clampPage(query, total)
  const shown = useMemo(
    () => (server ? (rows ?? []) : (selected ?? []).slice(page * query.pageSize, (page + 1) * query.pageSize)),
    [server, rows, selected, page, query.pageSize],
  )
  const isPastEnd = server !== undefined && !server.loading && rows?.length === 0 && page !== query.page
  useEffect(() => {
    // The last page has become empty: go to the page before it.
    if (isPastEnd) change({ page })
  }, [isPastEnd, page, change])
  const narrowed = query.search !== '' || Object.keys(query.filters).length > 0
  const isListEmpty = rows !== undefined && total === 0 && !narrowed && !server?.loading

  async function rowsToExport(all: boolean): Promise<readonly Row[]> {
    const view = all ? { ...query, search: '', filters: {} } : query
    return server ? server.all(view) : selectRows(rows ?? [], columns, filters, view, findByWords)
  }

  if (error) return <ErrorState error={error} onRetry={onRetry} failure={props.failure} />

  const common = { columns: choice.shown, rows: shown, rowId, rowName, actions, isDisabled, onOpen }
  const firstNumber = serialNumber ? page * query.pageSize + 1 : null
  return (
    <section className={styles.table}>
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
        quiet={isListEmpty}
      />
      {rows === undefined ? (
        <div className={styles.box}>
          <LoadingState lines={8} />
        </div>
      ) : isListEmpty ? (
        <EmptyState {...empty} />
      ) : total === 0 ? (
        <EmptyState text={t`Nothing found`} hint={t`No row matches what was typed or chosen above.`} />
      ) : (
        <div className={server?.loading ? styles.renewed : undefined} aria-busy={server?.loading ?? false}>
          {phone ? (
            <PhoneRows {...common} firstNumber={firstNumber} />
          ) : (
            <TableRows {...common} firstNumber={firstNumber} query={query} change={change} title={title} />
          )}
        </div>
      )}
      {!isListEmpty && footer}
      {!isListEmpty && rows !== undefined && <TablePages total={total} page={page} pageSize={query.pageSize} change={change} />}
    </section>
  )
}

const noActions: readonly never[] = []
const noFilters: readonly never[] = []
