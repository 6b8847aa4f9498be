import { keptShell } from '#ui/session/storage.ts'
import type { RegisterRef } from '../registerRef.ts'
import { registerKey } from '../registerRef.ts'
import type { Sheet } from './sheet.ts'

/**
 * Storage key of unsaved marks, by user and register. Phones close tabs in the background; session storage survives
 * that and comes back with the tab. The prefix makes sign-out delete the drafts with the user's other data.
 */
const prefix = `${keptShell}register:`

function storageKey(person: string, register: RegisterRef): string {
  return `${prefix}${person}:${registerKey(register)}`
}

export function readDraft(person: string, register: RegisterRef): Sheet | undefined {
  try {
    const kept = JSON.parse(sessionStorage.getItem(storageKey(person, register)) ?? 'null') as Sheet | null
    return kept ?? undefined
  } catch {
    return undefined
  }
}

export function storeDraft(person: string, register: RegisterRef, sheet: Sheet): void {
  try {
    sessionStorage.setItem(storageKey(person, register), JSON.stringify(sheet))
  } catch {
    // Without storage only the copy is lost; the sheet stays on the screen.
  }
}

export function deleteDraft(person: string, register: RegisterRef): void {
  sessionStorage.removeItem(storageKey(person, register))
}

/** Returns the keys of the registers that a user has drafts of. */
export function draftKeys(person: string): Set<string> {
  const start = `${prefix}${person}:`
  return new Set(
    Object.keys(sessionStorage)
      .filter((key) => key.startsWith(start))
      .map((key) => key.slice(start.length)),
  )
}
