import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { readTableQuery, type TableDefaults, type TableQuery, writeTableQuery } from './tableQuery.ts'

export interface TableControl {
  query: TableQuery
  /** Changes the view; whatever changes but the page itself starts again on the first page. */
  change: (patch: Partial<TableQuery>) => void
}

/** The view of a table, read from and kept in the address. A server-paged screen asks for it first and passes it on to `DataTable`. */
export function useTableQuery(defaults: TableDefaults = {}): TableControl & {
  /** Changes what the view is by then. */ changeFrom: (patchOf: (now: TableQuery) => Partial<TableQuery>) => void
} {
  const [address, setAddress] = useSearchParams()
  const { name, sort, descending, pageSize } = defaults
  const standard = useMemo<TableDefaults>(
    () => ({
      ...(name === undefined ? {} : { name }),
      ...(sort === undefined ? {} : { sort }),
      ...(descending === undefined ? {} : { descending }),
      ...(pageSize === undefined ? {} : { pageSize }),
    }),
    [name, sort, descending, pageSize],
  )
  const query = useMemo(() => readTableQuery(address, standard), [address, standard])
  const changeFrom = useCallback(
    (patchOf: (now: TableQuery) => Partial<TableQuery>) => {
      // The router's own value is the last render's: of a search and a filter that come before the next one, the first would be lost.
      const now = new URLSearchParams(window.location.search)
      const before = readTableQuery(now, standard)
      setAddress(writeTableQuery(now, { ...before, page: 0, ...patchOf(before) }, standard), { replace: true })
    },
    [setAddress, standard],
  )
  const change = useCallback((patch: Partial<TableQuery>) => changeFrom(() => patch), [changeFrom])
  return { query, change, changeFrom }
}
