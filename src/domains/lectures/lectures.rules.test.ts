import { expect, test } from 'vitest'
import {
  activeMs,
  arrivalMark,
  elapsedSeconds,
  lectureEnd,
  lateAfterMs,
  lectureTitle,
  allowedMinutes,
  markCharacter,
} from './lectures.rules.ts'

const start = new Date('2026-11-23T04:30:00Z')
const later = (milliseconds: number) => new Date(start.getTime() + milliseconds)

test('a student is late when more than five minutes have gone by, and not before', () => {
  expect(arrivalMark(start, start)).toBe('P')
  expect(arrivalMark(start, later(lateAfterMs))).toBe('P')
  expect(arrivalMark(start, later(lateAfterMs + 1))).toBe('L')
  expect(lateAfterMs).toBe(300_000)
  expect(activeMs).toBe(10_000)
})

test('a lecture ends when it was ended, or at its closing time', () => {
  const closesAt = later(3_600_000)
  expect(lectureEnd({ endedAt: null, closesAt }, later(3_599_999))).toBeNull()
  expect(lectureEnd({ endedAt: null, closesAt }, closesAt)).toEqual(closesAt)
  expect(lectureEnd({ endedAt: later(60_000), closesAt }, later(60_001))).toEqual(later(60_000))
  expect(elapsedSeconds(start, later(61_999))).toBe(61)
  expect(elapsedSeconds(start, later(-5))).toBe(0)
})

test('the lengths are the school’s list with its default', () => {
  expect(allowedMinutes({ displayMins: [45, 30, 45], defaultMins: 60 })).toEqual([30, 45, 60])
  expect(allowedMinutes({ displayMins: [], defaultMins: 40 })).toEqual([40])
})

test('small letters are active; an absent student is never active', () => {
  expect(['P', 'L', 'A'].map((mark) => markCharacter(mark as 'P', true)).join('')).toBe('plA')
  expect(['P', 'L', 'A'].map((mark) => markCharacter(mark as 'P', false)).join('')).toBe('PLA')
})

test('titles name the section, subject or book', () => {
  const section = { className: '7', sectionName: 'B' }
  expect(lectureTitle({ ...section, subjectName: null, bookName: null })).toEqual({ title: '7-B', subtitle: '' })
  expect(lectureTitle({ ...section, subjectName: 'Maths', bookName: null })).toEqual({ title: 'Maths', subtitle: '7-B' })
  expect(lectureTitle({ ...section, subjectName: 'Maths', bookName: 'Algebra' })).toEqual({
    title: 'Algebra',
    subtitle: '7-B, Maths',
  })
})
