import { expect, test } from 'vitest'
import { dayAbove, type Message, merged, readBy, type Shown, withChanges } from './messages.ts'

const message = (id: string, more: Partial<Message> = {}): Message => ({
  __typename: 'ChatMessage',
  id,
  author: 'STAFF',
  authorName: 'A Teacher',
  mine: false,
  at: '2026-11-21T06:00:00Z',
  text: id,
  attachment: null,
  removedAt: null,
  removedByName: null,
  removedReason: null,
  viewerCan: { __typename: 'ChatMessageViewerCan', remove: { __typename: 'Permission', allowed: false } },
  ...more,
})
const ids = (rows: readonly Message[]) => rows.map((row) => row.id)

test('new messages come behind, once, and what was removed changes where it stands', () => {
  const rows = [message('9'), message('10')]
  expect(ids(merged(rows, [message('11'), message('10')]))).toEqual(['9', '10', '11'])
  expect(merged(rows, [message('9', { removedByName: 'An Admin' })])[0]?.removedByName).toBe('An Admin')
  expect(merged(rows, [])).toBe(rows)
})

test('a change of a message that is not shown yet stays out; it comes with the older ones', () => {
  const shown: Shown = { rows: [message('9')], more: true, version: '5', reads: [] }
  const next = withChanges(shown, [message('3'), message('12')], '8', ['9'])
  expect([ids(next.rows), next.version, next.reads]).toEqual([['9', '12'], '8', ['9']])
  expect(ids(withChanges({ ...shown, more: false }, [message('3')], '8', []).rows)).toEqual(['3', '9'])
})

test('readers have read what they have read up to', () => {
  expect(readBy(['0', '9', '10', '100'], '10')).toBe(2)
})

test('a day is said once, by the calendar of the school', () => {
  const late = message('1', { at: '2026-11-20T19:00:00Z' })
  const early = message('2', { at: '2026-11-21T02:00:00Z' })
  expect(dayAbove(late, undefined, '2026-11-21')).toBe('Today')
  expect(dayAbove(early, late, '2026-11-21')).toBeNull()
  expect(dayAbove(late, undefined, '2026-11-22')).toBe('Yesterday')
  expect(dayAbove(late, message('0', { at: '2026-11-19T10:00:00Z' }), '2026-12-01')).toBe('21 Nov 2026')
})
