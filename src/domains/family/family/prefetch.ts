import { request } from '#domains/onlinefees/family/request.exports.ts'
import { FamilyHomeDocument, type FamilyHomeQuery } from './home.graphql.ts'

let prefetched: Promise<FamilyHomeQuery> | null = null

/** Requests the page's data before its libraries are loaded, because on a slow line those take longer. */
export function prefetchHome(): void {
  prefetched = request(FamilyHomeDocument, {})
  // Avoids an unhandled rejection; the caller of `takePrefetched` handles the failure.
  prefetched.catch(() => undefined)
}

/** Returns the prefetched answer at the first call, and null afterwards. */
export function takePrefetched(): Promise<FamilyHomeQuery> | null {
  const taken = prefetched
  prefetched = null
  return taken
}
