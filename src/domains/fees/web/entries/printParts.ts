/** A part of the receipts, printed together; numbered from 1. */
export interface PrintPart {
  number: number
  first: number
  last: number
}

/** Splits a number of receipts into parts that a browser can lay out at once. */
export function splitIntoParts(count: number, size: number): PrintPart[] {
  return Array.from({ length: Math.ceil(count / size) }, (_, index) => ({
    number: index + 1,
    first: index * size + 1,
    last: Math.min(count, (index + 1) * size),
  }))
}
