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

/** What a digit counts for at its place, counted from the right; the places repeat after eight. */
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

function fold(digits: string, firstPlace: number): number {
  let check = 0
  for (let place = 0; place < digits.length; place += 1) {
    const digit = Number(digits[digits.length - 1 - place])
    check = product[check]?.[permutation[(place + firstPlace) % 8]?.[digit] ?? 0] ?? 0
  }
  return check
}

/** The Verhoeff check digit of a text of digits. */
export function verhoeffDigit(digits: string): string {
  return String(inverse[fold(digits, 1)])
}

/** Whether a text is an Aadhaar number: twelve digits without spaces, with a right checksum. */
export function isAadhaar(text: string): boolean {
  return /^[2-9]\d{11}$/.test(text) && fold(text, 0) === 0
}

/** A number as people write it, `2345 6789 0124` or with hyphens, without what stands between the digits. */
export function bareAadhaar(text: string): string {
  return text.replace(/[\s-]/g, '')
}

/** How a stored number is shown everywhere: its last four digits only. */
export function maskedAadhaar(last4: string | null): string {
  return last4 === null ? '' : `XXXX XXXX ${last4}`
}

/** Whether a text is what {@link maskedAadhaar} shows. */
export function isMaskedAadhaar(text: string): boolean {
  return /^XXXX XXXX \d{4}$/.test(text)
}
