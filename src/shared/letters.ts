/**
 * The first letters of a text, counted in code points, so that none is cut in half. Halves that it holds already and NUL, which no
 * database keeps, become U+FFFD.
 */
export function firstLetters(text: string, most: number): string {
  // Twice as many units hold so many whole letters at least, without spreading a text of any length.
  return keepable([...text.slice(0, 2 * most)].slice(0, most).join(''))
}

/** A text as a database can keep it: halves of surrogate pairs and NUL become U+FFFD. */
export function keepable(text: string): string {
  return text.toWellFormed().replaceAll('\u0000', '\uFFFD')
}
