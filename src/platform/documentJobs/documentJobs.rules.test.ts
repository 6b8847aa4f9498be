import fc from 'fast-check'
import { expect, test } from 'vitest'
import { documentTimes as times, maxStarts, nextStep } from './documentJobs.rules.ts'
import { documentStates, mailStates } from './documentJobs.sql.ts'

const job = fc.record({
  state: fc.constantFrom(...documentStates),
  mailState: fc.constantFrom(null, ...mailStates),
  starts: fc.integer({ min: 0, max: maxStarts }),
})
const silent = fc.oneof(fc.constant(null), fc.integer({ min: 0, max: 200_000 }))

test('a run or mail of another process is left alone until it was silent too long', () => {
  fc.assert(
    fc.property(job, silent, (one, since) => {
      const step = nextStep(one, since, times)
      if (one.state === 'RUNNING' && since !== null && since < times.dead) expect(step).toBe('WAIT')
      if (step === 'MAKE') expect(['QUEUED', 'RUNNING']).toContain(one.state)
      // It was claimed once, so nobody sends it again, however long it is silent.
      if (step === 'MAIL') expect([one.state, one.mailState]).toEqual(['DONE', 'WAITING'])
      if (one.state === 'DONE' && one.mailState === 'SENDING')
        expect(step).toBe(since !== null && since < times.mailDead ? 'WAIT' : 'MAIL_LOST')
    }),
  )
})

test('every job ends: a silent job is claimed, given up, or finished', () => {
  fc.assert(
    fc.property(job, (one) => {
      const step = nextStep(one, 200_000, times)
      expect(step).not.toBe('WAIT')
      if (one.state === 'RUNNING') expect(step).toBe(one.starts < maxStarts ? 'MAKE' : 'GIVE_UP')
      if (step === 'NOTHING')
        expect(one.state === 'DONE' ? ['SENT', 'FAILED', null] : ['FAILED', 'CANCELLED']).toContain(
          one.state === 'DONE' ? one.mailState : one.state,
        )
    }),
  )
})
