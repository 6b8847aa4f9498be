import type { TeachableItemPartsFragment } from './lectures.graphql.ts'

/** What /teacher hands over to start a lecture (specification, section 2); `key` makes the start happen once. */
export interface StartState {
  items: TeachableItemPartsFragment[]
  termId: string
  minutes: number
  /** When Start Live was tapped, by the device's clock. */
  startTime: string
  key: string
}

/** Resuming a saved session. The link is known where it was started. */
export interface RepeatState {
  repeat: true
  zoomLink?: string
  /** The browser kept the meeting from opening. */
  blocked?: boolean
}

/** What a page was entered with; null where it was not entered from /teacher. */
export function readState(state: unknown): StartState | RepeatState | null {
  if (typeof state !== 'object' || state === null) return null
  if ('repeat' in state && state.repeat === true) return state as RepeatState
  return 'items' in state && Array.isArray(state.items) && 'key' in state ? (state as StartState) : null
}

/** Whether there is a meeting to go to: an address of the web. */
export function isMeeting(link: string): boolean {
  return /^https?:\/\//i.test(link)
}

/** Opens a meeting in a new tab that knows nothing of this one; false where the browser does not let it. */
export function openMeeting(link: string): boolean {
  const tab = window.open(link, '_blank')
  if (tab) tab.opener = null
  return tab !== null
}
