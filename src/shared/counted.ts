/** A number with its noun: `1 row`, `1,200 rows`, `2 categories`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en-IN')} ${count === 1 ? one : many}`
}
