import { beforeEach, expect, test, vi } from 'vitest'
import { booksOf, dropLiveSession, lectureIds, readLiveSession, saveLiveSession, saveStudents, sessionOf } from './liveSession.ts'

const kept = new Map<string, string>()
const ofTab = new Map<string, string>()
const storage = (values: Map<string, string>) => ({
  getItem: (key: string) => values.get(key) ?? null,
  setItem: (key: string, value: string) => values.set(key, value),
  removeItem: (key: string) => values.delete(key),
})
beforeEach(() => {
  kept.clear()
  ofTab.clear()
  kept.set('rememberMe', 'true')
  vi.stubGlobal('localStorage', storage(kept))
  vi.stubGlobal('sessionStorage', storage(ofTab))
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

test('a session is kept as the contract of the browser’s storage has it', () => {
  saveLiveSession(sessionOf(batch))
  expect(JSON.parse(kept.get('liveSession') ?? '')).toEqual({
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
  expect(session && booksOf(session)).toEqual([{ bookId: '4', attId: '17', name: 'Ganit', pages: 0, lastTo: 0 }])
  dropLiveSession()
  expect(readLiveSession()).toBeNull()
})

test('the books to ask of after the end are kept with it', () => {
  const session = sessionOf(batch)
  saveLiveSession({ ...session, ended: booksOf(session) })
  expect(readLiveSession()).toEqual({ ...session, ended: [{ bookId: '4', attId: '17', name: 'Ganit', pages: 0, lastTo: 0 }] })
})

test('without Remember me nothing outlives the tab', () => {
  kept.set('rememberMe', 'false')
  saveLiveSession(sessionOf(batch))
  saveStudents([{ id: '1', roll: '12', name: 'Asha Patil' }])
  expect([...kept.keys()]).toEqual(['rememberMe'])
  expect([...ofTab.keys()]).toEqual(['liveSession', 'students'])
  expect(readLiveSession()).toEqual(sessionOf(batch))
  dropLiveSession()
  expect(readLiveSession()).toBeNull()
})

test.each(['{', '[]', '{"attids":"1"}', '{"attids":"x","attIDandBookID":"","startTime":"2026-11-21","names":[]}'])(
  '%s is no session',
  (text) => {
    kept.set('liveSession', text)
    expect(readLiveSession()).toBeNull()
  },
)

test('of the students it keeps id, roll and name alone', () => {
  const student = { id: '1', roll: '12', name: 'Asha Patil', className: '7', sectionName: 'B' }
  saveStudents([student])
  expect(kept.get('students')).toBe('[{"id":"1","roll":"12","name":"Asha Patil"}]')
})
