import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, type Day } from '#shared/dates.ts'
import { runs } from '#tests/properties.ts'
import {
  clashesOf,
  type ClashFacts,
  comparePapers,
  isOfSection,
  paperProblems,
  type PlannedPaper,
  type SectionOfClass,
  type StoredPaper,
} from './dateSheet.rules.ts'

const start = '2026-04-01'
const maths: PlannedPaper = { classId: 7, subject: 'Maths', day: '2026-09-14', starts: '10:00', ends: '13:00', sectionIds: [] }
const a: SectionOfClass = { id: 71, classId: 7, name: '7-A' }
const b: SectionOfClass = { id: 72, classId: 7, name: '7-B' }
const none: ClashFacts = { holidays: new Map(), lessons: [], others: [], sections: [a, b] }

describe('what keeps papers from being saved', () => {
  const problems = (...papers: Partial<PlannedPaper>[]) =>
    paperProblems(
      papers.map((paper) => ({ ...maths, ...paper })),
      start,
    )

  test('a day outside of the term, whose year is from its first day to the day before the next', () => {
    const message = 'Not in this term, which is from 01 Apr 2026 to 31 Mar 2027'
    expect(problems({ day: '2026-03-31' })).toEqual([{ path: 'papers.0.day', message }])
    expect(problems({ day: '2027-04-01' })).toEqual([{ path: 'papers.0.day', message }])
    expect(problems({ day: '2026-04-01' })).toEqual([])
    expect(problems({ day: '2027-03-31' })).toEqual([])
  })

  test('an end that is not after the start', () => {
    const message = 'The end must be after the start'
    expect(problems({ starts: '10:00', ends: '10:00' })).toEqual([{ path: 'papers.0.ends', message }])
    expect(problems({ starts: '10:00', ends: '09:00' })).toEqual([{ path: 'papers.0.ends', message }])
  })

  test('two papers of a section at once, and one subject twice on a day', () => {
    const busy = [{ path: 'papers.1.starts', message: 'Maths is written from 10:00 to 13:00' }]
    expect(problems({}, { subject: 'Hindi', starts: '12:59', ends: '14:00' })).toEqual(busy)
    expect(problems({}, { subject: 'Hindi', starts: '12:59', ends: '14:00', sectionIds: [72] })).toEqual(busy)
    expect(problems({}, { subject: 'Hindi', starts: '13:00', ends: '14:00' })).toEqual([])
    expect(problems({}, { subject: 'Hindi', classId: 8 })).toEqual([])
    expect(problems({ sectionIds: [71] }, { subject: 'Hindi', sectionIds: [72] })).toEqual([])
    const twice = [{ path: 'papers.1.subject', message: 'MATHS is on this day already' }]
    expect(problems({}, { subject: 'MATHS', starts: '14:00', ends: '15:00' })).toEqual(twice)
    expect(problems({ sectionIds: [71] }, { sectionIds: [72] })).toEqual([])
    expect(problems({}, { day: '2026-09-15' })).toEqual([])
  })
})

/** A paper of one of two classes with two sections each, on one of three days. */
const anyPaper: fc.Arbitrary<PlannedPaper> = fc
  .record({
    classId: fc.constantFrom(7, 8),
    subject: fc.constantFrom('Maths', 'maths', 'Hindi', 'Art'),
    day: fc.integer({ min: 0, max: 2 }).map((days) => addDays('2026-09-14', days)),
    hour: fc.integer({ min: 8, max: 15 }),
    hours: fc.integer({ min: 1, max: 4 }),
    chosen: fc.subarray([1, 2]),
  })
  .map(({ classId, subject, day, hour, hours, chosen }) => ({
    classId,
    subject,
    day,
    starts: `${String(hour).padStart(2, '0')}:00`,
    ends: `${String(hour + hours).padStart(2, '0')}:00`,
    sectionIds: chosen.map((one) => classId * 10 + one),
  }))
const sections: SectionOfClass[] = [71, 72, 81, 82].map((id) => ({ id, classId: Math.floor(id / 10), name: `s${id}` }))

/** Counts hour by hour what each section writes, as a second way to the rules' answer. */
function writesTwoAtOnce(papers: readonly PlannedPaper[]): boolean {
  const busy = new Set<string>()
  for (const section of sections)
    for (const paper of papers.filter((one) => isOfSection(one, section)))
      for (let hour = Number(paper.starts.slice(0, 2)); hour < Number(paper.ends.slice(0, 2)); hour += 1) {
        const key = `${section.id} ${paper.day} ${hour}`
        if (busy.has(key)) return true
        busy.add(key)
      }
  return false
}

function writesSubjectTwice(papers: readonly PlannedPaper[]): boolean {
  const keys = sections.flatMap((section) =>
    papers
      .filter((paper) => isOfSection(paper, section))
      .map(({ day, subject }) => `${section.id} ${day} ${subject.toLowerCase()}`),
  )
  return new Set(keys).size < keys.length
}

test('papers are refused exactly when a section writes two at once, or a subject twice on a day', () => {
  fc.assert(
    fc.property(fc.array(anyPaper, { maxLength: 8 }), (papers) => {
      const found = paperProblems(papers, start)
      const fields = (field: string) => found.some(({ path }) => path.endsWith(`.${field}`))
      expect(fields('starts')).toBe(writesTwoAtOnce(papers))
      expect(fields('subject')).toBe(writesSubjectTwice(papers))
      expect(fields('day')).toBe(false)
      expect(fields('ends')).toBe(false)
    }),
    { numRuns: runs(2000) },
  )
})

