/*
 * A guardian who is signed in has a place of the own in each school of the children. It stands in addresses and
 * requests where the token of a pay link stands for guardians who are not.
 */

/** Returns the name of a guardian's place in a school: `~1c`. */
export function ownPlace(schoolId: number | string): string {
  return `~${Number(schoolId).toString(36)}`
}

/** Returns the school of a place; null for anything else, such as a link's token. */
export function schoolOfOwnPlace(place: string): number | null {
  if (!/^~[0-9a-z]{1,8}$/.test(place)) return null
  const id = Number.parseInt(place.slice(1), 36)
  return Number.isSafeInteger(id) && id > 0 ? id : null
}
