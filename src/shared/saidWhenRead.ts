/** What a table of texts is when it is read: each function in it is the string that it returns. */
type Said<Part> = Part extends () => string
  ? string
  : Part extends readonly unknown[] | RegExp | ((...args: never[]) => unknown)
    ? Part
    : Part extends object
      ? { readonly [Key in keyof Part]: Said<Part[Key]> }
      : Part

/**
 * Returns a table whose functions without arguments, such as `` () => t`Cash` ``, are called each time they are read.
 * So a table stands at the top of a module, and its texts are in the language of whom the running code speaks to.
 * Tables inside it are treated alike; lists and functions with arguments stay.
 */
export function saidWhenRead<const Table extends object>(table: Table): Said<Table> {
  const said = {}
  for (const [key, part] of Object.entries(table) as [string, unknown][]) {
    const isText = typeof part === 'function' && part.length === 0
    const isTable = typeof part === 'object' && part !== null && !Array.isArray(part) && !(part instanceof RegExp)
    const descriptor = isText ? { get: part as () => string } : { value: isTable ? saidWhenRead(part) : part }
    Object.defineProperty(said, key, { ...descriptor, enumerable: true })
  }
  return said as Said<Table>
}
