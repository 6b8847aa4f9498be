import { expect, test } from 'vitest'
import { backupWords } from './backupWords.ts'

const serverNow = '2026-11-22T08:30:00.000Z'
const status = { state: 'ON', safeAt: null, serverNow, trouble: null, nightlyAt: null } as const

test('the super administrator reads how old the last safe moment is', () => {
  expect(backupWords({ ...status, safeAt: '2026-11-22T08:29:48.000Z' })).toEqual({
    severity: 'success',
    text: 'Continuous backup: everything up to 22 Nov 2026, 13:59 is safe (12 seconds ago).',
  })
  expect(backupWords({ ...status, safeAt: '2026-11-22T08:29:59.000Z' }).text).toContain('(1 second ago)')
})

test('past ten minutes it is an error that says what would be lost, and why', () => {
  const words = backupWords({ ...status, safeAt: '2026-11-22T08:10:00.000Z', trouble: 'The disk of BACKUP_URL is full.' })
  expect(words).toEqual({
    severity: 'error',
    text: 'Continuous backup has stopped: a disk that dies now takes everything since 22 Nov 2026, 13:40 (20 minutes). The disk of BACKUP_URL is full.',
  })
})

test('where there is no continuous backup it says so plainly', () => {
  const words = backupWords({ ...status, state: 'OFF', nightlyAt: '2026-11-21T20:30:00.000Z' })
  expect(words.severity).toBe('warning')
  expect(words.text).toMatch(/^Continuous backup is off: .* The last nightly backup is of 22 Nov 2026, 02:00\./)
  expect(backupWords({ ...status, state: 'OFF' }).text).toContain('There is no nightly backup either.')
})

test('a first copy that is not complete promises nothing', () => {
  expect(backupWords({ ...status, state: 'STARTING' }).severity).toBe('info')
  expect(backupWords({ ...status, state: 'STARTING', trouble: 'It cannot be written.' })).toEqual({
    severity: 'error',
    text: 'Continuous backup has been turned on, and its first copy is not complete yet. It cannot be written.',
  })
})
