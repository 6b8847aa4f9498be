const list = new Intl.ListFormat('en-IN')

/** Joins texts as a list: `a, b and c`. Blank texts are left out. */
export function joinWithAnd(texts: readonly string[]): string {
  return list.format(texts.filter((text) => text !== ''))
}
