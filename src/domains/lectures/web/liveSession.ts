import { cachedStudents, liveSession } from '../../../ui/session/storage.ts'
import type { LectureBatchPartsFragment } from './lectures.graphql.ts'

/** A live lecture as this browser keeps it, to resume it (specification, section 3, Browser storage). */
export interface LiveSession {
  /** `bookID:attID` pairs joined by `|`, in the order of `names`; the book is 0 where there is none. */
  attIDandBookID: string
  /** The lectures' ids joined by `:`. */
  attids: string
  /** By the server's clock. */
  startTime: string
  /** Whether more than one thing was chosen. */
  multiple: boolean
  names: { title: string; subtitle: string }[]
}

export function sessionOf({ startedAt, items }: LectureBatchPartsFragment): LiveSession {
  return {
    attIDandBookID: items.map(({ bookId, id }) => `${bookId}:${id}`).join('|'),
    attids: items.map(({ id }) => id).join(':'),
    startTime: startedAt,
    multiple: items.length > 1,
    names: items.map(({ title, subtitle }) => ({ title, subtitle })),
  }
}

export function lectureIds({ attids }: LiveSession): string[] {
  return attids.split(':')
}

/** The books of a lecture, by what this browser knows. */
export function booksOf({ attIDandBookID, names }: LiveSession): { bookId: string; attId: string; name: string }[] {
  return attIDandBookID.split('|').flatMap((pair, place) => {
    const [bookId = '0', attId = ''] = pair.split(':')
    return bookId === '0' ? [] : [{ bookId, attId, name: names[place]?.title ?? '' }]
  })
}

/** The saved session; null when there is none, or what is there is none. */
export function readLiveSession(): LiveSession | null {
  try {
    const kept = JSON.parse(localStorage.getItem(liveSession) ?? 'null') as Partial<LiveSession> | null
    const { attIDandBookID, attids, startTime, multiple, names } = kept ?? {}
    if (typeof attIDandBookID !== 'string' || typeof attids !== 'string' || !/^\d+(:\d+)*$/.test(attids)) return null
    if (typeof startTime !== 'string' || Number.isNaN(Date.parse(startTime)) || !Array.isArray(names)) return null
    return { attIDandBookID, attids, startTime, multiple: multiple === true, names }
  } catch {
    return null
  }
}

export function saveLiveSession(session: LiveSession): void {
  localStorage.setItem(liveSession, JSON.stringify(session))
}

export function dropLiveSession(): void {
  localStorage.removeItem(liveSession)
}

/** A student as the browser keeps her: nothing but what the list needs. */
export interface CachedStudent {
  id: string
  roll: string
  name: string
}

export function saveStudents(students: readonly CachedStudent[]): void {
  localStorage.setItem(cachedStudents, JSON.stringify(students.map(({ id, roll, name }) => ({ id, roll, name }))))
}

export function readStudents(): CachedStudent[] | null {
  try {
    return JSON.parse(localStorage.getItem(cachedStudents) ?? 'null') as CachedStudent[] | null
  } catch {
    return null
  }
}
