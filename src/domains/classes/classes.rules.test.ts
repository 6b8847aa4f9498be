import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  byName,
  defaultSlot,
  importProblems,
  nameKey,
  collapseSpaces,
  parseNotificationTime,
  type Slot,
  slotProblems,
  splitTeachers,
  parseTimeOfDay,
} from './classes.rules.ts'

const pad = (value: number) => String(value).padStart(2, '0')
const time = fc.integer({ min: 0, max: 24 * 60 - 1 }).map((minute) => `${pad(Math.floor(minute / 60))}:${pad(minute % 60)}:00`)
const slot: fc.Arbitrary<Slot> = fc.record({ day: fc.integer({ min: 0, max: 6 }), start: time, end: time })

describe('slots of a timetable', () => {
  test('are valid when each ends after it starts and none overlap', () => {
    fc.assert(
      fc.property(fc.array(slot, { maxLength: 12 }), (slots) => {
        const minutes = (text: string) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3, 5))
        const taken = slots.map(({ day, start, end }) => {
          const length = minutes(end) - minutes(start)
          return length > 0 ? Array.from({ length }, (_, at) => day * 10_000 + minutes(start) + at) : null
        })
        const backwards = taken.includes(null)
        const all = taken.flatMap((minute) => minute ?? [])
        expect(slotProblems(slots).length === 0).toBe(!backwards && new Set(all).size === all.length)
      }),
    )
  })

  test('are valid or invalid in any order', () => {
    fc.assert(
      fc.property(fc.array(slot, { maxLength: 8 }), (slots) => {
        expect(slotProblems([...slots].reverse()).length === 0).toBe(slotProblems(slots).length === 0)
      }),
    )
  })

  test('report the slot and its problem', () => {
    const slots = [
      defaultSlot,
      { ...defaultSlot, start: '09:59:00', end: '10:30:00' },
      { day: 2, start: '10:00:00', end: '10:00:00' },
    ]
    expect(slotProblems(slots)).toEqual([
      { path: [1, 'start'], message: 'This overlaps with slot 1 of the same day' },
      { path: [2, 'end'], message: 'The end must be after the start' },
    ])
  })

  test('may be adjacent, and at the same time on different days', () => {
    expect(slotProblems([defaultSlot, { day: 1, start: '10:00:00', end: '11:00:00' }, { ...defaultSlot, day: 2 }])).toEqual([])
  })
})

describe('the teachers cell of a file', () => {
  const email = fc.stringMatching(/^[a-zA-Z0-9.]{1,12}@[a-zA-Z]{1,8}\.test$/)
  const space = fc.constantFrom('', ' ', '\t', '  ')

  test('is split at bars into distinct lower-case e-mails, ignoring spaces', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(space, email, space), { maxLength: 8 }), (parts) => {
        const cell = parts.map((part) => part.join('')).join('|')
        expect(splitTeachers(cell)).toEqual([...new Set(parts.map(([, text]) => text.toLowerCase()))])
      }),
    )
  })

  test('is empty when blank or only bars', () => {
    expect(splitTeachers(' | ||')).toEqual([])
  })
})

describe('a notification time', () => {
  test('without a zone is India’s; seconds are optional', () => {
    expect(parseNotificationTime('9:05')).toBe('09:05:00+05:30')
    expect(parseNotificationTime(' 17:30:15 ')).toBe('17:30:15+05:30')
  })

  test('is converted from another zone', () => {
    expect(parseNotificationTime('12:00:00Z')).toBe('17:30:00+05:30')
    expect(parseNotificationTime('20:00:00+00:00')).toBe('01:30:00+05:30')
    expect(parseNotificationTime('01:00:00+0800')).toBe('22:30:00+05:30')
    expect(parseNotificationTime('10:00:00-03')).toBe('18:30:00+05:30')
    fc.assert(
      fc.property(time, fc.integer({ min: -12, max: 14 }), (typed, zone) => {
        const written = `${typed}${zone < 0 ? '-' : '+'}${pad(Math.abs(zone))}:00`
        const utc = (text: string) => new Date(`2026-06-15T${text}`).toISOString().slice(11)
        expect(utc(parseNotificationTime(written) ?? '')).toBe(utc(written))
      }),
    )
  })

  test('is parsed from its own output unchanged', () => {
    fc.assert(fc.property(time, (typed) => void expect(parseNotificationTime(`${typed}+05:30`)).toBe(`${typed}+05:30`)))
  })

  test.each(['', '25:00', '9.30', 'noon', '10:00+99:00', '10:00:00 IST'])('%j is invalid', (typed) => {
    expect(parseNotificationTime(typed)).toBeNull()
  })
})

test('a time of a timetable has no zone', () => {
  expect(parseTimeOfDay('9:05')).toBe('09:05:00')
  expect(['9:05Z', '09:05+05:30', '09:05-03', 'x'].map(parseTimeOfDay)).toEqual([null, null, null, null])
})

describe('names', () => {
  test('are compared regardless of case and spacing', () => {
    expect(nameKey(' Play   Group ')).toBe(nameKey('play group'))
    expect(collapseSpaces('  कक्षा   ७ ')).toBe('कक्षा ७')
    fc.assert(fc.property(fc.string(), (text) => void expect(collapseSpaces(collapseSpaces(text))).toBe(collapseSpaces(text))))
  })

  test('are sorted in natural order', () => {
    expect(['10', '9', 'Nursery', '1'].map((name) => ({ name })).sort(byName)).toEqual(
      ['1', '9', '10', 'Nursery'].map((name) => ({ name })),
    )
  })
})

describe('importProblems', () => {
  const context = {
    classes: [{ id: 7, name: '7' }],
    sections: [{ classId: 7, name: 'A' }],
    emails: new Set(['a@x.test']),
    mayAddClasses: true,
  }
  const line = { class: '7', section: 'B', teachers: [], notificationTime: '', fbId: '' }

  test('accepts sections of existing and new classes', () => {
    expect(importProblems([line, { ...line, class: 'IX', teachers: ['a@x.test'] }], context)).toEqual([])
  })

  test('reports existing sections and duplicates', () => {
    const lines = [line, { ...line, section: ' a' }, { ...line, section: 'b ' }]
    expect(importProblems(lines, context)).toEqual([
      { path: 'rows.1.section', message: 'Section  a of class 7 exists already' },
      { path: 'rows.2.section', message: 'Section b  of class 7 is in the file twice' },
    ])
  })

  test('reports teachers who are not users with the specified message', () => {
    expect(importProblems([{ ...line, teachers: ['a@x.test', 'b@x.test', 'c@x.test'] }], context)).toEqual([
      { path: 'rows.0.teachers', message: 'b@x.test, c@x.test Missing. Please Add Them First' },
    ])
  })

  test('reports new classes for an ADMIN limited to classes', () => {
    expect(importProblems([{ ...line, class: '8' }], { ...context, mayAddClasses: false })).toEqual([
      { path: 'rows.0.class', message: 'The class 8 does not exist, or is not one of yours' },
    ])
  })
})
