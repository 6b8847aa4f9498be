import { beforeEach, expect, test, vi } from 'vitest'
import {
  sessionBooks,
  deleteLiveSession,
  lectureIds,
  readLiveSession,
  saveLiveSession,
  saveStudents,
  createSession,
} from './liveSession.ts'

const persistent = new Map<string, string>()
const perTab = new Map<string, string>()
const storage = (values: Map<string, string>) => ({
  getItem: (key: string) => values.get(key) ?? null,
  setItem: (key: string, value: string) => values.set(key, value),
  removeItem: (key: string) => values.delete(key),
})
beforeEach(() => {
  persistent.clear()
  perTab.clear()
  persistent.set('rememberMe', 'true')
  vi.stubGlobal('localStorage', storage(persistent))
  vi.stubGlobal('sessionStorage', storage(perTab))
})

const batch = {
  batch: 'b',
  startedAt: '2026-11-21T04:30:00.000Z',
  zoomLink: '',
  items: [
    { id: '17', bookId: '4', title: 'Ganit', subtitle: '7-B, Maths' },
    { id: '18', bookId: '0', title: 'Maths', subtitle: '7-A' },
  ],
}

test('a session is stored in the format of the specification', () => {
  saveLiveSession(createSession(batch))
  expect(JSON.parse(persistent.get('liveSession') ?? '')).toEqual({
    attIDandBookID: '4:17|0:18',
    attids: '17:18',
    startTime: '2026-11-21T04:30:00.000Z',
    multiple: true,
    names: [
      { title: 'Ganit', subtitle: '7-B, Maths' },
      { title: 'Maths', subtitle: '7-A' },
    ],
  })
  const session = readLiveSession()
  expect(session && lectureIds(session)).toEqual(['17', '18'])
  expect(session && sessionBooks(session)).toEqual([{ bookId: '4', attId: '17', name: 'Ganit', pages: 0, lastTo: 0 }])
  deleteLiveSession()
  expect(readLiveSession()).toBeNull()
})

test('the books to enter after the end are stored with the session', () => {
  const session = createSession(batch)
  saveLiveSession({ ...session, ended: sessionBooks(session) })
  expect(readLiveSession()).toEqual({ ...session, ended: [{ bookId: '4', attId: '17', name: 'Ganit', pages: 0, lastTo: 0 }] })
})

test('without Remember me nothing outlives the tab', () => {
  persistent.set('rememberMe', 'false')
  saveLiveSession(createSession(batch))
  saveStudents([{ id: '1', roll: '12', name: 'Asha Patil' }])
  expect([...persistent.keys()]).toEqual(['rememberMe'])
  expect([...perTab.keys()]).toEqual(['liveSession', 'students'])
  expect(readLiveSession()).toEqual(createSession(batch))
  deleteLiveSession()
  expect(readLiveSession()).toBeNull()
})

test.each(['{', '[]', '{"attids":"1"}', '{"attids":"x","attIDandBookID":"","startTime":"2026-11-21","names":[]}'])(
  '%s is not a session',
  (text) => {
    persistent.set('liveSession', text)
    expect(readLiveSession()).toBeNull()
  },
)

test('stores only id, roll and name of students', () => {
  const student = { id: '1', roll: '12', name: 'Asha Patil', className: '7', sectionName: 'B' }
  saveStudents([student])
  expect(persistent.get('students')).toBe('[{"id":"1","roll":"12","name":"Asha Patil"}]')
})
