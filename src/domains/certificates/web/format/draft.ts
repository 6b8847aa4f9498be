import type { JSONContent } from '@tiptap/core'

/** What was changed in a format and not saved, as it stands in this window of the browser until it is saved or given up. */
export interface FormatDraft {
  /** The version that was opened; null for a new format. */
  seen: number | null
  name: string
  format: JSONContent
  order: readonly string[]
  /** When it was last changed, ISO 8601. */
  at: string
}

/** Whose draft of which format. Nothing of a student stands in one, so that it may stay where it is at sign-out. */
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

/** A window without room keeps nothing; leaving the page is asked about all the same. */
export function keepDraft(key: string, draft: FormatDraft): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(draft))
  } catch {
    dropDraft(key)
  }
}

export function dropDraft(key: string): void {
  sessionStorage.removeItem(key)
}
