import { cachedStudents, liveSession, remembered, tokenStorage } from '#ui/session/storage.ts'
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
  /** The books to ask of, once the lecture has been ended here; the question outlives a reload. */
  ended?: EndedBook[]
}

export interface EndedBook {
  bookId: string
  attId: string
  name: string
  /** 0 where it is not known. */
  pages: number
  /** The page it was read to last, 0 at first. */
  lastTo: number
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
export function booksOf({ attIDandBookID, names }: LiveSession): EndedBook[] {
  return attIDandBookID.split('|').flatMap((pair, place) => {
    const [bookId = '0', attId = ''] = pair.split(':')
    return bookId === '0' ? [] : [{ bookId, attId, name: names[place]?.title ?? '', pages: 0, lastTo: 0 }]
  })
}

/** 'Ganit, 7-B, Maths and 7-A'. */
export function nameOf({ names }: LiveSession): string {
  return names.map(({ title, subtitle }) => [title, subtitle].filter(Boolean).join(', ')).join(' and ')
}

/** The saved session; null when there is none, or what is there is none. */
export function readLiveSession(): LiveSession | null {
  try {
    const kept = JSON.parse(read(liveSession) ?? 'null') as Partial<LiveSession> | null
    const { attIDandBookID, attids, startTime, multiple, names, ended } = kept ?? {}
    if (typeof attIDandBookID !== 'string' || typeof attids !== 'string' || !/^\d+(:\d+)*$/.test(attids)) return null
    if (typeof startTime !== 'string' || Number.isNaN(Date.parse(startTime)) || !Array.isArray(names)) return null
    const session = { attIDandBookID, attids, startTime, multiple: multiple === true, names }
    return Array.isArray(ended) && ended.length > 0 ? { ...session, ended } : session
  } catch {
    return null
  }
}

export function saveLiveSession(session: LiveSession): void {
  keep(liveSession, session)
}

export function dropLiveSession(): void {
  for (const storage of [localStorage, sessionStorage]) storage.removeItem(liveSession)
}

/** Kept for as long as the session of the person is, and no longer. */
function keep(name: string, value: unknown): void {
  tokenStorage(remembered() === true).setItem(name, JSON.stringify(value))
}

function read(name: string): string | null {
  return sessionStorage.getItem(name) ?? localStorage.getItem(name)
}

/** A student as the browser keeps her: nothing but what the list needs. */
interface CachedStudent {
  id: string
  roll: string
  name: string
}

export function saveStudents(students: readonly CachedStudent[]): void {
  keep(
    cachedStudents,
    students.map(({ id, roll, name }) => ({ id, roll, name })),
  )
}

export function readStudents(): CachedStudent[] | null {
  try {
    return JSON.parse(read(cachedStudents) ?? 'null') as CachedStudent[] | null
  } catch {
    return null
  }
}
