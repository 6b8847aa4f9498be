import { expect, test } from 'vitest'
import { registerInAddress, registerKey, registerAddress } from './registerRef.ts'

const today = '2026-11-21'

function parse(address: string) {
  return registerInAddress(new URLSearchParams(address.split('?')[1]), today)
}

test('the address of a register is parsed into the same register', () => {
  const morning = { sectionId: '12', day: '2026-11-20', session: 'MORNING' as const, subjectId: null, starts: null }
  expect(parse(registerAddress(morning))).toEqual(morning)
  const slot = { ...morning, session: 'SUBJECT' as const, subjectId: '7', starts: '09:00:00' }
  expect(parse(registerAddress(slot))).toEqual(slot)
  expect(registerKey(slot)).toBe('12 2026-11-20 SUBJECT 7 09:00:00')
})

test('an invalid register is ignored, and a future day becomes today', () => {
  expect(parse('/attendance?register=12.NIGHT')).toBeNull()
  expect(parse('/attendance?register=x.DAY')).toBeNull()
  expect(parse('/attendance')).toBeNull()
  expect(parse('/attendance?register=12.DAY&day=2027-01-01')?.day).toBe(today)
})
