import { expect, test } from 'vitest'
import {
  type DocumentJob,
  hasNoFiles,
  retentionText,
  stateLabel,
  mailText,
  progressText,
  sizeText,
  downloadableFiles,
} from './documentTexts.ts'

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

test('the progress has counts when there are several parts', () => {
  expect(progressText(job)).toBe('Being made')
  expect(progressText({ ...job, total: 1 })).toBe('Being made')
  expect(progressText({ ...job, done: 400, total: 2000 })).toBe('Being made, 400 of 2,000')
  expect(progressText({ ...job, state: 'QUEUED' })).toBe('Waiting')
})

test("the screen's data file is not downloadable, and deleted or withheld files are explained", () => {
  expect(downloadableFiles(done).map(({ label }) => label)).toEqual(['PDF', 'Spreadsheet'])
  expect([hasNoFiles(done), retentionText(done)]).toEqual([false, 'Kept until 22 Dec 2026.'])
  const gone = { ...done, files: [] }
  expect([hasNoFiles(gone), retentionText(gone)]).toEqual([true, 'Its files are not kept any more. Make it again to have them.'])
  expect([hasNoFiles(job), retentionText(job)]).toEqual([false, ''])
  expect([stateLabel(done), stateLabel(gone)]).toEqual(['Ready', 'Not kept any more'])
  const reason = 'You see fewer classes now: please order it again.'
  const withheld = { ...gone, viewerCan: { ...gone.viewerCan, read: { allowed: false, reason } } }
  expect([hasNoFiles(withheld), retentionText(withheld), stateLabel(withheld)]).toEqual([true, reason, 'Not visible any more'])
})

test('the state of the mail; empty when none was ordered or none will be sent', () => {
  const to = { email: 'head@school.test', mailState: 'WAITING' as const }
  expect(mailText(job)).toBe('')
  expect(mailText({ ...job, ...to })).toBe('The link goes to head@school.test as soon as it is ready.')
  expect(mailText({ ...done, ...to })).toBe('The link is being sent to head@school.test.')
  expect(mailText({ ...done, ...to, mailState: 'SENT' })).toBe('The link was sent to head@school.test; it holds for 24 hours.')
  expect(mailText({ ...done, ...to, mailState: 'FAILED' })).toMatch(/may not have gone out/)
  expect(mailText({ ...job, ...to, state: 'CANCELLED' })).toBe('')
})

test.each([
  [12, '1 kB'],
  [345_678, '346 kB'],
  [1_250_000, '1.3 MB'],
])('%i bytes are %s', (bytes, words) => {
  expect(sizeText(bytes)).toBe(words)
})
