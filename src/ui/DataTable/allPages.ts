/** As many rows as a server that pages answers at once. */
export const largestPage = 1000

/** Said when a list has changed between two of its pages each time it was read. */
export const unsettled = 'The list kept changing while it was read. Please try again.'

const mostReadings = 5

/** One page, with how many rows there are on all of them and what these come to. */
export interface ReadPage<Row> {
  rows: readonly Row[]
  total: number
}

/** The data of an answer; one without any is no empty list. */
export function answered<Data>(data: Data | undefined): Data {
  if (data === undefined) throw new Error('The answer was empty.')
  return data
}

/**
 * Every row of a view the server pages, as of one moment: pages are asked for one after the other by `read`, and when anything
 * an answer says of all rows (their number, their sums) has changed since the first page, they are read again from the start.
 * Rejects with `unsettled` when that goes on. `read` gets the page, counted from 0, and the first page's answer.
 */
export async function allPages<Row, Page extends ReadPage<Row>>(
  read: (page: number, first: Page | undefined) => Promise<Page>,
  rowId: (row: Row) => string,
): Promise<Row[]> {
  for (let reading = 0; reading < mostReadings; reading += 1) {
    const rows = await readOnce(read, rowId)
    if (rows) return rows
  }
  throw new Error(unsettled)
}

/** null when the list has changed meanwhile. */
async function readOnce<Row, Page extends ReadPage<Row>>(
  read: (page: number, first: Page | undefined) => Promise<Page>,
  rowId: (row: Row) => string,
): Promise<Row[] | null> {
  const first = await read(0, undefined)
  const rows = new Map(first.rows.map((row) => [rowId(row), row]))
  for (let page = 1; page * largestPage < first.total; page += 1) {
    const next = await read(page, first)
    if (sums(next) !== sums(first)) return null
    for (const row of next.rows) rows.set(rowId(row), row)
  }
  return rows.size === first.total ? [...rows.values()] : null
}

/** What an answer says of all rows. */
function sums<Row>(page: ReadPage<Row>): string {
  return JSON.stringify({ ...page, rows: undefined })
}
