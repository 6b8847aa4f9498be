import { createElement as h, type ReactNode } from 'react'
import type { ReportCard } from './reportCard.schema.ts'
import type { Words } from './reportCardWords.ts'

/** Longest meaning of a grade that fits below it in a table of grades. */
const shortMeaning = 24

/** Renders the scales: a table of ranges and grades, or one line where meanings are too long for it. */
export function gradeScales({ scales: all }: ReportCard, { say, word }: Words): ReactNode {
  if (all.length === 0) return null
  return h(
    'section',
    { className: 'rc-scales' },
    all.map(({ name, by, grades }) => {
      const range = ({ from, to }: (typeof grades)[number]) => (by === 'SHARE' ? `${from}–${to} %` : '')
      const inTable = by === 'SHARE' && grades.every(({ meaning }) => meaning.length <= shortMeaning)
      if (!inTable)
        return h(
          'p',
          { key: name },
          h('b', null, `${say('scale')}: `),
          grades
            .map((each) => [word(each.grade), range(each), each.meaning && word(each.meaning)].filter(Boolean).join(' – '))
            .join('  ·  '),
        )
      return h(
        'table',
        { key: name, className: 'rc-table' },
        h(
          'tbody',
          null,
          h(
            'tr',
            null,
            h('th', { scope: 'row' }, say('percentage')),
            grades.map((each) => h('td', { key: each.grade }, range(each))),
          ),
          h(
            'tr',
            null,
            h('th', { scope: 'row' }, say('scale')),
            grades.map(({ grade, meaning }) =>
              h('td', { key: grade }, h('b', null, word(grade)), meaning && h('small', null, ` ${word(meaning)}`)),
            ),
          ),
        ),
      )
    }),
  )
}
