import { describe, expect, test } from 'vitest'
import { type AnnouncedPaper, papersOfDay } from './papers.exports.ts'

const paper = (id: string, day: string, more: Partial<AnnouncedPaper> = {}): AnnouncedPaper => ({
  id,
  subject: id,
  day,
  starts: '10:00',
  ends: '13:00',
  ...more,
})
const ids = (papers: readonly AnnouncedPaper[]) => papers.map(({ id }) => id)

describe('papersOfDay', () => {
  const papers = [
    paper('Hindi', '2026-09-16'),
    paper('Oral', '2026-09-14', { starts: '15:00', ends: '16:00' }),
    paper('English', '2026-09-14'),
    paper('Art', '2026-09-15', { change: 'REMOVED' }),
    paper('Music', '2026-09-11', { change: 'REMOVED' }),
    paper('Science', '2026-09-11'),
  ]

  test('puts those of today first, by time, and those that are over apart', () => {
    const { next, later, removed, over } = papersOfDay(papers, '2026-09-14')
    expect([next, later, removed, over].map(ids)).toEqual([['English', 'Oral'], ['Hindi'], ['Art'], ['Science']])
  })

  test('puts those of the next day first where today has none', () => {
    expect(ids(papersOfDay(papers, '2026-09-15').next)).toEqual(['Hindi'])
    expect(ids(papersOfDay(papers, '2026-09-01').next)).toEqual(['Science'])
  })

  test('has none to come after the last one', () => {
    const { next, later, over } = papersOfDay(papers, '2026-09-17')
    expect([next, later]).toEqual([[], []])
    expect(ids(over)).toEqual(['Science', 'English', 'Oral', 'Hindi'])
  })
})
