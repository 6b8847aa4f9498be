/** Returns whether a text is long enough to search for: three letters, or two of Devanagari, which are syllables. */
export function isSearchable(text: string): boolean {
  return [...text].length >= 3 || /[\u0904-\u0939].*[\u0904-\u0939]/.test(text)
}
