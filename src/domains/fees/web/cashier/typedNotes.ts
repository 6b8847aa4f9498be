import type { Denomination } from '../../cashier.rules.ts'

/** Numbers of notes as they stand in the fields of the form, by `n500` and so on. */
export type TypedNotes = Readonly<Record<string, unknown>>

/** Returns the number in a field; 0 while it holds none. */
export function countIn(typed: TypedNotes, denomination: Denomination): number {
  const count = Number(typed[`n${denomination}`])
  return Number.isInteger(count) && count >= 0 && count <= 100_000 ? count : 0
}
