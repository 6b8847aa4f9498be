import type { OidcMetadata } from 'oidc-client-ts'
import { unsubscribeHere } from '../push/device.ts'
import { EndedSessions } from './endedSessions.ts'
import { mustBeOk, post } from './post.ts'

/** 'true' keeps the session for good, anything else until the browser is closed (specification, section 9). */
const rememberMe = 'rememberMe'
/** The list of students a teacher's screen keeps for live lectures: id, roll and name. It goes at sign-out. */
export const cachedStudents = 'students'

/** The lecture a teacher has live, to resume it. Another teacher on the same phone does not. */
export const liveSession = 'liveSession'

/** The lectures whose meeting was opened in this tab. */
export const meetingOpened = 'meetingOpened'

/** What the page knew of a person at the last visit, by subject. */
export const keptShell = 'shell:'

const service = 'signInService'

/** What the identity providers of earlier versions left behind. */
const formerProviders = ['firebase:', 'nhost', 'hasura']

/** Milliseconds that a sign-out waits for the server before it is left for later. */
const signOutPatienceMs = 8000

/** Reads `localStorage` at each use, because tests of pure parts load this module without a browser. */
const localEntries = {
  getItem: (key: string) => localStorage.getItem(key),
  setItem: (key: string, value: string) => localStorage.setItem(key, value),
  removeItem: (key: string) => localStorage.removeItem(key),
}

/** The sessions that were signed out on this device and are still to be ended on the server. */
export const endedSessions = new EndedSessions(localEntries, async (sessions) =>
  mustBeOk(
    // A page that is being closed still sends it.
    await post('/auth/end-sessions', { sessions }, { keepalive: true, signal: AbortSignal.timeout(signOutPatienceMs) }),
  ),
)

const storages = () => [localStorage, sessionStorage]

/** Whether somebody is, or may be, signed in here, and where the session is kept; null when nobody is. */
export function remembered(): boolean | null {
  const flag = localStorage.getItem(rememberMe)
  return flag === null ? null : flag === 'true'
}

export function setRemembered(remember: boolean): void {
  localStorage.setItem(rememberMe, String(remember))
}

/** The place of the tokens: persistent with Remember me, else for this tab alone. */
export function tokenStorage(remember: boolean): Storage {
  return remember ? localStorage : sessionStorage
}

/** Forgets who is signed in: the tokens, wherever they are kept, and what was kept of others. */
export function forgetPerson(): void {
  for (const storage of storages()) {
    storage.removeItem(cachedStudents)
    storage.removeItem(liveSession)
    storage.removeItem(meetingOpened)
    for (const key of Object.keys(storage)) if (key.startsWith('oidc.') || key.startsWith(keptShell)) storage.removeItem(key)
  }
  localStorage.removeItem(service)
  localStorage.removeItem(rememberMe)
  void unsubscribeHere()
}

/** Clears all storage when signing out fails half-way (specification, section 4), except for the sessions still to be ended. */
export function clearEverything(): void {
  const pending = endedSessions.pending()
  for (const storage of storages()) storage.clear()
  for (const session of pending) endedSessions.add(session)
  void unsubscribeHere()
}

/** The sign-in service's description, for a page that is opened without a connection. */
export function rememberService(metadata: Partial<OidcMetadata>): void {
  localStorage.setItem(service, JSON.stringify(metadata))
}

export function lastService(): Partial<OidcMetadata> | null {
  return JSON.parse(localStorage.getItem(service) ?? 'null') as Partial<OidcMetadata> | null
}

export function clearFormerProviders(): void {
  for (const storage of storages())
    for (const key of Object.keys(storage))
      if (formerProviders.some((prefix) => key.toLowerCase().startsWith(prefix))) storage.removeItem(key)
}

/** Calls back when another tab signs in or out. */
export function watchOtherTabs(changed: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.storageArea === localStorage && (event.key === rememberMe || event.key === null)) changed()
  }
  window.addEventListener('storage', onStorage)
  return () => window.removeEventListener('storage', onStorage)
}
