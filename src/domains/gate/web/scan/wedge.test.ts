import { expect, test } from 'vitest'
import { oncePerCard, wedge } from './wedge.ts'

function type(keys: readonly string[], gapMs: number, start = 1000): (string | null)[] {
  const reader = wedge()
  return keys.map((key, place) => reader.press(key, start + place * gapMs))
}

test('a burst that ends with Enter is a card', () => {
  expect(type([...'0009A2B1', 'Enter'], 8).at(-1)).toBe('0009A2B1')
  expect(type(['Shift', 'A', 'B', 'Shift', 'C', '1', 'Enter'], 30).at(-1)).toBe('ABC1')
})

test('what a person types is none', () => {
  expect(type([...'0009A2B1', 'Enter'], 150).at(-1)).toBeNull()
  expect(type([...'123', 'Enter'], 8).at(-1)).toBeNull()
  expect(type(['Enter'], 8).at(-1)).toBeNull()
})

test('Enter that comes long after a burst starts nothing', () => {
  const reader = wedge()
  ;[...'12345678'].forEach((key, place) => reader.press(key, place * 5))
  expect(reader.press('Enter', 2000)).toBeNull()
})

test('two cards after each other', () => {
  expect(type([...'11112222', 'Enter', ...'33334444', 'Enter'], 5).filter(Boolean)).toEqual(['11112222', '33334444'])
})

test('a card held to the camera counts once, another one at once', () => {
  const fresh = oncePerCard(3000)
  expect([fresh('A', 0), fresh('A', 1000), fresh('A', 3500), fresh('B', 3600), fresh('A', 3700), fresh('A', 7000)]).toEqual([
    true,
    false,
    false,
    true,
    true,
    true,
  ])
})
