/** Returns the row of a statement that always has one. */
export async function readRow<Row>(result: Promise<readonly [readonly Row[]]>): Promise<Row> {
  const [[row]] = await result
  if (!row) throw new Error('A select without a table must return one row.')
  return row
}
