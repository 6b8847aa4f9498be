import type { TeachableItemPartsFragment } from './lectures.graphql.ts'

/** Route state from /teacher to start a lecture (specification, section 2). `key` makes the start idempotent. */
export interface StartState {
  items: TeachableItemPartsFragment[]
  termId: string
  minutes: number
  /** When Start Live was tapped, by the device's clock. */
  startTime: string
  key: string
}

/** Route state to resume a saved session. The link is missing if another page started the lecture. */
export interface RepeatState {
  repeat: true
  zoomLink?: string
  /** Whether the browser blocked the meeting. */
  blocked?: boolean
}

/** Parses the route state; null if the page was not opened from /teacher. */
export function readStartState(state: unknown): StartState | RepeatState | null {
  if (typeof state !== 'object' || state === null) return null
  if ('repeat' in state && state.repeat === true) return state as RepeatState
  return 'items' in state && Array.isArray(state.items) && 'key' in state ? (state as StartState) : null
}

/** Whether the link is a web address. */
export function isMeeting(link: string): boolean {
  return /^https?:\/\//i.test(link)
}

/** Opens a meeting in a new tab without an opener; returns false if the browser blocks it. */
export function openMeeting(link: string): boolean {
  const tab = window.open(link, '_blank')
  if (tab) tab.opener = null
  return tab !== null
}
