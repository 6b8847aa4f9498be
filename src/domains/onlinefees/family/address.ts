/** What an address of the family page shows. */
export type Place =
  | { page: 'family'; hash: string }
  | { page: 'child'; hash: string; schoolId: string; termId: string; studentId: string }
  /** Where the gateway leads back to. `order` is the server's reference of the order, if it knows one. */
  | { page: 'result'; result: string; order: string | null }
  | { page: 'unknown' }

/** Reads an address. The name of the school at its end is for people and decides nothing. */
export function placeOf(pathname: string, search: string): Place {
  const [first, hash = '', ...rest] = pathname.split('/').filter((part) => part !== '')
  if (first === 'verifyonlinefees' && hash === '') {
    const query = new URLSearchParams(search)
    return { page: 'result', result: query.get('result') ?? '', order: query.get('order') || null }
  }
  if (first !== 'onlinefees' || hash === '') return { page: 'unknown' }
  if (rest.length === 0) return { page: 'family', hash }
  const [schoolId, termId, studentId, , ...more] = rest
  if (!schoolId || !termId || !studentId || more.length > 0) return { page: 'unknown' }
  return { page: 'child', hash, schoolId, termId, studentId }
}

export function familyPath(hash: string): string {
  return `/onlinefees/${hash}`
}

/** The address of a receipt's PDF, to be saved or, shown, to be printed. */
export function receiptPath(hash: string, receiptId: string): string {
  return `${familyPath(hash)}/receipts/${receiptId}`
}

/** The address of a child's fees; the order of its parts is the specification's. */
export function childPath(
  hash: string,
  family: { school: { id: string; name: string }; termId: string },
  studentId: string,
): string {
  return `${familyPath(hash)}/${family.school.id}/${family.termId}/${studentId}/${encodeURIComponent(family.school.name)}`
}

export function resultPath(result: string, order: string): string {
  return `/verifyonlinefees?${new URLSearchParams({ result, order })}`
}

const familyPlace = 'shala family'

/** How a school looks on its pages. */
export interface SchoolLook {
  name: string
  logoUrl: string | null
  accent: string | null
}

/** Where the payer of a tab came from. */
export interface KeptFamily extends SchoolLook {
  path: string
}

/** Keeps in this tab where the payer came from: the result page is told of an order at most, and never of the link. */
export function keepFamily(hash: string, { name, logoUrl, accent }: SchoolLook): void {
  const kept: KeptFamily = { path: familyPath(hash), name, logoUrl, accent }
  try {
    sessionStorage.setItem(familyPlace, JSON.stringify(kept))
  } catch {
    // Without storage the link in the SMS leads back.
  }
}

/** Where the payer of this tab came from; null where that is not known. */
export function keptFamily(): KeptFamily | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(familyPlace) ?? 'null') as Partial<KeptFamily> | null
    if (typeof kept?.path !== 'string' || typeof kept.name !== 'string') return null
    return { path: kept.path, name: kept.name, logoUrl: kept.logoUrl ?? null, accent: kept.accent ?? null }
  } catch {
    return null
  }
}
