import type { JSONContent } from '@tiptap/core'

/** Unsaved changes of a format. They stay in this browser window until they are saved or discarded. */
export interface FormatDraft {
  /** The version that was opened; null for a new format. */
  seen: number | null
  name: string
  format: JSONContent
  order: readonly string[]
  /** When it was last changed, ISO 8601. */
  at: string
}

/**
 * Returns the storage key of a user's draft. A draft contains nothing about students, so it may stay after sign-out.
 */
export function draftKey(schoolId: string, viewerId: string, which: string): string {
  return `certificate-format:${schoolId}:${viewerId}:${which}`
}

export function readDraft(key: string): FormatDraft | null {
  try {
    const draft = JSON.parse(sessionStorage.getItem(key) ?? 'null') as FormatDraft | null
    return draft?.format.type === 'doc' && Array.isArray(draft.order) ? draft : null
  } catch {
    return null
  }
}

/** Stores a draft. If the storage is full, nothing is kept, but the page still asks before the user leaves it. */
export function storeDraft(key: string, draft: FormatDraft): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(draft))
  } catch {
    dropDraft(key)
  }
}

export function dropDraft(key: string): void {
  sessionStorage.removeItem(key)
}
