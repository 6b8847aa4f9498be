import { describe, expect, test } from 'vitest'
import { childWords, madeWords, validUntil } from './madeLinks.ts'

const link = (made: boolean) => ({
  id: '1',
  phone: '9800000001',
  url: '',
  shortUrl: '',
  expiresAt: '2026-12-21T10:00:00Z',
  made,
  children: [],
})

describe('links that were made', () => {
  test('are counted apart from those that were there', () => {
    expect(madeWords({ links: [link(true)] })).toBe('One link made.')
    expect(madeWords({ links: [link(true), link(true), link(false)] })).toBe(
      '2 links made, one that was there is valid longer now.',
    )
    expect(madeWords({ links: [link(false), link(false)] })).toBe('2 that were there are valid longer now.')
    expect(madeWords({ links: [] })).toBe('')
  })

  test('are named by their children, and their last day is the school’s', () => {
    expect(
      childWords([
        { name: 'Asha Patil', sectionName: '7-B' },
        { name: 'Rohan Patil', sectionName: '4-A' },
      ]),
    ).toBe('Asha Patil 7-B, Rohan Patil 4-A')
    expect(validUntil('2026-12-21T20:00:00Z')).toBe('22 Dec 2026')
  })
})
