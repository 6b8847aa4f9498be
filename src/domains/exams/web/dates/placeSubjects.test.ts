import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from '#shared/dates.ts'
import { paperProblems } from '../../dateSheet.rules.ts'
import { type FormPaper, placeSubjects } from './placeSubjects.ts'

const placing = {
  first: '2026-09-18',
  last: '2027-03-31',
  starts: '10:00',
  ends: '13:00',
  holidays: new Set(['2026-09-21']),
  gap: 0,
}
const days = (papers: readonly FormPaper[]) => papers.map(({ subject, day }) => `${subject} ${day}`)

test('places subjects on school days in their order, over the Sunday and a holiday', () => {
  const classes = [{ id: '7', subjects: ['Maths', 'Hindi', 'Art'] }]
  expect(days(placeSubjects(classes, [], placing))).toEqual(['Maths 2026-09-18', 'Hindi 2026-09-19', 'Art 2026-09-22'])
  const gap = { ...placing, gap: 1 }
  expect(days(placeSubjects(classes, [], gap))).toEqual(['Maths 2026-09-18', 'Hindi 2026-09-22', 'Art 2026-09-24'])
})

test('leaves out what is placed already, and the days of it', () => {
  const classes = [{ id: '7', subjects: ['Maths', 'Hindi'] }]
  const there = { id: '1', classId: '7', subject: 'MATHS', day: '2026-09-18', starts: '09:00', ends: '10:00', sectionIds: [] }
  expect(days(placeSubjects(classes, [there], placing))).toEqual(['Hindi 2026-09-19'])
})

test('what is placed can always be saved, and nothing is placed twice', () => {
  const names = fc.uniqueArray(fc.constantFrom('Maths', 'Hindi', 'Art', 'Music', 'Science', 'Marathi'))
  fc.assert(
    fc.property(fc.array(names, { maxLength: 4 }), fc.nat(3), fc.nat(360), (lists, gap, offset) => {
      const classes = lists.map((subjects, index) => ({ id: String(index + 1), subjects }))
      const settings = { ...placing, gap, first: addDays('2026-04-01', offset) }
      const placed = placeSubjects(classes, [], settings)
      const papers = placed.map((paper) => ({ ...paper, classId: Number(paper.classId), sectionIds: [] }))
      expect(paperProblems(papers, '2026-04-01')).toEqual([])
      expect(placeSubjects(classes, placed, settings).length + placed.length).toBeLessThanOrEqual(lists.flat().length)
    }),
  )
})
