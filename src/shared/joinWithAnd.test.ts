import { expect, test } from 'vitest'
import { joinWithAnd } from './joinWithAnd.ts'

test('texts are joined as a list, without the blank ones', () => {
  expect(joinWithAnd(['2 sections', '', '1 book', '3 subjects'])).toBe('2 sections, 1 book and 3 subjects')
  expect(joinWithAnd(['', '1 book'])).toBe('1 book')
  expect(joinWithAnd(['Asha', 'Rohan', 'Sai'])).toBe('Asha, Rohan and Sai')
  expect(joinWithAnd(['Asha'])).toBe('Asha')
  expect(joinWithAnd([])).toBe('')
})
