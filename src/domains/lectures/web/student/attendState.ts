import { meetingOpenedKey } from '#ui/session/storage.ts'

/** Route state from /studentLectures (specification, section 2, Student live lecture page). */
export interface AttendState {
  /** Class and section, such as '7-B'. */
  className: string
  subject: string
  attId: string
  /** When the lecture started, by the server's clock. */
  timestamp: string
}

/** Parses the route state; null if the page was not opened from the list. */
export function readAttendState(state: unknown): AttendState | null {
  if (typeof state !== 'object' || state === null) return null
  const { className, subject, attId, timestamp } = state as Partial<AttendState>
  if (typeof className !== 'string' || typeof subject !== 'string') return null
  return typeof attId === 'string' && typeof timestamp === 'string' ? { className, subject, attId, timestamp } : null
}

/** Marks a lecture's meeting as opened in this tab. Returns false if it was already. */
export function markMeetingOpened(attId: string): boolean {
  const opened = sessionStorage.getItem(meetingOpenedKey)?.split(' ') ?? []
  if (opened.includes(attId)) return false
  sessionStorage.setItem(meetingOpenedKey, [...opened, attId].join(' '))
  return true
}
