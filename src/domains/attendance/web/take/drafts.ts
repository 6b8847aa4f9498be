import { cachedShellPrefix } from '#ui/session/storage.ts'
import type { RegisterRef } from '../registerRef.ts'
import { registerKey } from '../registerRef.ts'
import type { Sheet } from './sheet.ts'

/**
 * Storage key of unsaved marks, by user and register. Phones close tabs in the background; session storage survives
 * that and comes back with the tab. The prefix makes sign-out delete the drafts with the user's other data.
 */
const prefix = `${cachedShellPrefix}register:`

function storageKey(userId: string, register: RegisterRef): string {
  return `${prefix}${userId}:${registerKey(register)}`
}

export function readDraft(userId: string, register: RegisterRef): Sheet | undefined {
  try {
    const draft = JSON.parse(sessionStorage.getItem(storageKey(userId, register)) ?? 'null') as Sheet | null
    return draft ?? undefined
  } catch {
    return undefined
  }
}

export function storeDraft(userId: string, register: RegisterRef, sheet: Sheet): void {
  try {
    sessionStorage.setItem(storageKey(userId, register), JSON.stringify(sheet))
  } catch {
    // Without storage only the copy is lost; the sheet stays on the screen.
  }
}

export function deleteDraft(userId: string, register: RegisterRef): void {
  sessionStorage.removeItem(storageKey(userId, register))
}

/** Returns the keys of the registers that a user has drafts of. */
export function draftKeys(userId: string): Set<string> {
  const start = `${prefix}${userId}:`
  return new Set(
    Object.keys(sessionStorage)
      .filter((key) => key.startsWith(start))
      .map((key) => key.slice(start.length)),
  )
}
