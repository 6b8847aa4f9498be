import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  isEarlierTerm,
  type Candidate,
  likelyTarget,
  type Move,
  nextClass,
  sectionKey,
  previewMoves,
  blockerText,
} from './promotion.rules.ts'

test('likelyTarget is the section of the same name in the next numeric class', () => {
  expect(['7', ' 9 ', '10', 'Nursery', '7th', ''].map(nextClass)).toEqual(['8', '10', '11', null, null, null])
  const targets = [
    { id: 1, className: '8', name: 'A' },
    { id: 2, className: '08', name: 'b' },
    { id: 3, className: 'KG', name: 'A' },
  ]
  const targetOf = (className: string, name: string) => likelyTarget({ className, name }, targets)
  expect([targetOf('7', 'A'), targetOf('7', 'B'), targetOf('8', 'A'), targetOf('Nursery', 'A'), targetOf('7', 'C')]).toEqual([
    1,
    2,
    undefined,
    undefined,
    undefined,
  ])
  expect(sectionKey(' 7  Std ', 'a')).toBe(sectionKey('7 std', 'A'))
})

const candidates = fc
  .uniqueArray(
    fc.record({
      id: fc.integer({ min: 1, max: 60 }),
      sectionId: fc.integer({ min: 1, max: 3 }),
      roll: fc.integer({ min: 0, max: 6 }).map(String),
      disabled: fc.boolean(),
      targetId: fc.option(fc.integer({ min: 11, max: 13 })),
    }),
    { selector: (student) => student.id },
  )
  .map((students): Candidate[] => students)
const moves = fc
  .uniqueArray(
    fc.record({
      sectionId: fc.integer({ min: 1, max: 3 }),
      targetSectionId: fc.integer({ min: 11, max: 13 }),
      stayingIds: fc.array(fc.integer({ min: 1, max: 60 })),
    }),
    { selector: (move) => move.sectionId },
  )
  .map((all): Move[] => all)
const there = fc.array(
  fc.record({ targetId: fc.integer({ min: 11, max: 13 }), roll: fc.integer({ min: 0, max: 6 }).map(String) }),
)

test('previewMoves counts each student of a section once', () => {
  fc.assert(
    fc.property(candidates, moves, there, fc.boolean(), (students, asked, taken, keep) => {
      const previews = previewMoves(asked, students, taken, keep)
      for (const [index, preview] of previews.entries()) {
        const own = students.filter((student) => student.sectionId === asked[index]?.sectionId)
        const { movingIds, staying, disabled, already, alreadyIn } = preview
        expect(movingIds.length + staying + disabled + already).toBe(own.length)
        expect(alreadyIn.reduce((sum, place) => sum + place.count, 0)).toBe(already)
        for (const id of movingIds) {
          const student = own.find((one) => one.id === id)
          expect([student?.disabled, student?.targetId, asked[index]?.stayingIds.includes(id)]).toEqual([false, null, false])
        }
      }
    }),
  )
})

test('previewMoves reports exactly the rolls that would collide', () => {
  fc.assert(
    fc.property(candidates, moves, there, (students, asked, taken) => {
      const previews = previewMoves(asked, students, taken, true)
      const rollOf = new Map(students.map((student) => [student.id, student.roll]))
      // The students of a section afterwards.
      const after = (targetId: number) => [
        ...taken.filter((one) => one.targetId === targetId).map((one) => one.roll),
        ...previews.filter((one) => one.targetSectionId === targetId).flatMap((one) => one.movingIds.map((id) => rollOf.get(id))),
      ]
      for (const { movingIds, targetSectionId, duplicateRolls } of previews) {
        const rolls = after(targetSectionId)
        const twice = new Set(
          movingIds
            .map((id) => rollOf.get(id) ?? '')
            .filter((roll) => roll !== '0' && rolls.filter((one) => one === roll).length > 1),
        )
        expect(new Set(duplicateRolls)).toEqual(twice)
      }
      for (const { duplicateRolls } of previewMoves(asked, students, taken, false)) expect(duplicateRolls).toEqual([])
    }),
  )
})

test('isEarlierTerm compares the years in the names, else the order of adding', () => {
  const current = { id: 5, name: '2026-27' }
  expect(isEarlierTerm({ id: 4, name: '2025-26' }, current)).toBe(true)
  // Added later, by the legacy import.
  expect(isEarlierTerm({ id: 9, name: '2024-25' }, current)).toBe(true)
  expect(isEarlierTerm({ id: 3, name: '2027-28' }, current)).toBe(false)
  expect(isEarlierTerm({ id: 6, name: 'Monsoon' }, current)).toBe(false)
  expect(isEarlierTerm({ id: '4', name: 'Monsoon' }, current)).toBe(true)
})

test('blockerText describes rows of any table', () => {
  expect([blockerText('marks', 3), blockerText('payments', 1), blockerText('chat_threads', 2)]).toEqual([
    '3 marks',
    '1 payment',
    '2 chat threads',
  ])
  expect(blockerText('enrolments', 1200)).toBe('1,200 students')
})
