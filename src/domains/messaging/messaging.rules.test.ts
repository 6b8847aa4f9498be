import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  afterQuiet,
  backOff,
  defaultChannels,
  type MessageChannel,
  messageStates,
  mostAttempts,
  type ProviderStatus,
  providerStatuses,
  reaches,
  stateAfter,
  type Told,
  type Word,
} from './messaging.rules.ts'

const ranks = ['QUEUED', 'SENDING', 'UNKNOWN', 'SENT', 'DELIVERED', 'READ']
const chain: MessageChannel[] = ['WHATSAPP', 'SMS', 'EMAIL']
const word = fc.record({
  channel: fc.constantFrom<MessageChannel>('WHATSAPP', 'SMS', 'EMAIL', 'APP'),
  try: fc.integer({ min: 0, max: 4 }),
  status: fc.constantFrom<ProviderStatus>(...providerStatuses),
})
const told = fc.record({
  state: fc.constantFrom(...messageStates),
  channel: fc.constantFrom(...chain),
  tries: fc.integer({ min: 0, max: 3 }),
})

function after(message: Told, words: readonly Word[]): Told {
  return words.reduce((now, one) => ({ ...now, ...stateAfter(now, one) }), message)
}

test('whatever providers say, in any order and again: nothing goes back, nothing that was cancelled moves, and it ends the same', () => {
  fc.assert(
    fc.property(told, fc.array(word, { maxLength: 8 }), fc.array(fc.nat(7), { maxLength: 8 }), (start, words, again) => {
      let now: Told = { ...start, channels: chain }
      for (const one of [...words, ...again.flatMap((place) => words[place] ?? [])]) {
        const next = stateAfter(now, one)
        if (next === null) continue
        expect(now.state).not.toBe('CANCELLED')
        if (now.state !== 'FAILED' && next.state !== 'FAILED')
          expect(ranks.indexOf(next.state)).toBeGreaterThan(ranks.indexOf(now.state))
        if (next.state === 'FAILED') {
          expect(['SENDING', 'UNKNOWN', 'SENT']).toContain(now.state)
          expect([one.channel, one.try]).toEqual([now.channel, now.tries])
        }
        expect(chain.indexOf(next.channel)).toBeLessThanOrEqual(chain.indexOf(now.channel))
        now = { ...now, ...next }
        // The same word again changes nothing.
        expect(stateAfter(now, one)).toBeNull()
      }
    }),
    { numRuns: 3000 },
  )
})

test('what one try is told of ends in the same state in every order, where it did not fail', () => {
  const good = fc.array(fc.constantFrom<ProviderStatus>('SENT', 'DELIVERED', 'READ'), { minLength: 1, maxLength: 6 })
  fc.assert(
    fc.property(good, fc.constantFrom('SENDING' as const, 'UNKNOWN' as const), (statuses, state) => {
      const of = (all: readonly ProviderStatus[]) =>
        after(
          { state, channels: chain, channel: 'WHATSAPP', tries: 1 },
          all.map((status) => ({ channel: 'WHATSAPP', try: 1, status })),
        ).state
      expect(of(statuses.toReversed())).toBe(of(statuses))
      expect(of([...statuses, ...statuses])).toBe(of(statuses))
    }),
  )
})

test('a delivery by the channel before counts until the next one has begun', () => {
  const fallback = { channels: chain, channel: 'SMS', tries: 1 } as const
  const delivered: Word = { channel: 'WHATSAPP', try: 1, status: 'DELIVERED' }
  expect(stateAfter({ ...fallback, state: 'QUEUED' }, delivered)).toEqual({ state: 'DELIVERED', channel: 'WHATSAPP' })
  expect(stateAfter({ ...fallback, state: 'SENDING', tries: 2 }, delivered)).toBeNull()
  expect(stateAfter({ ...fallback, state: 'FAILED', channel: 'WHATSAPP' }, delivered)?.state).toBe('DELIVERED')
  // That an earlier try failed is no news of the one under way.
  expect(
    stateAfter({ ...fallback, state: 'SENDING', channel: 'WHATSAPP', tries: 2 }, { ...delivered, status: 'FAILED' }),
  ).toBeNull()
})

test.each([
  ['2026-11-22T20:59:59+05:30', '21:00', '08:00', '2026-11-22T20:59:59+05:30'],
  ['2026-11-22T21:00:00+05:30', '21:00', '08:00', '2026-11-23T08:00:00+05:30'],
  ['2026-11-22T03:00:00+05:30', '21:00:00', '08:00:00', '2026-11-22T08:00:00+05:30'],
  ['2026-12-31T23:59:00+05:30', '21:00', '08:00', '2027-01-01T08:00:00+05:30'],
  ['2026-11-22T08:00:00+05:30', '21:00', '08:00', '2026-11-22T08:00:00+05:30'],
  ['2026-11-22T13:00:00+05:30', '12:00', '14:00', '2026-11-22T14:00:00+05:30'],
  ['2026-11-22T13:00:00+05:30', '12:00', '12:00', '2026-11-22T13:00:00+05:30'],
])('%s is, with quiet hours from %s to %s, to be sent at %s', (at, from, to, expected) => {
  expect(afterQuiet('ABSENCE', new Date(at), { from, to }).getTime()).toBe(Date.parse(expected))
  expect(afterQuiet('CHAT', new Date(at), { from, to }).getTime()).toBe(Date.parse(at))
})

test('each kind has its ways, and nobody is reached where nothing is known', () => {
  expect(defaultChannels('ABSENCE', { smsDisabled: false, whatsapp: true })).toEqual(['WHATSAPP', 'SMS'])
  expect(defaultChannels('ABSENCE', { smsDisabled: false, whatsapp: false })).toEqual(['SMS'])
  expect(defaultChannels('FEE_REMINDER', { smsDisabled: true, whatsapp: true })).toEqual(['APP'])
  expect(defaultChannels('CHAT', { smsDisabled: false, whatsapp: true })).toEqual(['APP'])
  const nobody = { phone: '1234567890', email: '', subject: null }
  for (const channel of ['WHATSAPP', 'SMS', 'EMAIL', 'APP'] as const) expect(reaches(channel, nobody)).toBe(false)
  expect(reaches('SMS', { ...nobody, phone: '9876543210' })).toBe(true)
})

test('attempts come later and later, and never before the provider wants them', () => {
  const waits = Array.from({ length: mostAttempts }, (_, place) => backOff(place + 1))
  expect(waits).toEqual(waits.toSorted((a, b) => a - b))
  expect(backOff(1, 45_000)).toBe(45_000)
  expect(backOff(5, 45_000)).toBe(1_800_000)
})
