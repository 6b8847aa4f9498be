import { useCallback, useMemo } from 'react'
import { usePathname, useSearchParams } from '../navigation.tsx'
import { readTableQuery, type TableDefaults, type TableQuery, writeTableQuery } from './tableQuery.ts'

export interface TableControl {
  query: TableQuery
  /** Changes the view. Any change but one of the page goes back to the first page. */
  change: (patch: Partial<TableQuery>) => void
}

/** Keeps a table's view in the URL. A server-paged screen calls it and passes the result to `DataTable`. */
export function useTableQuery(defaults: TableDefaults = {}): TableControl & {
  /** Changes the view, computed from the latest one. */
  changeFrom: (patchOf: (now: TableQuery) => Partial<TableQuery>) => void
} {
  const [address, setAddress] = useSearchParams()
  const pathname = usePathname()
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
      // A row was opened, and this table is shown until the row's page has been loaded. A search that waited for a
      // pause in typing would lead back to the table.
      if (window.location.pathname !== pathname) return
      // The router's value is that of the last render. With a search and a filter before the next render, the first
      // change would be lost.
      const now = new URLSearchParams(window.location.search)
      const before = readTableQuery(now, standard)
      setAddress(writeTableQuery(now, { ...before, page: 0, ...patchOf(before) }, standard), { replace: true })
    },
    [setAddress, standard, pathname],
  )
  const change = useCallback((patch: Partial<TableQuery>) => changeFrom(() => patch), [changeFrom])
  return { query, change, changeFrom }
}
