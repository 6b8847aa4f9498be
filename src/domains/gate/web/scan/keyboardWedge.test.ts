import { expect, test } from 'vitest'
import { createRepeatFilter, createKeyboardWedge } from './keyboardWedge.ts'

function type(keys: readonly string[], gapMs: number, start = 1000): (string | null)[] {
  const reader = createKeyboardWedge()
  return keys.map((key, place) => reader.press(key, start + place * gapMs))
}

test('a burst that ends with Enter is a card', () => {
  expect(type([...'0009A2B1', 'Enter'], 8).at(-1)).toBe('0009A2B1')
  expect(type(['Shift', 'A', 'B', 'Shift', 'C', '1', 'Enter'], 30).at(-1)).toBe('ABC1')
})

test('typing by a person is not a card', () => {
  expect(type([...'0009A2B1', 'Enter'], 150).at(-1)).toBeNull()
  expect(type([...'123', 'Enter'], 8).at(-1)).toBeNull()
  expect(type(['Enter'], 8).at(-1)).toBeNull()
})

test('Enter long after a burst is ignored', () => {
  const reader = createKeyboardWedge()
  ;[...'12345678'].forEach((key, place) => reader.press(key, place * 5))
  expect(reader.press('Enter', 2000)).toBeNull()
})

test('reads two cards in a row', () => {
  expect(type([...'11112222', 'Enter', ...'33334444', 'Enter'], 5).filter(Boolean)).toEqual(['11112222', '33334444'])
})

test('a card held to the camera counts once, another card at once', () => {
  const accepts = createRepeatFilter(3000)
  expect([
    accepts('A', 0),
    accepts('A', 1000),
    accepts('A', 3500),
    accepts('B', 3600),
    accepts('A', 3700),
    accepts('A', 7000),
  ]).toEqual([true, false, false, true, true, true])
})
