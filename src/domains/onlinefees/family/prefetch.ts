import { parseRoute } from './address.ts'
import { FamilyDocument, type FamilyQuery } from './family.graphql.ts'
import { request } from './request.ts'

let prefetched: { hash: string; answer: Promise<FamilyQuery> } | null = null

/**
 * Requests the family of the address before the page's libraries are loaded, because on a slow line those take longer.
 */
export function prefetchFamily(): void {
  const route = parseRoute(location.pathname, location.search)
  if (route.page !== 'family' && route.page !== 'child') return
  prefetched = { hash: route.hash, answer: request(FamilyDocument, { hash: route.hash }) }
  // Avoids an unhandled rejection; the caller of `takePrefetched` handles the failure.
  prefetched.answer.catch(() => undefined)
}

/** Returns the prefetched answer at the first call, and null afterwards. */
export function takePrefetched(hash: string): Promise<FamilyQuery> | null {
  const taken = prefetched
  prefetched = null
  return taken?.hash === hash ? taken.answer : null
}
