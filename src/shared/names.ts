/** Matches the first letter of a word: at the beginning, or after a space, dot, hyphen, bracket or apostrophe. */
const wordStart = /(^|[\s.\-(/'’])(\p{L})/gu

function titleCase(text: string): string {
  return text.toLowerCase().replace(wordStart, (_, before: string, letter: string) => {
    const upper = letter.toUpperCase()
    // A letter such as ß has no single capital: 'SS' would change again when the function is applied twice.
    return before + ([...upper].length === 1 ? upper : letter)
  })
}

/** Trims a text, collapses its spaces and normalizes it to NFC. */
export function collapseSpaces(text: string): string {
  return text.normalize('NFC').replace(/\s+/gu, ' ').trim()
}

/**
 * Returns a key to compare names by: without spaces and invisible characters, in lower case. Not for display. Migration
 * 0042 has the same rule in SQL.
 */
export function nameKey(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\s\p{Cf}]/gu, '')
    .toLowerCase()
}

/**
 * Normalizes a student's name by section 5 of the specification: spaces collapsed, title case. Idempotent. Scripts
 * without capitals, such as Devanagari, stay unchanged.
 */
export function normalizeStudentName(text: string): string {
  return titleCase(collapseSpaces(text)).normalize('NFC')
}

/** Normalizes a user's name like a student's, and adds a space after a dot: `A.B.Patil` becomes `A. B. Patil`. */
export function normalizeUserName(text: string): string {
  return normalizeStudentName(text.replace(/\.(?=[^\s.])/gu, '. '))
}
