import { expect, test } from 'vitest'
import { reportKinds, reportTypeNames, reportTypes, reportTypesOfTab } from './reportTypes.ts'

test('every tab has types, and every type is on one tab', () => {
  for (const kind of reportKinds) expect(reportTypesOfTab(kind).length, kind).toBeGreaterThan(0)
  expect(reportKinds.flatMap(reportTypesOfTab).sort()).toEqual([...reportTypeNames].sort())
})

test('no two types share a title, and no two of a tab share a name', () => {
  expect(new Set(reportTypeNames.map((type) => reportTypes[type].title)).size).toBe(reportTypeNames.length)
  for (const kind of reportKinds) {
    const names = reportTypesOfTab(kind).map((type) => reportTypes[type].name)
    expect(new Set(names).size, kind).toBe(names.length)
  }
})
