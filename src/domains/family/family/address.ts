/** The page that an address of the family's place shows. */
export type Place =
  | { page: 'home' }
  | { page: (typeof childPages)[number]; place: string; studentId: string }
  | { page: 'card'; place: string; studentId: string; cardId: string }
  | { page: 'unknown' }

/** The pages of one child. `section` is what the school writes to all families of the section. */
const childPages = ['child', 'fees', 'chat', 'section'] as const

export const homePath = '/family'

/** Parses an address. */
export function parsePlace(pathname: string): Place {
  const [, page, place, studentId, ...more] = pathname.split('/').filter((part) => part !== '')
  if (page === undefined) return { page: 'home' }
  if (page === 'card' && place && studentId && more.length === 1 && more[0]) return { page, place, studentId, cardId: more[0] }
  const known = childPages.find((one) => one === page)
  if (!known || !place || !studentId || more.length > 0) return { page: 'unknown' }
  return { page: known, place, studentId }
}

export function childPath(place: string, studentId: string): string {
  return `${homePath}/child/${place}/${studentId}`
}

export function feesPath(place: string, studentId: string): string {
  return `${homePath}/fees/${place}/${studentId}`
}

/** Returns the path of a report card. */
export function cardPath(place: string, studentId: string, cardId: string): string {
  return `${homePath}/card/${place}/${studentId}/${cardId}`
}
