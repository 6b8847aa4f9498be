import { expect, test } from 'vitest'
import { unvisitedRoutes } from './walk.ts'

test('xss, long-words and accessibility visit every route', () => {
  expect(unvisitedRoutes()).toEqual([])
})
