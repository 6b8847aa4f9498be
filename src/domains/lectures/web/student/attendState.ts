import { meetingOpened } from '#ui/session/storage.ts'

/** What /studentLectures hands over (specification, section 2, Student live lecture page). */
export interface AttendState {
  /** Class and section, such as '7-B'. */
  className: string
  subject: string
  attId: string
  /** When the lecture has started, by the server's clock. */
  timestamp: string
}

/** What a page was entered with; null where it was not entered from the list. */
export function readAttendState(state: unknown): AttendState | null {
  if (typeof state !== 'object' || state === null) return null
  const { className, subject, attId, timestamp } = state as Partial<AttendState>
  if (typeof className !== 'string' || typeof subject !== 'string') return null
  return typeof attId === 'string' && typeof timestamp === 'string' ? { className, subject, attId, timestamp } : null
}

/** Whether the meeting of a lecture has yet to be opened in this tab; from then on it was. */
export function firstOpening(attId: string): boolean {
  const opened = sessionStorage.getItem(meetingOpened)?.split(' ') ?? []
  if (opened.includes(attId)) return false
  sessionStorage.setItem(meetingOpened, [...opened, attId].join(' '))
  return true
}