test('papers that can be saved can be saved in any order', () => {
  fc.assert(
    fc.property(fc.array(anyPaper, { maxLength: 8 }), (papers) => {
      const isRefused = (list: readonly PlannedPaper[]) => paperProblems(list, start).length > 0
      expect(isRefused(papers.toReversed())).toBe(isRefused(papers))
    }),
  )
})

describe('clashes', () => {
  const lesson = { sectionId: a.id, weekday: 1, starts: '12:30', ends: '13:15', subject: 'Hindi' }

  test('a holiday, for a day by its name', () => {
    const holidays = new Map([[maths.day, 'Ganesh Chaturthi']])
    expect(clashesOf(maths, { ...none, holidays })).toEqual([{ kind: 'HOLIDAY', text: 'Ganesh Chaturthi' }])
    expect(clashesOf({ ...maths, day: '2026-09-15' }, { ...none, holidays })).toEqual([])
  })

  test('lessons of a section in one line, on that day of the week and at that time alone', () => {
    const lessons = [lesson, { ...lesson, starts: '11:00', ends: '11:45', subject: 'Art' }]
    const clash = { kind: 'LESSON', text: '7-A: Hindi 12:30 to 13:15 and Art 11:00 to 11:45' }
    expect(clashesOf(maths, { ...none, lessons })).toEqual([clash])
    expect(clashesOf({ ...maths, sectionIds: [b.id] }, { ...none, lessons })).toEqual([])
    expect(clashesOf({ ...maths, day: '2026-09-15' }, { ...none, lessons })).toEqual([])
    expect(clashesOf({ ...maths, starts: '13:15', ends: '14:00' }, { ...none, lessons })).toEqual([])
  })

  test('papers of other exams, of the sections that write both', () => {
    const other = { ...maths, subject: 'Oral', starts: '09:00', ends: '10:30', sectionIds: [b.id], examName: 'Unit test 1' }
    expect(clashesOf(maths, { ...none, others: [other] })).toEqual([
      { kind: 'EXAM', text: '7-B: Unit test 1, Oral 09:00 to 10:30' },
    ])
    expect(clashesOf({ ...maths, sectionIds: [a.id] }, { ...none, others: [other] })).toEqual([])
    expect(clashesOf({ ...maths, classId: 8 }, { ...none, others: [other] })).toEqual([])
  })

  test('are the same whether a paper is for the whole class or names each section', () => {
    const anyLesson = fc.record({
      sectionId: fc.constantFrom(71, 72, 81, 82),
      weekday: fc.integer({ min: 0, max: 6 }),
      starts: fc.constantFrom('08:00', '10:00', '12:00'),
      ends: fc.constantFrom('12:30', '13:00'),
      subject: fc.constant('Hindi'),
    })
    fc.assert(
      fc.property(anyPaper, fc.array(anyLesson), fc.array(anyPaper), (paper, lessons, papers) => {
        const facts = { ...none, sections, lessons, others: papers.map((one) => ({ ...one, examName: 'Test' })) }
        const ofClass = sections.filter(({ classId }) => classId === paper.classId).map(({ id }) => id)
        const whole = clashesOf({ ...paper, sectionIds: [] }, facts)
        expect(clashesOf({ ...paper, sectionIds: ofClass }, facts)).toEqual(whole)
        const each = ofClass.flatMap((id) => clashesOf({ ...paper, sectionIds: [id] }, facts))
        expect(each).toEqual(whole)
      }),
    )
  })
})

describe('what has changed since the announcement', () => {
  const stored = (id: number, more: Partial<StoredPaper> = {}): StoredPaper => ({ ...maths, id, ...more })
  const was = ({ day, starts, ends }: PlannedPaper) => ({ day, starts, ends })

  test('nothing before it, then what was added, moved and taken away', () => {
    expect(comparePapers([stored(1)], null)).toEqual([{ paper: stored(1), change: null, was: null }])
    const later = stored(2, { day: '2026-09-16' })
    expect(comparePapers([stored(1), later, stored(4)], [stored(1), stored(2), stored(3)])).toEqual([
      { paper: stored(1), change: null, was: null },
      { paper: later, change: 'MOVED', was: was(maths) },
      { paper: stored(4), change: 'ADDED', was: null },
      { paper: stored(3), change: 'REMOVED', was: null },
    ])
  })

  test('each paper stands once, and undoing all changes gives what was announced', () => {
    const anyDay = fc.integer({ min: 0, max: 2 }).map((days): Day => addDays(maths.day, days))
    const list = fc
      .uniqueArray(fc.integer({ min: 1, max: 8 }))
      .chain((ids) => fc.tuple(...ids.map((id) => anyDay.map((day) => stored(id, { day })))))
    fc.assert(
      fc.property(list, list, (now, before) => {
        const compared = comparePapers<StoredPaper>(now, before)
        expect(new Set(compared.map(({ paper }) => paper.id)).size).toBe(compared.length)
        const undone = compared.flatMap((row) => (row.change === 'ADDED' ? [] : [{ ...row.paper, ...row.was }]))
        const byId = (papers: readonly StoredPaper[]) => papers.toSorted((one, other) => one.id - other.id)
        expect(byId(undone)).toEqual(byId(before))
      }),
    )
  })
})
