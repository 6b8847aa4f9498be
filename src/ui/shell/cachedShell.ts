import { cachedShellPrefix, storedRememberMe, tokenStorage } from '../session/storage.ts'
import type { ActiveSchoolQuery, ViewerQuery } from './shell.graphql.ts'

/** Shell data of the last visit, which opens the page without a connection. The server's data replaces it. */
interface CachedShell {
  viewer: NonNullable<ViewerQuery['viewer']>
  /** null when no school was chosen. */
  active: ActiveSchoolQuery | null
}

const storageKey = (subject: string) => `${cachedShellPrefix}${subject}`

/**
 * Stores the shell data as long as the session: permanently with "Remember me", else for this tab. Sign-out deletes it.
 */
export function cacheShell(subject: string, shell: CachedShell): void {
  try {
    tokenStorage(storedRememberMe() === true).setItem(storageKey(subject), JSON.stringify(shell))
  } catch (error) {
    // A full storage only prevents a start without a connection.
    console.warn(error)
  }
}

export function readCachedShell(subject: string): CachedShell | null {
  try {
    return JSON.parse(tokenStorage(storedRememberMe() === true).getItem(storageKey(subject)) ?? 'null') as CachedShell | null
  } catch {
    return null
  }
}
