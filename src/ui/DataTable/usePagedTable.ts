import { useDataClient } from '../data/DataProvider.tsx'
import { type FetchPolicy, useQuery } from '../data/useQuery.ts'
import { useCallback, useMemo } from 'react'
import { useActiveSchool } from '../activeSchool.ts'
import type { QueryDocument } from '#shared/graphqlDocuments.ts'
import type { DataTableProps } from './DataTable.tsx'
import { fetchAllPages, type ListPage, maxPageSize } from './fetchAllPages.ts'
import type { TableQuery } from './tableQuery.ts'
import type { TableControl } from './useTableQuery.ts'

export interface PagedTableOptions<Data, Input, Row, Page extends ListPage<Row>> {
  document: QueryDocument<Data, { schoolId: string; input: Input }>
  control: TableControl
  /** Returns the query's input for a view of the table. A new function reloads the list. */
  toInput: (query: TableQuery, termId: string) => Input
  pageOf: (data: Data) => Page
  rowId: (row: Row) => string
  /** Adds to the input of an export's later pages, so that they are of the moment of the first. */
  pinTo?: (first: Page) => Partial<Input>
  fetchPolicy?: FetchPolicy
}

/**
 * Loads the page of a list that the server pages, sorts and searches.
 * @returns
 *   - `data`: the response, that of the previous view while the next loads
 *   - `page`: its rows with the totals of all pages
 *   - `tableProps`: what the `DataTable` of the list takes
 *   - `all`: loads all rows of a view
 *   - `refetch`, and `poll`, which loads the page again in the background
 */
export function usePagedTable<Data, Input extends object, Row, Page extends ListPage<Row>>(
  options: PagedTableOptions<Data, Input, Row, Page>,
) {
  const { document, control, toInput, pageOf, rowId, pinTo, fetchPolicy = 'cache-first' } = options
  const { schoolId, termId } = useActiveSchool()
  const client = useDataClient()
  const variables = useMemo(
    () => ({ schoolId, input: toInput(control.query, termId) }),
    [schoolId, termId, toInput, control.query],
  )
  const result = useQuery(document, { variables, fetchPolicy })
  const { error, loading, refetch } = result
  const data = result.data ?? result.previousData
  const page = data && pageOf(data)

  const all = useCallback(
    (query: TableQuery) =>
      fetchAllPages<Row, Page>(async (pageIndex, first) => {
        const input = { ...toInput(query, termId), ...(first && pinTo?.(first)), page: pageIndex, pageSize: maxPageSize }
        const part = await client.request(document, { schoolId, input })
        return pageOf(part)
      }, rowId),
    [client, schoolId, termId, document, toInput, pageOf, pinTo, rowId],
  )
  const poll = useCallback((signal: AbortSignal) => client.fetch(document, variables, { signal }), [client, document, variables])

  const tableProps: Pick<DataTableProps<Row>, 'rows' | 'error' | 'onRetry' | 'control' | 'server' | 'rowId'> = {
    rows: page?.rows,
    error: page ? undefined : error,
    onRetry: () => void refetch(),
    control,
    server: { total: page?.total ?? 0, all, loading: loading && !result.data },
    rowId,
  }
  return { data, page, tableProps, all, refetch, poll }
}
