/** Maximum number of rows that the server returns per page. */
import { t } from '@lingui/core/macro'
export const maxPageSize = 1000

/** Error when the list changed between two pages in every attempt. */
export const listChangedMessage = t`The list kept changing while it was read. Please try again.`

const maxAttempts = 5

/** A page of rows with the total count. May also hold sums of all pages. */
export interface ListPage<Row> {
  rows: readonly Row[]
  total: number
}

/**
 * Fetches all rows of a server-paged view as of one moment. When the totals in a response differ from the first page's,
 * it starts again.
 * @param read fetches a page, counted from 0; receives the first page's response too
 * @throws Error `listChangedMessage` after five attempts
 */
export async function fetchAllPages<Row, Page extends ListPage<Row>>(
  read: (page: number, first: Page | undefined) => Promise<Page>,
  rowId: (row: Row) => string,
): Promise<Row[]> {
  for (let reading = 0; reading < maxAttempts; reading += 1) {
    const rows = await fetchPagesOnce(read, rowId)
    if (rows) return rows
  }
  throw new Error(listChangedMessage)
}

/** Reads all pages; null when the list changed meanwhile. */
async function fetchPagesOnce<Row, Page extends ListPage<Row>>(
  read: (page: number, first: Page | undefined) => Promise<Page>,
  rowId: (row: Row) => string,
): Promise<Row[] | null> {
  const first = await read(0, undefined)
  const rows = new Map(first.rows.map((row) => [rowId(row), row]))
  for (let page = 1; page * maxPageSize < first.total; page += 1) {
    const next = await read(page, first)
    if (totalsOf(next) !== totalsOf(first)) return null
    for (const row of next.rows) rows.set(rowId(row), row)
  }
  return rows.size === first.total ? [...rows.values()] : null
}

/** Returns everything in a response but its rows, to compare the totals of two pages. */
function totalsOf<Row>(page: ListPage<Row>): string {
  return JSON.stringify({ ...page, rows: undefined })
}
