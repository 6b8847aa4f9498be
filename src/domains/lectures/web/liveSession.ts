import { t } from '@lingui/core/macro'
import { cachedStudentsKey, liveSessionKey, storedRememberMe, tokenStorage } from '#ui/session/storage.ts'
import type { LectureBatchPartsFragment } from './lectures.graphql.ts'

/** A live lecture as stored in this browser to resume it (specification, section 3, Browser storage). */
export interface LiveSession {
  /** `bookID:attID` pairs joined by `|`, in the order of `names`; the book is 0 without one. */
  attIDandBookID: string
  /** The lectures' ids joined by `:`. */
  attids: string
  /** By the server's clock. */
  startTime: string
  /** Whether more than one item was chosen. */
  multiple: boolean
  names: { title: string; subtitle: string }[]
  /** The books to enter progress for, once the lecture was ended here. Stored, so that a reload asks again. */
  ended?: EndedBook[]
}

export interface EndedBook {
  bookId: string
  attId: string
  name: string
  /** 0 when unknown. */
  pages: number
  /** The last page read so far, 0 at first. */
  lastTo: number
}

export function createSession({ startedAt, items }: LectureBatchPartsFragment): LiveSession {
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

/** Returns the books of a session, as far as this browser knows them. */
export function sessionBooks({ attIDandBookID, names }: LiveSession): EndedBook[] {
  return attIDandBookID.split('|').flatMap((pair, place) => {
    const [bookId = '0', attId = ''] = pair.split(':')
    return bookId === '0' ? [] : [{ bookId, attId, name: names[place]?.title ?? '', pages: 0, lastTo: 0 }]
  })
}

/** Returns the title of a session, 'Ganit, 7-B, Maths and 7-A'. */
export function sessionTitle({ names }: LiveSession): string {
  return names
    .map(({ title, subtitle }) => [title, subtitle].filter(Boolean).join(', '))
    .reduce((before, next) => (before === '' ? next : t`${before} and ${next}`), '')
}

/** Returns the saved session; null if there is none or it is invalid. */
export function readLiveSession(): LiveSession | null {
  try {
    const kept = JSON.parse(readStored(liveSessionKey) ?? 'null') as Partial<LiveSession> | null
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
  store(liveSessionKey, session)
}

export function deleteLiveSession(): void {
  for (const storage of [localStorage, sessionStorage]) storage.removeItem(liveSessionKey)
}

/** Stores a value for as long as the user's sign-in session. */
function store(name: string, value: unknown): void {
  tokenStorage(storedRememberMe() === true).setItem(name, JSON.stringify(value))
}

function readStored(name: string): string | null {
  return sessionStorage.getItem(name) ?? localStorage.getItem(name)
}

/** A student as stored in the browser, with only what the list needs. */
interface CachedStudent {
  id: string
  roll: string
  name: string
}

export function saveStudents(students: readonly CachedStudent[]): void {
  store(
    cachedStudentsKey,
    students.map(({ id, roll, name }) => ({ id, roll, name })),
  )
}

export function readStudents(): CachedStudent[] | null {
  try {
    return JSON.parse(readStored(cachedStudentsKey) ?? 'null') as CachedStudent[] | null
  } catch {
    return null
  }
}
