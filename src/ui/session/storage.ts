import type { OidcMetadata } from 'oidc-client-ts'
import { forgetKeptAnswers } from '../data/forgetKeptAnswers.ts'
import { unsubscribeBrowser } from '../push/pushSubscription.ts'
import { EndedSessions } from './endedSessions.ts'
import { requireOk, post } from './post.ts'

/** 'true' keeps the session permanently, any other value until the browser is closed (specification, section 9). */
const rememberMeKey = 'rememberMe'
/** Students that a teacher's screen stores for live lectures: id, roll and name. Deleted at sign-out. */
export const cachedStudentsKey = 'students'

/** A teacher's live lecture, to resume it. Another teacher on the same phone does not get it. */
export const liveSessionKey = 'liveSession'

/** Lectures whose meeting was opened in this tab. */
export const meetingOpenedKey = 'meetingOpened'

/** Prefix, by subject, of the shell data stored at the last visit. */
export const cachedShellPrefix = 'shell:'

/** Prefix, by subject and school, of the people whose pages were opened last. */
export const lastPeoplePrefix = 'people:'

const serviceKey = 'signInService'

/** Key prefixes of the identity providers of earlier versions. */
const formerProviders = ['firebase:', 'nhost', 'hasura']

/** How long a sign-out waits for the server, in milliseconds. Then it is retried later. */
const signOutTimeoutMs = 8000

/** Reads `localStorage` at each use, because tests of pure parts load this module without a browser. */
const localEntries = {
  getItem: (key: string) => localStorage.getItem(key),
  setItem: (key: string, value: string) => localStorage.setItem(key, value),
  removeItem: (key: string) => localStorage.removeItem(key),
}

/** Sessions that were signed out on this device and must still be ended on the server. */
export const endedSessions = new EndedSessions(localEntries, async (sessions) =>
  requireOk(
    // `keepalive` sends it even when the page is being closed.
    await post('/auth/end-sessions', { sessions }, { keepalive: true, signal: AbortSignal.timeout(signOutTimeoutMs) }),
  ),
)

const storages = () => [localStorage, sessionStorage]

/** Returns the stored "Remember me" of the session on this device; null when nobody is signed in. */
export function storedRememberMe(): boolean | null {
  const flag = localStorage.getItem(rememberMeKey)
  return flag === null ? null : flag === 'true'
}

export function storeRememberMe(remember: boolean): void {
  localStorage.setItem(rememberMeKey, String(remember))
}

/** Returns the storage of the tokens: persistent with "Remember me", else only this tab's. */
export function tokenStorage(remember: boolean): Storage {
  return remember ? localStorage : sessionStorage
}

/** Deletes the tokens and all stored data of the person. */
export function clearSession(): void {
  for (const storage of storages()) {
    storage.removeItem(cachedStudentsKey)
    storage.removeItem(liveSessionKey)
    storage.removeItem(meetingOpenedKey)
    for (const key of Object.keys(storage))
      if (['oidc.', cachedShellPrefix, lastPeoplePrefix].some((prefix) => key.startsWith(prefix))) storage.removeItem(key)
  }
  localStorage.removeItem(serviceKey)
  localStorage.removeItem(rememberMeKey)
  forgetKeptAnswers()
  void unsubscribeBrowser()
}

/**
 * Clears all storage when sign-out fails half-way (specification, section 4), except the sessions still to be ended.
 */
export function clearAllStorage(): void {
  const pending = endedSessions.pending()
  for (const storage of storages()) storage.clear()
  for (const session of pending) endedSessions.add(session)
  forgetKeptAnswers()
  void unsubscribeBrowser()
}

/** Stores the sign-in service's metadata for visits without a connection. */
export function storeService(metadata: Partial<OidcMetadata>): void {
  localStorage.setItem(serviceKey, JSON.stringify(metadata))
}

export function storedService(): Partial<OidcMetadata> | null {
  return JSON.parse(localStorage.getItem(serviceKey) ?? 'null') as Partial<OidcMetadata> | null
}

export function clearFormerProviders(): void {
  for (const storage of storages())
    for (const key of Object.keys(storage))
      if (formerProviders.some((prefix) => key.toLowerCase().startsWith(prefix))) storage.removeItem(key)
}

/** Calls back when another tab signs in or out. */
export function watchOtherTabs(changed: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.storageArea === localStorage && (event.key === rememberMeKey || event.key === null)) changed()
  }
  window.addEventListener('storage', onStorage)
  return () => window.removeEventListener('storage', onStorage)
}
