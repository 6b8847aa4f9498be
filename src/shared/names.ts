/** Where a word starts: the beginning, or after a space, dot, hyphen, bracket or apostrophe. */
const wordStart = /(^|[\s.\-(/'’])(\p{L})/gu

function titleCase(text: string): string {
  return text.toLowerCase().replace(wordStart, (_, before: string, letter: string) => {
    const upper = letter.toUpperCase()
    // A letter such as ß has no single capital: 'SS' would change again on the next pass.
    return before + ([...upper].length === 1 ? upper : letter)
  })
}

/** Outer spaces go, inner ones become single, letters are composed. */
export function collapseSpaces(text: string): string {
  return text.normalize('NFC').replace(/\s+/gu, ' ').trim()
}

/**
 * Returns a name without spaces and invisible characters, in small letters: to compare names with, never to show.
 * Migration 0042 has the same rule in SQL.
 */
export function nameKey(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\s\p{Cf}]/gu, '')
    .toLowerCase()
}

/**
 * The name of a student, as section 5 of the specification normalises it: extra spaces collapsed, title-cased.
 * Scripts without capitals, such as Devanagari, pass unchanged. Applying it twice changes nothing more.
 */
export function studentName(text: string): string {
  return titleCase(collapseSpaces(text)).normalize('NFC')
}

/** The name of a user: as for a student, and a space is added after a dot (`A.B.Patil` is `A. B. Patil`). */
export function userName(text: string): string {
  return studentName(text.replace(/\.(?=[^\s.])/gu, '. '))
}
