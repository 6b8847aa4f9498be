import { expect, test } from 'vitest'
import { pagesRead, progressForm } from './progressForm.ts'

const check = (from: string, to: string) => {
  const parsed = progressForm.safeParse({ progress: [{ attId: '17', bookId: '4', from, to, comment: '' }] })
  return parsed.success ? parsed.data.progress : parsed.error.issues.map(({ path, message }) => [path.join('.'), message])
}

test('pages are numbers', () => {
  expect(check('12', ' 20 ')).toEqual([{ attId: 17, bookId: 4, from: 12, to: 20, comment: '' }])
  expect(check('', 'x')).toEqual([
    ['progress.0.from', 'Required'],
    ['progress.0.to', 'A page number'],
  ])
})

test('the last page is not before the first', () => {
  expect(check('12', '11')).toEqual([['progress.0.to', 'Not before the page it began at']])
  expect(check('12', '12')).toHaveLength(1)
})

test('pages = to minus from', () => {
  expect(pagesRead('12', '20')).toBe(8)
  expect(pagesRead('12', '')).toBeNull()
  expect(pagesRead('12', '11')).toBeNull()
})
