import { createElement as h, Fragment, type ReactElement, type ReactNode } from 'react'
import type { Language } from '#shared/languages.ts'
import { showPercent } from '#shared/percent.ts'
import type { ReportCard, TextByLanguage } from './reportCard.schema.ts'
import { type ReportCardLabels, reportCardLabels } from './reportCardLabels.ts'
import type { Words } from './reportCardWords.ts'
import { showMarks } from './scheme.schema.ts'
import { codes } from './scoreCodes.ts'

/** Renders total, attendance and result. */
export function resultSummary(card: ReportCard, words: Words): ReactNode {
  const { say } = words
  const { total, bestOf, attendance, rank, outcome } = card
  return h(
    'dl',
    { className: 'rc-summary' },
    total && [
      h(
        Fragment,
        { key: 'total' },
        fact(
          say((labels) => (bestOf === null ? labels.total : labels.totalOfBest(bestOf))),
          `${showMarks(total.obtained)} / ${showMarks(total.outOf)}`,
        ),
        fact(say('percentage'), showPercent(total.share)),
        fact(say('grade'), words.word(total.grade)),
      ),
    ],
    rank &&
      fact(
        say('rank'),
        say((labels) => labels.rankOf(rank.rank, rank.of)),
      ),
    attendance &&
      fact(
        say('attendance'),
        say((labels) => labels.daysOf(String(attendance.present), String(attendance.workingDays))) +
          (attendance.workingDays > 0
            ? `, ${showPercent(Math.round((attendance.present * 10_000) / attendance.workingDays))}`
            : ''),
      ),
    outcome !== null &&
      h(
        'div',
        { className: 'rc-result' },
        h('dt', null, say('result')),
        h(
          'dd',
          null,
          say((labels) => outcomeText(labels, card)),
        ),
      ),
  )
}

/** Renders a label with its value. */
export function fact(label: string, value: ReactNode): ReactElement {
  return h('div', null, h('dt', null, label), h('dd', null, h('bdi', null, value)))
}

function outcomeText(labels: ReportCardLabels, card: ReportCard): string {
  const text = plainOutcome(labels, card)
  return card.reexamined.length > 0 ? labels.onReexamination(text) : text
}

function plainOutcome(labels: ReportCardLabels, { outcome, promotedTo }: ReportCard): string {
  if (outcome === null) return ''
  if (promotedTo !== '' && outcome === 'PASS') return labels.passedTo(promotedTo)
  if (promotedTo !== '' && outcome === 'PROMOTED') return labels.promotedTo(promotedTo)
  return labels.outcomes[outcome]
}

/** Renders the remarks by kind, with empty lines to write on where the format has them. */
export function remarkList({ remarks: given, format }: ReportCard, { say, all }: Words): ReactNode {
  const descriptive = ['PROGRESS', 'INTERESTS', 'IMPROVEMENT'] as const
  const kinds = ['GENERAL', ...(format.descriptive || given.some(({ kind }) => kind !== 'GENERAL') ? descriptive : [])] as const
  return h(
    'dl',
    { className: 'rc-remarks' },
    kinds.map((kind) => {
      const texts = given.filter((remark) => remark.kind === kind).map((remark) => textIn(remark.texts, all))
      const lines = kind === 'GENERAL' ? format.remarkLines : format.descriptive ? 1 : 0
      if (texts.length === 0 && lines === 0) return null
      return h(
        'div',
        { key: kind },
        h(
          'dt',
          null,
          say((labels) => labels.remarks[kind]),
        ),
        h(
          'dd',
          null,
          texts.length > 0
            ? texts.map((text, index) => h('p', { key: index }, h('bdi', null, text)))
            : Array.from({ length: lines }, (_, index) => h('p', { key: index, className: 'rc-line' }, '\u00a0')),
        ),
      )
    }),
  )
}

/** Returns a text in the languages of the paper; in one in which it exists where they have none. */
function textIn(texts: TextByLanguage, languages: readonly Language[]): string {
  const said = languages.flatMap((language) => texts[language] || [])
  return said.length > 0 ? said.join(' / ') : (texts.en ?? texts.mr ?? texts.hi ?? '')
}

/** Renders what was not passed, and what codes and stars mean. */
export function noteList(card: ReportCard, words: Words): ReactNode {
  const { say, word } = words
  const { shortfalls, grace, reexamined, replaced, missing } = card
  const cells = new Set([...card.scholastic, ...card.coScholastic].flatMap(({ rows }) => rows.flatMap((row) => row.cells)))
  const placeOf = ({ subject, component, part }: (typeof shortfalls)[number], labels: ReportCardLabels) =>
    [subject ?? labels.total, component === null ? '' : word(component), part === null ? '' : word(part)]
      .filter(Boolean)
      .join(', ')
  const items = [
    ...(shortfalls.length > 0
      ? [
          `* ${say('notReached')}: ${shortfalls
            .map((each) =>
              reportCardLabels[words.first].shortfall(
                placeOf(each, reportCardLabels[words.first]),
                showMarks(each.obtained),
                showMarks(each.outOf),
                showMarks(each.needed),
              ),
            )
            .join('; ')}`,
        ]
      : []),
    ...(grace.length > 0
      ? [`${say('grace')}: ${grace.map((each) => `${each.subject} ${showMarks(each.marks)}`).join(', ')}`]
      : []),
    ...(reexamined.length > 0
      ? [
          `† ${say('reexamined')}: ${reexamined
            .map(({ subject, score, outOf, before }) =>
              reportCardLabels[words.first].reexaminedMark(
                subject,
                score,
                showMarks(outOf),
                before === null ? '' : showMarks(before),
              ),
            )
            .join('; ')}`,
        ]
      : []),
    ...replaced.map(({ subject, by }) => say((labels) => labels.replaced(subject, by))),
    ...(missing.length > 0 ? [`${say('missing')}: ${missing.map((each) => missingText(each, word)).join('; ')}`] : []),
    codes
      .filter((code) => cells.has(code))
      .map((code) => `${code}: ${say((labels) => labels.codes[code])}`)
      .concat(cells.has('–') ? [`–: ${say((labels) => labels.codes.leftOut)}`] : [])
      .join('  ·  '),
  ].filter(Boolean)
  if (items.length === 0) return null
  return h(
    'ul',
    { className: 'rc-notes' },
    items.map((item, index) => h('li', { key: index }, item)),
  )
}

function missingText({ subject, component, part }: ReportCard['missing'][number], word: (text: string) => string): string {
  return `${subject} (${word(component)}, ${word(part)})`
}
