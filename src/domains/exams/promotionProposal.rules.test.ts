import { expect, test } from 'vitest'
import { promotionProposal, type YearOutcome } from './promotionProposal.rules.ts'

const of = (changes: Partial<YearOutcome>) =>
  promotionProposal({ outcome: 'PASS', shortfalls: [], reexamined: false, detains: true, ...changes })

const lack = (subject: string | null) => ({ subject, component: null, part: null, obtained: 2000, outOf: 10_000, needed: 3300 })

test('who has passed or is promoted moves', () => {
  expect(of({})).toEqual({ moves: true, text: 'Passed' })
  expect(of({ reexamined: true })).toEqual({ moves: true, text: 'Passed on re-examination' })
  expect(of({ outcome: 'PROMOTED', detains: false })).toEqual({ moves: true, text: 'Promoted' })
})

test('who is examined again stays until then, with the subjects', () => {
  const shortfalls = [lack('Maths'), lack('Hindi'), lack('Hindi')]
  expect(of({ outcome: 'COMPARTMENT', shortfalls })).toEqual({
    moves: false,
    text: 'To be examined again in Maths and Hindi',
  })
  expect(of({ outcome: 'COMPARTMENT', shortfalls: [lack(null)] })).toEqual({
    moves: false,
    text: 'To be examined again. Total: 20 of 100, 33 needed',
  })
})

test('who has failed stays, with why', () => {
  const shortfalls = [lack('Maths')]
  expect(of({ outcome: 'FAIL', shortfalls })).toEqual({ moves: false, text: 'Failed: Maths: 20 of 100, 33 needed' })
  expect(of({ outcome: 'FAIL', shortfalls, reexamined: true })).toEqual({
    moves: false,
    text: 'Failed on re-examination: Maths: 20 of 100, 33 needed',
  })
})

test('without a result a student stays only where a class keeps back', () => {
  expect(of({ outcome: 'INCOMPLETE' })).toEqual({ moves: false, text: 'Marks are missing' })
  expect(of({ outcome: 'INCOMPLETE', detains: false })).toEqual({ moves: true, text: 'Marks are missing' })
  expect(of({ outcome: null })).toEqual({ moves: false, text: 'No published result' })
  expect(of({ outcome: null, detains: false })).toEqual({ moves: true, text: 'No published result' })
})
