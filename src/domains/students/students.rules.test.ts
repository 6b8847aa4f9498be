import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  loginEmailFor,
  splitIntoPages,
  penHint,
  sectionKey,
  qrName,
  duplicateIndexes,
  saralHint,
  searchWords,
  takenSeats,
} from './students.rules.ts'

describe('a search', () => {
  test.each([
    ['', []],
    ['as', []],
    [
      'a b',
      [
        { part: 'a', roll: null },
        { part: 'b', roll: null },
      ],
    ],
    ['Ash', [{ part: 'ash', roll: null }]],
    [
      '  Asha   PATIL ',
      [
        { part: 'asha', roll: null },
        { part: 'patil', roll: null },
      ],
    ],
    ['7', [{ part: null, roll: '7' }]],
    ['12', [{ part: null, roll: '12' }]],
    ['123', [{ part: '123', roll: '123' }]],
    [
      'asha 12',
      [
        { part: 'asha', roll: null },
        { part: null, roll: '12' },
      ],
    ],
    ['R-12', [{ part: 'r-12', roll: 'r-12' }]],
    ['आशा', [{ part: 'आशा', roll: null }]],
    ['१२', [{ part: null, roll: '12' }]],
    ['९८७६५', [{ part: '98765', roll: '98765' }]],
  ])('of %j is parsed to %j', (typed, found) => {
    expect(searchWords(typed)).toEqual(found)
  })

  test('of any text has at most six words, none of them blank', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (typed) => {
        const words = searchWords(typed)
        expect(words.length).toBeLessThanOrEqual(6)
        for (const { part, roll } of words) expect(part ?? roll).toMatch(/\S/)
      }),
    )
  })
})

describe('sectionKey', () => {
  test('ignores the case and spacing of names, and differs for other names', () => {
    expect(sectionKey(' Std  VII ', 'a')).toBe(sectionKey('std vii', 'A'))
    expect(sectionKey('7', '1A')).not.toBe(sectionKey('71', 'A'))
  })
})

describe('the login e-mail', () => {
  const school = {
    studentEmail: 's{id}@school.in',
    qrcode: false,
    liveLecture: false,
    chat: false,
    rfid: false,
    discipline: false,
    attNotification: false,
  }
  const student = {
    id: 5,
    name: 'Asha Patil',
    firstName: '',
    surname: '',
    roll: '1',
    registerNo: '',
    phone: '9876543210',
    className: '7',
    sectionName: 'A',
  }

  test('is made from the format only when one of the six modules is on', () => {
    expect(loginEmailFor(school, '', student)).toBe('')
    for (const flag of ['qrcode', 'liveLecture', 'chat', 'rfid', 'discipline', 'attNotification'] as const)
      expect(loginEmailFor({ ...school, [flag]: true }, '', student)).toBe('s5@school.in')
    expect(loginEmailFor({ ...school, chat: true, studentEmail: '' }, '', student)).toBe('')
  })

  test('is the typed one if there is one', () => {
    expect(loginEmailFor({ ...school, chat: true }, 'asha@home.in', student)).toBe('asha@home.in')
  })
})

describe('duplicateIndexes', () => {
  test('returns every index after the first of a value; ignores blanks', () => {
    expect(duplicateIndexes(['a', '', 'b', 'a', '', 'a'])).toEqual([3, 5])
  })

  test('leaves no duplicates when its indexes are removed', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('', 'a', 'b', 'c')), (values) => {
        const places = new Set(duplicateIndexes(values))
        const left = values.filter((value, place) => value !== '' && !places.has(place))
        expect(new Set(left).size).toBe(left.length)
      }),
    )
  })
})

describe('hints', () => {
  test('describe an unusual value', () => {
    expect([penHint(''), penHint('12345678901'), penHint('12345678901234')]).toEqual([null, null, null])
    expect(penHint('123')).toMatch(/11 to 14/)
    expect([saralHint(''), saralHint('1'.repeat(19))]).toEqual([null, null])
    expect(saralHint('1'.repeat(18))).toMatch(/19/)
  })
})

describe('the QR sheet', () => {
  test('cuts names to 23 grapheme clusters', () => {
    expect(qrName('Asha Patil')).toBe('Asha Patil')
    expect(qrName('Venkatanarasimharajuvaripeta Rao')).toBe('Venkatanarasimharajuvar')
    const long = 'क्षिप्रा '.repeat(10)
    expect([...new Intl.Segmenter('mr').segment(qrName(long))]).toHaveLength(23)
    expect(long.startsWith(qrName(long))).toBe(true)
  })

  test('has every student on exactly one page, and no page above its limit', () => {
    fc.assert(
      fc.property(fc.nat(500), fc.integer({ min: 1, max: 60 }), (count, perPage) => {
        const rows = Array.from({ length: count }, (_, index) => index)
        const pages = splitIntoPages(rows, perPage)
        expect(pages.flat()).toEqual(rows)
        expect(pages.every((page) => page.length > 0 && page.length <= perPage)).toBe(true)
      }),
    )
  })
})

describe('takenSeats', () => {
  const key = fc.constantFrom('a', 'b', 'c', 'd')
  const id = fc.integer({ min: 1, max: 6 })
  const seated = fc.uniqueArray(fc.record({ studentId: id, key }), { selector: ({ studentId }) => studentId })
  const rows = fc.uniqueArray(fc.record({ studentId: fc.option(id), key }), {
    selector: ({ studentId, key: seat }) => studentId ?? seat,
    maxLength: 6,
  })

  test('returns exactly the rows that would give a student the seat of another who keeps it', () => {
    fc.assert(
      fc.property(rows, seated, fc.subarray([1, 2, 3, 4, 5, 6]), (file, before, leaving) => {
        const named = new Set(takenSeats(file, before, leaving).map(({ index }) => index))
        for (const [index, row] of file.entries()) {
          const keeps = before.some((seat) => seat.studentId === row.studentId && seat.key === row.key)
          const meets = before.some(
            (seat) =>
              seat.key === row.key &&
              !leaving.includes(seat.studentId) &&
              !file.some(({ studentId }) => studentId === seat.studentId),
          )
          expect(named.has(index)).toBe(meets && !keeps)
        }
      }),
    )
  })
})
