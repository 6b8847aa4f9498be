import fc from 'fast-check'
import { expect, test } from 'vitest'
import { messageStates } from '#domains/messaging/messaging.rules.ts'
import { type FamilyFacts, familyState, familyStates, isTakenCareOf } from './familyState.ts'
import { mayRemindAgain } from '../nudge.rules.ts'

const facts = fc.record<FamilyFacts>({
  told: fc.boolean(),
  leaveNote: fc.boolean(),
  message: fc.option(fc.constantFrom(...messageStates)),
  cancelledByPerson: fc.boolean(),
  reachable: fc.boolean(),
  noticesOn: fc.boolean(),
  held: fc.boolean(),
  timed: fc.boolean(),
})

test('a family that was told or has told us, or whose message arrived, is never on the list', () => {
  fc.assert(
    fc.property(facts, (given) => {
      const state = familyState(given)
      expect(familyStates).toContain(state)
      const knows = given.told || given.leaveNote || ['SENT', 'DELIVERED', 'READ'].includes(given.message ?? '')
      if (knows) expect(isTakenCareOf(state)).toBe(true)
      // Nothing is planned for a family that no message reaches, or while notices are held or off.
      if (state === 'PLANNED') expect([given.reachable, given.noticesOn, given.timed, !given.held]).not.toContain(false)
      if (!given.told && !given.leaveNote && given.message === 'FAILED') expect(state).toBe('FAILED')
    }),
  )
})

test('telling the family takes every student off the list', () => {
  fc.assert(
    fc.property(facts, (given) => {
      expect(familyState({ ...given, told: true, leaveNote: false })).toBe('TOLD')
    }),
  )
})

test('a family that has told us is called for nothing, whatever became of its message', () => {
  fc.assert(
    fc.property(facts, (given) => {
      expect(familyState({ ...given, leaveNote: true })).toBe('TOLD_US')
    }),
  )
})

test('a register is asked for again after ten minutes, not before', () => {
  const now = new Date('2026-11-25T09:15:00+05:30')
  expect(mayRemindAgain('2026-11-25T09:05:00+05:30', now)).toBe(true)
  expect(mayRemindAgain('2026-11-25T09:05:01+05:30', now)).toBe(false)
})
