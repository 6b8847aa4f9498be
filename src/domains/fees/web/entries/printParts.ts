/** Receipts that are printed together, counted from 1. */
export interface PrintPart {
  number: number
  first: number
  last: number
}

/** Splits so many receipts into parts that a browser can lay out at once. */
export function printParts(count: number, size: number): PrintPart[] {
  return Array.from({ length: Math.ceil(count / size) }, (_, place) => ({
    number: place + 1,
    first: place * size + 1,
    last: Math.min(count, (place + 1) * size),
  }))
}
