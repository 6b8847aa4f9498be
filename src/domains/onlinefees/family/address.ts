import { schoolOfOwnPlace } from '#shared/ownPlace.ts'

/** The page that a public address shows. */
export type FamilyRoute =
  | { page: 'family'; hash: string }
  | { page: 'child'; hash: string; schoolId: string; termId: string; studentId: string }
  /** The page to which the gateway returns. `order` is the server's reference of the order, if known. */
  | { page: 'result'; result: string; order: string | null }
  | { page: 'unknown' }

/** Parses an address. The school's name at its end is for people and is ignored. */
export function parseRoute(pathname: string, search: string): FamilyRoute {
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

/** Returns the address of all children: of a link, or of a guardian who is signed in. */
export function familyPath(hash: string): string {
  return schoolOfOwnPlace(hash) === null ? `/onlinefees/${hash}` : '/family'
}

/** Returns the address of a receipt's PDF. With `?show` the browser displays it instead of saving it. */
export function receiptPath(hash: string, receiptId: string): string {
  return `/onlinefees/${hash}/receipts/${receiptId}`
}

/** Returns the address of a child's fees. The specification gives the order of its parts. */
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

const storageKey = 'shala family'

/** The name, logo and colour that a school's pages show. */
export interface SchoolBranding {
  name: string
  logoUrl: string | null
  accent: string | null
}

/** The family page that the payer of this tab came from, and the order that was begun there. */
export interface ReturnTarget extends SchoolBranding {
  path: string
  /** The server's reference of the order. */
  order: string | null
}

/**
 * Stores the payer's family page in this tab, because the result page's address never contains the link, and the order,
 * because a browser may come back from the gateway without it.
 */
export function storeReturnTarget(hash: string, { name, logoUrl, accent }: SchoolBranding, order: string): void {
  const target: ReturnTarget = { path: familyPath(hash), name, logoUrl, accent, order }
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(target))
  } catch {
    // Without storage, payers go back by the link in the SMS.
  }
}

/** Returns the family page that the payer of this tab came from, or null when it is not known. */
export function storedReturnTarget(): ReturnTarget | null {
  try {
    const stored = JSON.parse(sessionStorage.getItem(storageKey) ?? 'null') as Partial<ReturnTarget> | null
    if (typeof stored?.path !== 'string' || typeof stored.name !== 'string') return null
    const { path, name, logoUrl = null, accent = null, order = null } = stored
    return { path, name, logoUrl, accent, order }
  } catch {
    return null
  }
}
