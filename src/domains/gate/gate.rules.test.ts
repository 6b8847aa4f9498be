import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decideScan, maxWaitMs, scannedAt, schoolOfKey, stampToleranceMs, type StoredScan, tooEarlyMs } from './gate.rules.ts'
import type { GateDirection } from './gate.rules.ts'

const eight = Date.parse('2026-11-23T02:30:00Z')
const at = (milliseconds: number) => new Date(eight + milliseconds)

describe('one scan', () => {
  test('goes in first, then out, then in', () => {
    const scans: StoredScan[] = []
    for (const expected of ['IN', 'OUT', 'IN', 'OUT'] as const) {
      const moment = at(scans.length * tooEarlyMs)
      const decision = decideScan(scans, moment, 'BOTH')
      expect(decision).toEqual({ result: expected })
      scans.push({ at: moment, direction: expected })
    }
  })

  test('is too early within five minutes, and counts at exactly five minutes', () => {
    const first = { at: at(0), direction: 'IN' } as const
    expect(decideScan([first], at(tooEarlyMs - 1), 'BOTH')).toEqual({ result: 'TOO_EARLY', first })
    expect(decideScan([first], at(tooEarlyMs - 1), 'OUT')).toEqual({ result: 'TOO_EARLY', first })
    expect(decideScan([first], at(tooEarlyMs), 'BOTH')).toEqual({ result: 'OUT' })
  })

  test('that waited is placed before later scans that arrived first', () => {
    const stored = [{ at: at(3_600_000), direction: 'OUT' } as const]
    expect(decideScan(stored, at(0), 'BOTH')).toEqual({ result: 'IN' })
    expect(decideScan(stored, at(3_600_000 - 1000), 'BOTH')).toMatchObject({ result: 'TOO_EARLY' })
  })

  test('counts at the time it was made within seven days, and not at all later', () => {
    expect(scannedAt(at(0), 90_000)).toEqual(at(-90_000))
    expect(scannedAt(at(0), maxWaitMs)).toEqual(at(-maxWaitMs))
    expect(maxWaitMs).toBe(7 * 86_400_000)
    for (const waited of [maxWaitMs + 1, -stampToleranceMs - 1, Number.NaN]) expect(scannedAt(at(0), waited)).toBeNull()
    // The request was stamped before the scan it contains.
    for (const waited of [-1, -stampToleranceMs]) expect(scannedAt(at(0), waited)).toEqual(at(0))
  })
})

const moments = fc.array(fc.tuple(fc.integer({ min: 0, max: 36_000 }), fc.constantFrom<GateDirection>('IN', 'OUT', 'BOTH')), {
  maxLength: 60,
})

function play(scans: readonly (readonly [number, GateDirection])[]): StoredScan[] {
  const stored: StoredScan[] = []
  for (const [second, device] of scans) {
    const decision = decideScan(stored, at(second * 1000), device)
    if (decision.result !== 'TOO_EARLY') stored.push({ at: at(second * 1000), direction: decision.result })
    else expect(stored).toContain(decision.first)
  }
  return stored
}

describe('any scans in any order', () => {
  test('no two stored scans of a student are less than five minutes apart', () => {
    fc.assert(
      fc.property(moments, (scans) => {
        const times = play(scans)
          .map((scan) => scan.at.getTime())
          .toSorted((a, b) => a - b)
        times.forEach((time, index) => {
          if (index > 0) expect(time - (times[index - 1] ?? 0)).toBeGreaterThanOrEqual(tooEarlyMs)
        })
      }),
    )
  })

  test('a decision does not depend on the order of the stored scans', () => {
    fc.assert(
      fc.property(moments, fc.integer({ min: 0, max: 36_000 }), (scans, second) => {
        const stored = play(scans)
        const first = decideScan(stored, at(second * 1000), 'BOTH')
        expect(decideScan(stored.toReversed(), at(second * 1000), 'BOTH')).toEqual(first)
      }),
    )
  })

  test('in time order, at a device for both directions, scans alternate from IN', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 36_000 }), { maxLength: 60 }), (seconds) => {
        const stored = play(seconds.toSorted((a, b) => a - b).map((second) => [second, 'BOTH'] as const))
        stored.forEach((scan, index) => expect(scan.direction).toBe(index % 2 === 0 ? 'IN' : 'OUT'))
      }),
    )
  })
})

test('parses the school from a key', () => {
  expect(schoolOfKey(`2s-${'a'.repeat(22)}`)).toBe(100)
  for (const key of [
    '',
    '2s',
    `2s-${'a'.repeat(21)}`,
    `0-${'a'.repeat(22)}`,
    `-${'a'.repeat(22)}`,
    `2S-${'a'.repeat(22)}`,
    `2s-${'a'.repeat(21)}!`,
  ])
    expect(schoolOfKey(key)).toBeNull()
})
