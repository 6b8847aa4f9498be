import { expect, test } from 'vitest'
import { type Chat, type Message, withChanges, withMessages, withOlder } from './loadedChat.ts'

const message = (id: number, text = `Message ${id}`, removed = false): Message =>
  ({ id: String(id), text, removed, ofFamily: false, mine: false, authorName: 'Teacher', at: '', attachment: null }) as Message
const chat = (ids: readonly number[], more: boolean): Chat =>
  ({ rows: ids.map((id) => message(id)), more, version: '9', readUpTo: '0', whyNotWrite: null }) as Chat
const idsOf = ({ rows }: { rows: readonly Message[] }) => rows.map(({ id }) => Number(id))

test('messages are in the order of their ids, each once', () => {
  const rows = withMessages([message(9), message(10)], [message(11), message(9, '', true)])
  expect(rows.map(({ id, removed }) => [id, removed])).toEqual([
    ['9', true],
    ['10', false],
    ['11', false],
  ])
})

test('a change before the loaded part stays out while there is more before it', () => {
  expect(idsOf(withChanges(chat([5, 6], true), chat([3, 7], false)))).toEqual([5, 6, 7])
  expect(idsOf(withChanges(chat([5, 6], false), chat([3, 7], false)))).toEqual([3, 5, 6, 7])
  expect(withChanges(chat([5], true), chat([], false)).more).toBe(true)
})

test('older messages come in front', () => {
  const loaded = withOlder(chat([5, 6], true), chat([3, 4], false))
  expect([idsOf(loaded), loaded.more]).toEqual([[3, 4, 5, 6], false])
})
