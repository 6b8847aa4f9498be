import { beforeEach, expect, test, vi } from 'vitest'
import { booksOf, dropLiveSession, lectureIds, readLiveSession, saveLiveSession, saveStudents, sessionOf } from './liveSession.ts'

const kept = new Map<string, string>()
beforeEach(() => {
  kept.clear()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  })
})

const batch = {
  batch: 'b',
  startedAt: '2026-11-21T04:30:00.000Z',
  closesAt: '2026-11-21T05:30:00.000Z',
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
  expect(session && booksOf(session)).toEqual([{ bookId: '4', attId: '17', name: 'Ganit' }])
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
