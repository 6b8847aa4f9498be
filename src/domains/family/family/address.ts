/** The page that an address of the family's place shows. */
export type Place = { page: 'home' } | { page: 'child' | 'fees'; place: string; studentId: string } | { page: 'unknown' }

export const homePath = '/family'

/** Parses an address. */
export function parsePlace(pathname: string): Place {
  const [, page, place, studentId, ...more] = pathname.split('/').filter((part) => part !== '')
  if (page === undefined) return { page: 'home' }
  if ((page !== 'child' && page !== 'fees') || !place || !studentId || more.length > 0) return { page: 'unknown' }
  return { page, place, studentId }
}

export function childPath(place: string, studentId: string): string {
  return `${homePath}/child/${place}/${studentId}`
}

export function feesPath(place: string, studentId: string): string {
  return `${homePath}/fees/${place}/${studentId}`
}
