import { expect, test } from 'vitest'
import { backupStatusMessage } from './backupStatusMessage.ts'

const serverNow = '2026-11-22T08:30:00.000Z'
const status = { state: 'ON', safeAt: null, serverNow, trouble: null, nightlyAt: null, everyMinutes: 0 } as const

test('a running backup shows the age of the last safe moment', () => {
  expect(backupStatusMessage({ ...status, safeAt: '2026-11-22T08:29:48.000Z' })).toEqual({
    severity: 'success',
    text: 'Backup: everything up to 22 Nov 2026, 13:59 is safe (12 seconds ago).',
  })
  expect(backupStatusMessage({ ...status, safeAt: '2026-11-22T08:29:59.000Z' }).text).toContain('(1 second ago)')
})

test('ten minutes late it is an error with the time since when work would be lost, and the reason', () => {
  const message = backupStatusMessage({
    ...status,
    safeAt: '2026-11-22T08:10:00.000Z',
    trouble: 'The disk of BACKUP_FOLDER is full.',
  })
  expect(backupStatusMessage({ ...status, everyMinutes: 15, safeAt: '2026-11-22T08:10:00.000Z' }).severity).toBe('success')
  expect(backupStatusMessage({ ...status, everyMinutes: 15, safeAt: '2026-11-22T08:04:00.000Z' }).severity).toBe('error')
  expect(message).toEqual({
    severity: 'error',
    text: 'The backup has stopped: if the disk fails now, everything since 22 Nov 2026, 13:40 (20 minutes) is lost. The disk of BACKUP_FOLDER is full.',
  })
})

test('without regular backups it is a warning with the last nightly backup', () => {
  const message = backupStatusMessage({ ...status, state: 'OFF', nightlyAt: '2026-11-21T20:30:00.000Z' })
  expect(message.severity).toBe('warning')
  expect(message.text).toMatch(/^Regular backups are off: .* The last nightly backup is of 22 Nov 2026, 02:00\./)
  expect(backupStatusMessage({ ...status, state: 'OFF' }).text).toContain('There is no nightly backup either.')
})

test('an incomplete first copy is not shown as safe', () => {
  expect(backupStatusMessage({ ...status, state: 'STARTING' }).severity).toBe('info')
  expect(backupStatusMessage({ ...status, state: 'STARTING', trouble: 'It cannot be written.' })).toEqual({
    severity: 'error',
    text: 'Regular backups are on, but the first one is not complete yet. It cannot be written.',
  })
})
