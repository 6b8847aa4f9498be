import { describe, expect, test } from 'vitest'
import { writtenCards } from '#tests/examCards.ts'
import { cardSource } from '#tests/reportCards.ts'
import { type ReportCardColumn, reportCard } from './reportCard.schema.ts'
import { reportCardOf } from './reportCard.rules.ts'

type Written = (typeof writtenCards)[number]

/** Returns what a card writes of each part and of the year behind the last =: `55 C1`, `missing`, `left out`. */
function writtenMarks({ card }: Written, subject: string): string[] {
  const line = card.lines.find((each) => each.startsWith(`${subject}: `))!.slice(subject.length + 2)
  return line.split('; ').map((part) => (/ -( |$)/.test(` ${part}`) ? 'missing' : part.split(' = ').at(-1)!.trim()))
}

describe('the year’s card has the marks and grades that were worked out by hand', () => {
  test.each(writtenCards)('$name: $title', (written) => {
    const card = reportCard.parse(reportCardOf(cardSource(written)))
    const rows = [...card.scholastic, ...card.coScholastic].flatMap(({ columns, rows }) =>
      rows.map((row) => ({ ...row, columns })),
    )
    expect(rows.map(({ subject }) => subject).sort()).toEqual(written.subjects.map(({ name }) => name).sort())
    for (const { subject, kind, columns, cells } of rows) {
      expect(cells).toHaveLength(columns.length)
      const marks = writtenMarks(written, subject)
      const parts = [...new Set(columns.flatMap(({ part }) => part ?? []))]
      const textOf = (part: string | null, kinds: readonly ReportCardColumn['kind'][]) => {
        const place = columns.findIndex((each) => each.part === part && each.components.length === 0 && kinds.includes(each.kind))
        return place < 0 ? undefined : cells[place]
      }
      const places = parts.length < 2 ? [null] : [...parts, null]
      places.forEach((part, index) => {
        const expected = marks[part === null ? marks.length - 1 : index]!
        const [mark = '', grade = ''] = expected.split(/ (.*)/)
        const [total, own] = [textOf(part, ['TOTAL']), textOf(part, ['GRADE'])]
        if (expected === 'missing') {
          for (const text of [total, own]) expect(text ?? '', subject).toBe('')
        } else if (expected === 'left out') {
          for (const text of [total, own]) expect(text ?? '–', subject).toMatch(/^(–|ML|EX)$/)
        } else {
          if (total !== undefined && total !== 'AB') expect(total.replace(/ \+ .*|\/.*/g, ''), subject).toBe(mark)
          if (own !== undefined && own !== 'AB') expect(own, subject).toBe(grade)
        }
      })
      if (kind !== 'GRADES_ONLY') expect(textOf(null, ['TOTAL']), subject).toBeDefined()
    }
  })
})
