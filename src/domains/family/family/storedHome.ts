import type { Home } from './home.ts'

/** What was last read on this device, for visits without a connection. It goes when the guardian signs out. */
const storageKey = 'shala family home'

/** Grows with every change of the stored shape. */
const version = 4

export interface StoredHome {
  home: Home
  /** When it was read, in milliseconds. */
  at: number
}

export function readStoredHome(): StoredHome | null {
  try {
    const stored = JSON.parse(localStorage.getItem(storageKey) ?? 'null') as (StoredHome & { version: number }) | null
    return stored?.version === version ? { home: stored.home, at: stored.at } : null
  } catch {
    return null
  }
}

export function storeHome(home: Home, at: number): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify({ version, home, at }))
  } catch {
    // Without storage only the visit without a connection is lost.
  }
}

export function forgetHome(): void {
  try {
    localStorage.removeItem(storageKey)
  } catch {
    // There was nothing stored.
  }
}
