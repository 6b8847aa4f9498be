import { expect, test } from 'vitest'
import { childPath, parseRoute, resultPath } from './address.ts'

const family = { school: { id: '7', name: 'St. Mary’s / Pune?' }, termId: '9' }

test('a child’s address is parsed as it was built, whatever the school’s name', () => {
  const path = childPath('7-abc', family, '11')
  expect(path).toBe('/onlinefees/7-abc/7/9/11/St.%20Mary%E2%80%99s%20%2F%20Pune%3F')
  expect(parseRoute(path, '')).toEqual({ page: 'child', hash: '7-abc', schoolId: '7', termId: '9', studentId: '11' })
  expect(parseRoute('/onlinefees/7-abc/7/9/11', '')).toMatchObject({ page: 'child' })
})

test('parses the three public addresses, and rejects others', () => {
  expect(parseRoute('/onlinefees/7-abc/', '')).toEqual({ page: 'family', hash: '7-abc' })
  expect(parseRoute('/verifyonlinefees', '?result=E500&order=x.y')).toEqual({ page: 'result', result: 'E500', order: 'x.y' })
  expect(parseRoute('/verifyonlinefees', '?order=')).toEqual({ page: 'result', result: '', order: null })
  expect(parseRoute('/verifyonlinefees', resultPath('success', 'a+b').split('?')[1] ?? '')).toMatchObject({ order: 'a+b' })
  for (const path of ['/', '/onlinefees', '/onlinefees/7-abc/7', '/onlinefees/7-abc/7/9', '/onlinefees/a/7/9/11/x/y'])
    expect(parseRoute(path, '')).toEqual({ page: 'unknown' })
})
