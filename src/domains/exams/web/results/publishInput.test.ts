import { expect, test } from 'vitest'
import { nextClass, sectionInput, severalForm } from './publishInput.ts'

const form = severalForm.parse({
  sectionIds: ['1'],
  visibleFrom: '2026-11-26',
  tellFamilies: true,
  rank: true,
  incomplete: 'LEAVE_OUT',
  promotedTo: { 7: ' 8 ' },
})
const section = { sectionId: '1', classId: '7', incomplete: 0, part: null }

test('a section has what was asked for all, and the next class of its own class in the year alone', () => {
  expect(sectionInput(form, section)).toEqual({
    sectionId: '1',
    part: null,
    visibleFrom: '2026-11-26',
    tellFamilies: true,
    rank: true,
    incomplete: null,
    promotedTo: '8',
  })
  expect(sectionInput(form, { ...section, part: 'Term 1', incomplete: 2 })).toMatchObject({
    incomplete: 'LEAVE_OUT',
    promotedTo: '',
  })
})

test('at least one section is chosen', () => {
  expect(severalForm.safeParse({ ...form, sectionIds: [] }).error?.issues).toMatchObject([
    { path: ['sectionIds'], message: 'Choose at least one section' },
  ])
})

test('the next class is the one after it in the order of the school', () => {
  expect(nextClass(['7', '8', 'IX'], '8')).toBe('IX')
  expect(nextClass(['7', '8', 'IX'], 'IX')).toBe('')
  expect(nextClass(['7'], '10')).toBe('')
})
