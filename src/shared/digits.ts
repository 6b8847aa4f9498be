/** The digits of Devanagari, Bengali, Gurmukhi, Gujarati, Odia, Tamil, Telugu, Kannada and Malayalam. */
const indianDigits =
  /[\u0966-\u096f\u09e6-\u09ef\u0a66-\u0a6f\u0ae6-\u0aef\u0b66-\u0b6f\u0be6-\u0bef\u0c66-\u0c6f\u0ce6-\u0cef\u0d66-\u0d6f]/g

/** Returns a text with Latin digits in the place of those of Indian scripts, as people type phones and amounts. */
export function withLatinDigits(text: string): string {
  // In each script zero is at …66 or …E6.
  return text.replace(indianDigits, (digit) => String((digit.charCodeAt(0) - 0x66) & 0x7f))
}
