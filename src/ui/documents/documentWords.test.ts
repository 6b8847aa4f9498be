import { expect, test } from 'vitest'
import {
  type DocumentJob,
  isGone,
  keptWords,
  listedState,
  mailWords,
  progressWords,
  sizeWords,
  takenFiles,
} from './documentWords.ts'

const file = (format: 'PDF' | 'XLSX' | 'JSON') => ({ format, name: `report.${format}`, url: '/files/1/a', size: 1 })
const job: DocumentJob = {
  id: '1',
  kind: 'REPORT',
  title: 'Condensed Attendance',
  state: 'RUNNING',
  done: 0,
  total: 0,
  failure: null,
  params: '{}',
  createdAt: '2026-11-21T20:00:00Z',
  createdByName: 'Asha',
  finishedAt: null,
  expiresAt: null,
  email: null,
  mailState: null,
  files: [],
  viewerCan: {
    read: { allowed: true, reason: null },
    cancel: { allowed: true, reason: null },
    mail: { allowed: false, reason: null },
  },
}
const done: DocumentJob = {
  ...job,
  state: 'DONE',
  expiresAt: '2026-12-21T20:00:00Z',
  files: [file('PDF'), file('XLSX'), file('JSON')],
}

test('how far it is, with counts where there are several parts', () => {
  expect(progressWords(job)).toBe('Being made')
  expect(progressWords({ ...job, total: 1 })).toBe('Being made')
  expect(progressWords({ ...job, done: 400, total: 2000 })).toBe('Being made, 400 of 2,000')
  expect(progressWords({ ...job, state: 'QUEUED' })).toBe('Waiting')
})

test('what the screen itself reads is not among the files; when they are gone it says so', () => {
  expect(takenFiles(done).map(({ label }) => label)).toEqual(['PDF', 'Spreadsheet'])
  expect([isGone(done), keptWords(done)]).toEqual([false, 'Kept until 22 Dec 2026.'])
  const gone = { ...done, files: [] }
  expect([isGone(gone), keptWords(gone)]).toEqual([true, 'Its files are not kept any more. Make it again to have them.'])
  expect([isGone(job), keptWords(job)]).toEqual([false, ''])
  expect([listedState(done), listedState(gone)]).toEqual(['Ready', 'Not kept any more'])
  const reason = 'You see fewer classes now: please order it again.'
  const withheld = { ...gone, viewerCan: { ...gone.viewerCan, read: { allowed: false, reason } } }
  expect([isGone(withheld), keptWords(withheld), listedState(withheld)]).toEqual([true, reason, 'Not visible any more'])
})

test('what became of the mail; nothing where none was asked for or none will go', () => {
  const to = { email: 'head@school.test', mailState: 'WAITING' as const }
  expect(mailWords(job)).toBe('')
  expect(mailWords({ ...job, ...to })).toBe('The link goes to head@school.test as soon as it is ready.')
  expect(mailWords({ ...done, ...to })).toBe('The link is being sent to head@school.test.')
  expect(mailWords({ ...done, ...to, mailState: 'SENT' })).toBe('The link was sent to head@school.test; it holds for 24 hours.')
  expect(mailWords({ ...done, ...to, mailState: 'FAILED' })).toMatch(/may not have gone out/)
  expect(mailWords({ ...job, ...to, state: 'CANCELLED' })).toBe('')
})

test.each([
  [12, '1 kB'],
  [345_678, '346 kB'],
  [1_250_000, '1.3 MB'],
])('%i bytes are %s', (bytes, words) => {
  expect(sizeWords(bytes)).toBe(words)
})
