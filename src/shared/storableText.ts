/**
 * Returns at most `maxLength` code points of a text, so that no character is cut in half. Unpaired surrogates and NUL,
 * which PostgreSQL cannot store, become U+FFFD.
 */
export function truncateCodePoints(text: string, maxLength: number): string {
  // A code point has at most two UTF-16 units, so this slice holds enough of them without spreading a text of any
  // length.
  return toStorableText([...text.slice(0, 2 * maxLength)].slice(0, maxLength).join(''))
}

/** Replaces unpaired surrogates and NUL, which PostgreSQL cannot store, by U+FFFD. */
export function toStorableText(text: string): string {
  return text.toWellFormed().replaceAll('\u0000', '\uFFFD')
}
