import { Refusal } from '#platform/refusal.ts'

/** So many cells are some thousand pages, and what a browser still draws. */
const mostCells = 600_000

const tooMuch = 'This report would be too long. Please choose one section or fewer days.'

/** @throws Refusal BAD_INPUT for more cells than can be put on paper */
export function mustFit(cells: number): void {
  if (cells > mostCells) throw new Refusal('BAD_INPUT', tooMuch)
}
