import { useEffect, useSyncExternalStore } from 'react'
import { failureOf, request } from '#domains/onlinefees/family/home.exports.tsx'
import { AttendFamilyLectureDocument } from './home.graphql.ts'

/** A lecture of a child. */
export interface LectureOfChild {
  place: string
  studentId: string
  id: string
}

/** What is known of a lecture that was joined on this device. */
export interface Attending {
  mark: 'P' | 'L' | 'A' | null
  /** Why the last request failed; null when it succeeded. */
  problem: string | null
  isOver: boolean
}

/** Milliseconds between two requests, as on the student's own page. */
const everyMs = 3000
const storageKey = 'shala family lectures'

/*
 * Presence goes on while the page is open, whichever part of it is shown, and also in a hidden tab: the meeting is in
 * another one.
 */
const attended = new Map<string, Attending>()
const listeners = new Set<() => void>()

const keyOf = ({ place, studentId, id }: LectureOfChild) => `${place} ${studentId} ${id}`

function set(key: string, next: Attending): void {
  attended.set(key, next)
  for (const listener of listeners) listener()
}

/** The lectures that were joined in this tab, which a phone may load anew while the meeting is in front. */
function joined(): string[] {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? '[]') as string[]
  } catch {
    return []
  }
}

function storeJoined(keys: readonly string[]): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(keys))
  } catch {
    // Without storage, the lecture has to be joined again.
  }
}

/** Records the child's presence from now on until the lecture ends. */
export function attend(lecture: LectureOfChild): void {
  const key = keyOf(lecture)
  if (attended.has(key)) return
  set(key, { mark: null, problem: null, isOver: false })
  storeJoined([...new Set([...joined(), key])])
  void poll(key, lecture)
}

async function poll(key: string, { place, ...input }: LectureOfChild): Promise<void> {
  const known = attended.get(key)
  try {
    const { live, myMark } = (await request(AttendFamilyLectureDocument, { place, input })).attendFamilyLecture
    set(key, { mark: myMark, problem: null, isOver: !live })
  } catch (error) {
    const failure = failureOf(error)
    set(key, { mark: known?.mark ?? null, problem: failure.message, isOver: failure.isFinal })
  }
  if (attended.get(key)?.isOver === false) setTimeout(() => void poll(key, { place, ...input }), everyMs)
  else storeJoined(joined().filter((one) => one !== key))
}

/** Returns what is known of a lecture that was joined here, also after the page was loaded again; null before it. */
export function useAttending(lecture: LectureOfChild): Attending | null {
  const { place, studentId, id } = lecture
  useEffect(() => {
    const again = { place, studentId, id }
    if (joined().includes(keyOf(again))) attend(again)
  }, [place, studentId, id])
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => attended.get(keyOf(lecture)) ?? null,
  )
}
