import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '#tests/properties.ts'
import {
  afterQuiet,
  retryDelayMs,
  defaultChannels,
  type MessageChannel,
  messageStates,
  maxAttempts,
  type ProviderStatus,
  providerStatuses,
  reaches,
  stateAfter,
  type MessageProgress,
  type StatusReport,
} from './messaging.rules.ts'

const ranks = ['QUEUED', 'SENDING', 'UNKNOWN', 'SENT', 'DELIVERED', 'READ']
const chain: MessageChannel[] = ['WHATSAPP', 'SMS', 'EMAIL']
const report = fc.record({
  channel: fc.constantFrom<MessageChannel>('WHATSAPP', 'SMS', 'EMAIL', 'APP'),
  try: fc.integer({ min: 0, max: 4 }),
  status: fc.constantFrom<ProviderStatus>(...providerStatuses),
})
const message = fc.record({
  state: fc.constantFrom(...messageStates),
  channel: fc.constantFrom(...chain),
  tries: fc.integer({ min: 0, max: 3 }),
})

function after(message: MessageProgress, reports: readonly StatusReport[]): MessageProgress {
  return reports.reduce((now, report) => ({ ...now, ...stateAfter(now, report) }), message)
}

test('reports in any order, also repeated, never move a state back and never change a cancelled message', () => {
  fc.assert(
    fc.property(
      message,
      fc.array(report, { maxLength: 8 }),
      fc.array(fc.nat(7), { maxLength: 8 }),
      (start, reports, repeated) => {
        let now: MessageProgress = { ...start, channels: chain }
        for (const report of [...reports, ...repeated.flatMap((index) => reports[index] ?? [])]) {
          const next = stateAfter(now, report)
          if (next === null) continue
          expect(now.state).not.toBe('CANCELLED')
          if (now.state !== 'FAILED' && next.state !== 'FAILED')
            expect(ranks.indexOf(next.state)).toBeGreaterThan(ranks.indexOf(now.state))
          if (next.state === 'FAILED') {
            expect(['SENDING', 'UNKNOWN', 'SENT']).toContain(now.state)
            expect([report.channel, report.try]).toEqual([now.channel, now.tries])
          }
          expect(chain.indexOf(next.channel)).toBeLessThanOrEqual(chain.indexOf(now.channel))
          now = { ...now, ...next }
          // The same report again changes nothing.
          expect(stateAfter(now, report)).toBeNull()
        }
      },
    ),
    { numRuns: runs(3000) },
  )
})

test('the reports of one successful try end in the same state in every order', () => {
  const good = fc.array(fc.constantFrom<ProviderStatus>('SENT', 'DELIVERED', 'READ'), { minLength: 1, maxLength: 6 })
  fc.assert(
    fc.property(good, fc.constantFrom('SENDING' as const, 'UNKNOWN' as const), (statuses, state) => {
      const finalState = (all: readonly ProviderStatus[]) =>
        after(
          { state, channels: chain, channel: 'WHATSAPP', tries: 1 },
          all.map((status) => ({ channel: 'WHATSAPP', try: 1, status })),
        ).state
      expect(finalState(statuses.toReversed())).toBe(finalState(statuses))
      expect(finalState([...statuses, ...statuses])).toBe(finalState(statuses))
    }),
  )
})

test('a late delivery by the previous channel counts until the next channel has started', () => {
  const fallback = { channels: chain, channel: 'SMS', tries: 1 } as const
  const delivered: StatusReport = { channel: 'WHATSAPP', try: 1, status: 'DELIVERED' }
  expect(stateAfter({ ...fallback, state: 'QUEUED' }, delivered)).toEqual({ state: 'DELIVERED', channel: 'WHATSAPP' })
  expect(stateAfter({ ...fallback, state: 'SENDING', tries: 2 }, delivered)).toBeNull()
  expect(stateAfter({ ...fallback, state: 'FAILED', channel: 'WHATSAPP' }, delivered)?.state).toBe('DELIVERED')
  // The failure of an earlier try does not affect the current one.
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
])('a message of %s with quiet hours from %s to %s is sent at %s', (at, from, to, expected) => {
  expect(afterQuiet('ABSENCE', new Date(at), { from, to }).getTime()).toBe(Date.parse(expected))
  expect(afterQuiet('CHAT', new Date(at), { from, to }).getTime()).toBe(Date.parse(at))
})

test('each kind has default channels, and a recipient without addresses is reached by none', () => {
  expect(defaultChannels('ABSENCE', { smsDisabled: false, whatsapp: true })).toEqual(['WHATSAPP', 'SMS'])
  expect(defaultChannels('ABSENCE', { smsDisabled: false, whatsapp: false })).toEqual(['SMS'])
  expect(defaultChannels('FEE_REMINDER', { smsDisabled: true, whatsapp: true })).toEqual(['APP'])
  expect(defaultChannels('CHAT', { smsDisabled: false, whatsapp: true })).toEqual(['APP'])
  const nobody = { phone: '1234567890', email: '', subject: null }
  for (const channel of ['WHATSAPP', 'SMS', 'EMAIL', 'APP'] as const) expect(reaches(channel, nobody)).toBe(false)
  expect(reaches('SMS', { ...nobody, phone: '9876543210' })).toBe(true)
})

test('retry delays grow, and are never shorter than the provider asked for', () => {
  const waits = Array.from({ length: maxAttempts }, (_, place) => retryDelayMs(place + 1))
  expect(waits).toEqual(waits.toSorted((a, b) => a - b))
  expect(retryDelayMs(1, 45_000)).toBe(45_000)
  expect(retryDelayMs(5, 45_000)).toBe(1_800_000)
})
