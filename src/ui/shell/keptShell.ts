import { keptShell, remembered, tokenStorage } from '../session/storage.ts'
import type { ActiveSchoolQuery, ViewerQuery } from './shell.graphql.ts'

/** What the last visit knew: it opens the page where there is no connection. What the server says comes before it always. */
interface KeptShell {
  viewer: NonNullable<ViewerQuery['viewer']>
  /** null where no school was chosen. */
  active: ActiveSchoolQuery | null
}

const place = (subject: string) => `${keptShell}${subject}`

/** Kept as long as the session is: for good with Remember me, else for this tab; it goes at sign-out. */
export function keepShell(subject: string, shell: KeptShell): void {
  try {
    tokenStorage(remembered() === true).setItem(place(subject), JSON.stringify(shell))
  } catch (error) {
    // A full storage costs the start without a connection, not the page.
    console.warn(error)
  }
}

export function readKeptShell(subject: string): KeptShell | null {
  try {
    return JSON.parse(tokenStorage(remembered() === true).getItem(place(subject)) ?? 'null') as KeptShell | null
  } catch {
    return null
  }
}
