import { expect, test } from 'vitest'
import { applyChanges, countReaders, dayHeading, mergeMessages, type LoadedMessages, type Message } from './messages.ts'

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

test('new messages are appended once, and changed messages are replaced in place', () => {
  const rows = [message('9'), message('10')]
  expect(ids(mergeMessages(rows, [message('11'), message('10')]))).toEqual(['9', '10', '11'])
  expect(mergeMessages(rows, [message('9', { removedByName: 'An Admin' })])[0]?.removedByName).toBe('An Admin')
  expect(mergeMessages(rows, [])).toBe(rows)
})

test('a change of a message that is not loaded is left out', () => {
  const shown: LoadedMessages = { rows: [message('9')], more: true, version: '5', reads: [] }
  const next = applyChanges(shown, [message('3'), message('12')], '8', ['9'])
  expect([ids(next.rows), next.version, next.reads]).toEqual([['9', '12'], '8', ['9']])
  expect(ids(applyChanges({ ...shown, more: false }, [message('3')], '8', []).rows)).toEqual(['3', '9'])
})

test('readers are counted by their last read message', () => {
  expect(countReaders(['0', '9', '10', '100'], '10')).toBe(2)
})

test('a day heading appears once per day in India time', () => {
  const late = message('1', { at: '2026-11-20T19:00:00Z' })
  const early = message('2', { at: '2026-11-21T02:00:00Z' })
  expect(dayHeading(late, undefined, '2026-11-21')).toBe('Today')
  expect(dayHeading(early, late, '2026-11-21')).toBeNull()
  expect(dayHeading(late, undefined, '2026-11-22')).toBe('Yesterday')
  expect(dayHeading(late, message('0', { at: '2026-11-19T10:00:00Z' }), '2026-12-01')).toBe('21 Nov 2026')
})
