import { describe, expect, test } from 'vitest'
import { childNames, madeLinksText, validUntil } from './madeLinks.ts'

const link = (made: boolean) => ({
  id: '1',
  phone: '9800000001',
  url: '',
  shortUrl: '',
  expiresAt: '2026-12-21T10:00:00Z',
  made,
  children: [],
})

describe('made links', () => {
  test('are counted separately from extended ones', () => {
    expect(madeLinksText({ links: [link(true)] })).toBe('One link made.')
    expect(madeLinksText({ links: [link(true), link(true), link(false)] })).toBe('2 links made, one existing link extended.')
    expect(madeLinksText({ links: [link(false), link(false)] })).toBe('2 existing links extended.')
    expect(madeLinksText({ links: [] })).toBe('')
  })

  test('are named by their children, and their last day is in the school’s time zone', () => {
    expect(
      childNames([
        { name: 'Asha Patil', sectionName: '7-B' },
        { name: 'Rohan Patil', sectionName: '4-A' },
      ]),
    ).toBe('Asha Patil 7-B, Rohan Patil 4-A')
    expect(validUntil('2026-12-21T20:00:00Z')).toBe('22 Dec 2026')
  })
})
