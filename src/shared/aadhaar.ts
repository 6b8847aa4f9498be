/*
 * Aadhaar numbers: twelve digits, the first from 2 to 9, the last the Verhoeff checksum of the others (UIDAI).
 * Verhoeff finds every single wrong digit and every swap of neighbours.
 */

/** Products of the dihedral group D5. */
const product = [
  [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
  [1, 2, 3, 4, 0, 6, 7, 8, 9, 5],
  [2, 3, 4, 0, 1, 7, 8, 9, 5, 6],
  [3, 4, 0, 1, 2, 8, 9, 5, 6, 7],
  [4, 0, 1, 2, 3, 9, 5, 6, 7, 8],
  [5, 9, 8, 7, 6, 0, 4, 3, 2, 1],
  [6, 5, 9, 8, 7, 1, 0, 4, 3, 2],
  [7, 6, 5, 9, 8, 2, 1, 0, 4, 3],
  [8, 7, 6, 5, 9, 3, 2, 1, 0, 4],
  [9, 8, 7, 6, 5, 4, 3, 2, 1, 0],
]

/** Permutation of a digit by its position, counted from the right. Positions repeat after eight. */
const permutation = [
  [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
  [1, 5, 7, 6, 2, 8, 3, 0, 9, 4],
  [5, 8, 0, 3, 7, 9, 6, 1, 4, 2],
  [8, 9, 1, 6, 0, 4, 3, 5, 2, 7],
  [9, 4, 5, 3, 1, 2, 6, 8, 7, 0],
  [4, 2, 8, 6, 5, 7, 3, 9, 0, 1],
  [2, 7, 9, 3, 8, 0, 6, 4, 1, 5],
  [7, 0, 4, 6, 9, 1, 3, 2, 5, 8],
]

const inverse = [0, 4, 3, 2, 1, 5, 6, 7, 8, 9]

function verhoeffChecksum(digits: string, firstPlace: number): number {
  let check = 0
  for (let position = 0; position < digits.length; position += 1) {
    const digit = Number(digits[digits.length - 1 - position])
    check = product[check]?.[permutation[(position + firstPlace) % 8]?.[digit] ?? 0] ?? 0
  }
  return check
}

/** Returns the Verhoeff check digit for a string of digits. */
export function verhoeffDigit(digits: string): string {
  return String(inverse[verhoeffChecksum(digits, 1)])
}

/** Returns whether a text is an Aadhaar number: twelve digits without spaces, with a valid checksum. */
export function isAadhaar(text: string): boolean {
  return /^[2-9]\d{11}$/.test(text) && verhoeffChecksum(text, 0) === 0
}

/** Removes the spaces and hyphens that people type between the digits: `2345 6789 0124`. */
export function stripAadhaarSeparators(text: string): string {
  return text.replace(/[\s-]/g, '')
}

/** Formats a stored number for display: only its last four digits. */
export function maskAadhaar(last4: string | null): string {
  return last4 === null ? '' : `XXXX XXXX ${last4}`
}

/** Returns whether a text has the form that {@link maskAadhaar} returns. */
export function isMaskedAadhaar(text: string): boolean {
  return /^XXXX XXXX \d{4}$/.test(text)
}
