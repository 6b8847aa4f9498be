import { expect, test } from 'vitest'
import { type BoardSheet, boardSections, openPart, partsOf } from './boardGroups.ts'

const allowed = { __typename: 'Permission' as const, allowed: true, reason: null }

function sheet(sectionId: string, subjectId: string, part: string, entered: number, isLocked = false): BoardSheet {
  return {
    __typename: 'ScoreBoardSheet',
    sectionId,
    sectionName: sectionId,
    className: '7',
    subjectId,
    subjectName: subjectId,
    part,
    entered,
    needed: 10,
    teachers: [],
    locked: isLocked ? { __typename: 'ScoreLock', at: '2026-11-21T04:30:00Z', byName: 'Head' } : null,
    viewerCan: { __typename: 'ScoreBoardSheetViewerCan', enter: allowed, lock: allowed, unlock: allowed },
  }
}

test('sheets of a part are grouped by section', () => {
  const all = [
    sheet('A', '1', 'Term 1', 10),
    sheet('A', '1', 'Term 2', 0),
    sheet('A', '2', 'Term 1', 4),
    sheet('B', '1', 'Term 1', 0),
  ]
  expect(partsOf(all)).toEqual(['Term 1', 'Term 2'])
  expect(boardSections(all, 'Term 1').map(({ name, entered, needed }) => [name, entered, needed])).toEqual([
    ['7-A', 14, 20],
    ['7-B', 0, 10],
  ])
})

test('the part that is open first is the first one in which something is missing', () => {
  expect(openPart([sheet('A', '1', 'Term 1', 10), sheet('A', '1', 'Term 2', 0)])).toBe('Term 2')
  expect(openPart([sheet('A', '1', 'Term 1', 4, true), sheet('A', '1', 'Term 2', 0)])).toBe('Term 2')
  expect(openPart([sheet('A', '1', 'Term 1', 10), sheet('A', '1', 'Term 2', 10)])).toBe('Term 2')
  expect(openPart([])).toBe('')
})
