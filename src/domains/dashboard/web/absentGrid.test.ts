import { expect, test } from 'vitest'
import { absentCells } from './absentGrid.ts'

const section = (className: string, name: string) => ({ name, class: { name: className }, title: `${className}-${name}` })
const figure = (label: string, count = 1) => ({ key: label, label, count, to: `/register/${label}` })
const sections = [section('1', 'A'), section('1', 'B'), section('2', 'A')]

test('a square has its absent students, or the register that is missing', () => {
  const grid = absentCells(sections, [figure('1-A', 3)], [figure('1-B Morning')])
  expect(grid?.classes).toEqual(['1', '2'])
  expect(grid?.names).toEqual(['A', 'B'])
  expect(grid?.cells.get('1-A')).toEqual({ title: '1-A', count: 3, to: '/register/1-A', isMissing: false })
  expect(grid?.cells.get('1-B')).toEqual({ title: '1-B', count: 0, to: '/register/1-B Morning', isMissing: true })
  expect(grid?.cells.get('2-A')).toEqual({ title: '2-A', count: 0, to: undefined, isMissing: false })
  expect(grid?.cells.get('2-B')).toBeUndefined()
})

test('there is no grid for sections that it does not know', () => {
  expect(absentCells(sections, [figure('9-C')], [])).toBeNull()
})

test('there is no grid for sections with many different names', () => {
  expect(
    absentCells(
      'ABCDEFGHI'.split('').map((name) => section('1', name)),
      [],
      [],
    ),
  ).toBeNull()
})
