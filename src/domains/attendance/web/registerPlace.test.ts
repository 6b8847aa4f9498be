import { expect, test } from 'vitest'
import { placeInAddress, placeKey, registerAddress } from './registerPlace.ts'

const today = '2026-11-21'

function back(address: string) {
  return placeInAddress(new URLSearchParams(address.split('?')[1]), today)
}

test('an address leads to the register it was made of', () => {
  const morning = { sectionId: '12', day: '2026-11-20', session: 'MORNING' as const, subjectId: null, starts: null }
  expect(back(registerAddress(morning))).toEqual(morning)
  const slot = { ...morning, session: 'SUBJECT' as const, subjectId: '7', starts: '09:00:00' }
  expect(back(registerAddress(slot))).toEqual(slot)
  expect(placeKey(slot)).toBe('12 2026-11-20 SUBJECT 7 09:00:00')
})

test('what is no register opens none, and a day to come is today', () => {
  expect(back('/attendance?register=12.NIGHT')).toBeNull()
  expect(back('/attendance?register=x.DAY')).toBeNull()
  expect(back('/attendance')).toBeNull()
  expect(back('/attendance?register=12.DAY&day=2027-01-01')?.day).toBe(today)
})
