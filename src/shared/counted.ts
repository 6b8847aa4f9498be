/** Returns the form of a noun or verb that a count needs: `plural(2, 'is', 'are')` is `are`. */
export function plural(count: number, one: string, many: string): string {
  return count === 1 ? one : many
}

/** Returns a count with its noun: `1 row`, `1,200 rows`, `2 categories`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en-IN')} ${plural(count, one, many)}`
}
