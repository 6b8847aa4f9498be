/** Returns the rows of a block that was copied from a spreadsheet: cells by tabs, rows by lines. */
export function pastedBlock(text: string): string[][] {
  const lines = text.replace(/\r\n?/g, '\n').split('\n')
  // Spreadsheets end the last row, too.
  if (lines.at(-1) === '') lines.pop()
  return lines.map((line) => line.split('\t').map(unquoted))
}

/** Returns the text of a cell that a spreadsheet has put into quotation marks. */
function unquoted(cell: string): string {
  const inside = /^"(.*)"$/.exec(cell)?.[1]
  return (inside === undefined ? cell : inside.replaceAll('""', '"')).replace(/\s+/g, ' ').trim()
}

/** Whether a pasted text is a block of cells, not one value that a cell takes by itself. */
export function isBlock(text: string): boolean {
  return /[\t\n\r]/.test(text.replace(/\r?\n$/, ''))
}

/** A cell of a sheet by its row and column, with the pasted value. */
export interface PlacedCell {
  row: number
  column: number
  value: string
}

/** Places a block with its first cell at a cell of a sheet. `left` counts the values that have no cell. */
export function placeBlock(
  block: readonly (readonly string[])[],
  at: { row: number; column: number },
  size: { rows: number; columns: number },
): { cells: PlacedCell[]; left: number } {
  const all = block.flatMap((line, down) =>
    line.map((value, across) => ({ row: at.row + down, column: at.column + across, value })),
  )
  const cells = all.filter(({ row, column }) => row < size.rows && column < size.columns)
  const left = all.filter((cell) => cell.value !== '' && !cells.includes(cell)).length
  return { cells, left }
}
