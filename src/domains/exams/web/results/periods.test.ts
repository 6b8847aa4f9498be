import { describe, expect, test } from 'vitest'
import { isPublishable, isReady, openPeriod, periodsOf, readyFirst, sectionsIn } from './periods.ts'
import type { Period, Standing } from './resultTexts.ts'

const live = { withdrawnAt: null } as Period['publication']
const withdrawn = { withdrawnAt: '2026-11-01T00:00:00Z' } as Period['publication']

function standing(sectionId: string, periods: Partial<Period>[], students = 2, isAllowed = true): Standing {
  return {
    sectionId,
    sectionName: 'A',
    classId: '1',
    className: '7',
    students,
    periods: periods.map((period) => ({ part: null, incomplete: 0, started: true, publication: null, ...period })),
    viewerCan: { publish: { allowed: isAllowed, reason: null } },
  }
}

describe('periods', () => {
  test('are the parts of all schemes in their order, and the year as the last', () => {
    const first = standing('1', [{ part: 'Term 1' }, { part: 'Term 2' }, {}])
    const second = standing('2', [{ part: 'First semester' }, { part: 'Term 2' }, {}])
    expect(periodsOf([first, second])).toEqual(['Term 1', 'Term 2', 'First semester', null])
    expect(sectionsIn([first, second], 'Term 1').map(({ standing: { sectionId } }) => sectionId)).toEqual(['1'])
    expect(periodsOf([])).toEqual([])
  })

  test('open with the first part that has marks and is not published everywhere', () => {
    const parts = (...publications: Period['publication'][]) =>
      standing('1', [
        { part: 'Term 1', publication: publications[0] ?? null },
        { part: 'Term 2', publication: publications[1] ?? null, started: false },
        { started: false },
      ])
    expect(openPeriod([parts()])).toBe('Term 1')
    expect(openPeriod([parts(live), parts(withdrawn)])).toBe('Term 1')
    expect(openPeriod([parts(live), parts(live)])).toBe('Term 1')
    expect(openPeriod([standing('1', [{ part: 'Term 1', publication: live }, { part: 'Term 2' }, {}])])).toBe('Term 2')
  })
})

test('what is published, has no student or is not allowed cannot be published; a withdrawn one can', () => {
  const of = (section: Standing) => sectionsIn([section], null)[0]!
  expect(isPublishable(of(standing('1', [{ publication: live }])))).toBe(false)
  expect(isPublishable(of(standing('1', [{ publication: withdrawn }])))).toBe(true)
  expect(isPublishable(of(standing('1', [{}], 0)))).toBe(false)
  expect(isPublishable(of(standing('1', [{}], 2, false)))).toBe(false)
  expect(isReady(of(standing('1', [{ incomplete: 1 }])))).toBe(false)
  expect(isReady(of(standing('1', [{}])))).toBe(true)
})

test('ready sections come first, then those with some marks', () => {
  const none = standing('1', [{ incomplete: 2, started: false }])
  const sections = sectionsIn([none, standing('2', [{ incomplete: 1 }]), standing('3', [{}]), standing('4', [{}])], null)
  expect(readyFirst(sections).map((section) => section.standing.sectionId)).toEqual(['3', '4', '2', '1'])
})
