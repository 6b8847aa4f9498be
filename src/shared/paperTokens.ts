/** The token of a paper's public page: the school in base 36, and at least 128 random bits. */
const tokenPattern = /^[0-9a-z]{1,11}-[0-9A-Za-z_-]{22,64}$/

/** Returns the school id in a token; null if the text is not a token. */
export function schoolIdInToken(token: string): number | null {
  if (!tokenPattern.test(token)) return null
  const school = Number.parseInt(token.slice(0, token.indexOf('-')), 36)
  return Number.isSafeInteger(school) ? school : null
}
