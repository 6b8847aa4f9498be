/** Returns a LIKE pattern that matches every text containing `text`. `%`, `_` and `\` in it stand for themselves. */
export function containsPattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}
