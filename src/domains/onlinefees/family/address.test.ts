import { expect, test } from 'vitest'
import { childPath, placeOf, resultPath } from './address.ts'

const family = { school: { id: '7', name: 'St. Mary’s / Pune?' }, termId: '9' }

test('a child’s address is read as it was written, whatever the school is called', () => {
  const path = childPath('7-abc', family, '11')
  expect(path).toBe('/onlinefees/7-abc/7/9/11/St.%20Mary%E2%80%99s%20%2F%20Pune%3F')
  expect(placeOf(path, '')).toEqual({ page: 'child', hash: '7-abc', schoolId: '7', termId: '9', studentId: '11' })
  expect(placeOf('/onlinefees/7-abc/7/9/11', '')).toMatchObject({ page: 'child' })
})

test('the three public addresses, and what is none', () => {
  expect(placeOf('/onlinefees/7-abc/', '')).toEqual({ page: 'family', hash: '7-abc' })
  expect(placeOf('/verifyonlinefees', '?result=E500&order=x.y')).toEqual({ page: 'result', result: 'E500', order: 'x.y' })
  expect(placeOf('/verifyonlinefees', '?order=')).toEqual({ page: 'result', result: '', order: null })
  expect(placeOf('/verifyonlinefees', resultPath('success', 'a+b').split('?')[1] ?? '')).toMatchObject({ order: 'a+b' })
  for (const path of ['/', '/onlinefees', '/onlinefees/7-abc/7', '/onlinefees/7-abc/7/9', '/onlinefees/a/7/9/11/x/y'])
    expect(placeOf(path, '')).toEqual({ page: 'unknown' })
})
