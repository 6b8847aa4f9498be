import { cachedShellPrefix } from '#ui/session/storage.ts'
import type { Drafts } from './grid.ts'
import { sheetKey, type SheetRef } from './sheetRef.ts'

/** Storage key of what was typed into a sheet, by user. The prefix makes sign-out delete it with the user's data. */
function storageKey(userId: string, sheet: SheetRef): string {
  return `${cachedShellPrefix}scores:${userId}:${sheetKey(sheet)}`
}

/** Returns what was typed into a sheet and not sent. Session storage survives a reload, and a closed tab of a phone. */
export function readDrafts(userId: string, sheet: SheetRef): Drafts {
  try {
    return (JSON.parse(sessionStorage.getItem(storageKey(userId, sheet)) ?? 'null') as Drafts | null) ?? {}
  } catch {
    return {}
  }
}

export function storeDrafts(userId: string, sheet: SheetRef, drafts: Drafts): void {
  try {
    if (Object.keys(drafts).length === 0) sessionStorage.removeItem(storageKey(userId, sheet))
    else sessionStorage.setItem(storageKey(userId, sheet), JSON.stringify(drafts))
  } catch {
    // Without storage only the copy is lost; what was typed stays on the screen.
  }
}
