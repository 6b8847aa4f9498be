import { describe, expect, test } from 'vitest'
import { readyFormats } from './formats/readyFormats.ts'
import { formatField } from './format.schema.ts'

const p = (text = 'x') => ({ type: 'paragraph', content: [{ type: 'text', text }] })
const doc = (...content: unknown[]) => JSON.stringify({ type: 'doc', content })
/** A table of rows such as '2x1 1x3': cells by the columns and rows they span. */
const table = (...rows: string[]) => ({
  type: 'table',
  content: rows.map((cells) => ({
    type: 'tableRow',
    content: cells
      .split(' ')
      .filter(Boolean)
      .map((spans) => {
        const [colspan, rowspan] = spans.split('x').map(Number)
        return { type: 'tableCell', attrs: { colspan, rowspan }, content: [p()] }
      }),
  })),
})
const many = <T>(count: number, make: (at: number) => T) => Array.from({ length: count }, (_, at) => make(at))
const problems = (sent: string) =>
  formatField.safeParse(sent).error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? []

describe('cells of a table', () => {
  test.each([
    ['a plain one', table('1x1 1x1', '1x1 1x1')],
    ['a head over both columns, and a cell beside two rows', table('2x1', '1x2 1x1', '1x1')],
    ['a row that is all covered', table('1x2 1x2', '')],
    ['as wide and as long as may be', table('40x200', ...many(199, () => ''))],
  ])('%s is taken', (_, taken) => {
    expect(problems(doc(taken))).toEqual([])
  })

  const at = (row: number, cell: number) => `content.0.content.${row}.content.${cell}.attrs`
  test.each([
    ['rows that are not there', table('1x1', '1x2'), `${at(1, 0)}.rowspan`, 'it spans more rows than the table has'],
    ['a 41st column', table('40x1 1x1'), `${at(0, 1)}.colspan`, 'the row has more than 40 columns'],
    ['a column right of a cell of above', table('39x2', '2x1'), `${at(1, 0)}.colspan`, 'the row has more than 40 columns'],
    ['another cell', table('1x1 1x2 1x1', '2x1'), `${at(1, 0)}.colspan`, 'it lies over a cell of another row'],
    [
      'all of 60 × 40 cells',
      table(...many(60, () => many(40, () => '40x60').join(' '))),
      `${at(0, 1)}.colspan`,
      'the row has more than 40 columns',
    ],
  ])('one over %s is refused with its place', (_, sent, place, message) => {
    expect(problems(doc(sent))).toEqual([[place, `A certificate cannot hold what stands at ${place}: ${message}`]])
  })

  test('are in 500 rows at most, those of all tables together', () => {
    const rows = (count: number) => table(...many(count, () => '1x1'))
    expect(problems(doc(rows(250), rows(250)))).toEqual([])
    expect(problems(doc(rows(250), rows(251)))).toEqual([['', 'The layout has too many rows in tables: at most 500.']])
  })
})

test('fields stand in 500 places at most, typed ones too, and have 2000 boxes together', () => {
  const refused = [['', 'The layout has too many fields: at most 500 places.']]
  const fields = (count: number) => ({ type: 'paragraph', content: many(count, () => ({ type: 'field', attrs: { name: 'a' } })) })
  expect(problems(doc(fields(500)))).toEqual([])
  expect(problems(doc(fields(501)))).toEqual(refused)
  expect(problems(doc(fields(250), p('{{a}}'.repeat(250))))).toEqual([])
  expect(problems(doc(p('{{a}}'.repeat(501))))).toEqual(refused)
  const boxed = (count: number) => ({
    type: 'paragraph',
    content: many(count, () => ({ type: 'field', attrs: { name: 'a', boxes: 20 } })),
  })
  expect(problems(doc(boxed(100)))).toEqual([])
  expect(problems(doc(boxed(101)))).toEqual([['', 'The layout has too many boxes: at most 2000.']])
})

test('formats the product brings along are within all bounds', () => {
  for (const { format } of readyFormats) expect(problems(JSON.stringify(format))).toEqual([])
})
