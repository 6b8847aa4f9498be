import { createElement as h, Fragment, type ReactElement, type ReactNode } from 'react'
import { writeDay } from '#shared/dates.ts'
import type { Language } from '#shared/languages.ts'
import { showPercent } from '#shared/percent.ts'
import type { QrPath } from '#shared/qrCode.ts'
import { languagesOf, type ReceiptLanguages } from '#shared/receiptLanguages.ts'
import { type Voice, voices } from './holisticScheme.ts'
import { type ReportCardLabels, reportCardLabels } from './reportCardLabels.ts'
import {
  type HolisticCard,
  type ReportCard,
  type ReportCardColumn,
  type ReportCardTable,
  type TextByLanguage,
} from './reportCard.schema.ts'
import { showMarks } from './scheme.schema.ts'
import { codes } from './scoreCodes.ts'
import { schemeWord } from './schemeWords.ts'

/**
 * A report card, and what the day of printing adds. Pictures are `data:` URLs on the server, and signed file addresses
 * in the browser.
 */
export interface ReportCardPaper {
  card: ReportCard
  /** The languages of its labels; names of people and subjects stay. */
  languages: ReceiptLanguages
  logoUrl: string | null
  photoUrl: string | null
  signatureUrl: string | null
  /** The code of the card's public page; null on a preview. */
  qr: QrPath | null
  stamp: 'PREVIEW' | 'WITHDRAWN' | null
  /** Names the columns in each cell, for the layout of narrow screens. Left out on paper, where it would add bytes. */
  onScreen?: boolean
}

/** A label that is one text. */
type Label = { [Key in keyof ReportCardLabels]: ReportCardLabels[Key] extends string ? Key : never }[keyof ReportCardLabels]

/** The words of a paper in its languages. */
interface Words {
  first: Language
  all: readonly Language[]
  /** Returns a label: `विषय / Subject` in two languages. */
  say: (label: Label | ((labels: ReportCardLabels) => string)) => string
  /** Returns a word of the scheme in the paper's languages. */
  word: (word: string) => string
  onScreen: boolean
}

function wordsOf(choice: ReceiptLanguages, onScreen = false): Words {
  const all = languagesOf(choice)
  const join = (texts: readonly string[]) => [...new Set(texts)].join(' / ')
  return {
    first: all[0],
    all,
    say: (label) =>
      join(
        all.map((language) => {
          const labels = reportCardLabels[language]
          return typeof label === 'string' ? labels[label] : label(labels)
        }),
      ),
    word: (word) => join(all.map((language) => schemeWord(word, language))),
    onScreen,
  }
}

/**
 * Renders a report card for the screen, the printer and the PDF alike, styled by `reportCardCss`. Every board's
 * card is this one: the scheme gives the tables, `card.format` the rest.
 */
export function reportCardSheet(paper: ReportCardPaper): ReactElement {
  const { card, stamp } = paper
  const words = wordsOf(paper.languages, paper.onScreen)
  const { say } = words
  const gradesTitle = say(card.scholastic.length > 0 ? 'coScholastic' : 'subjects')
  return h(
    'article',
    {
      className: paper.onScreen ? 'report-card rc-screen' : 'report-card',
      lang: words.first,
      'aria-label': say((labels) => labels.titles[card.format.title]),
    },
    // Not as text: it is pale on purpose, and what it says stands in words too.
    stamp !== null && h('div', { className: 'rc-across', 'aria-hidden': true, 'data-text': stampText(stamp, words) }),
    stamp === 'WITHDRAWN' && h('p', { className: 'rc-note' }, say('withdrawn')),
    head(paper, words),
    facts(card, words),
    card.scholastic.map((table, index) =>
      h(Fragment, { key: index }, subjectTable(table, card, words, index === 0 ? say('scholastic') : null)),
    ),
    h(
      'div',
      { className: card.coScholastic.length > 0 ? 'rc-pair' : undefined },
      card.coScholastic.length > 0 &&
        h(
          'div',
          null,
          card.coScholastic.map((table, index) =>
            h(Fragment, { key: index }, subjectTable(table, card, words, index === 0 ? gradesTitle : null)),
          ),
        ),
      summary(card, words),
    ),
    card.holistic && holisticPart(card.holistic, words),
    remarks(card, words),
    notes(card, words),
    scales(card, words),
    foot(paper, words),
  )
}

function stampText(stamp: 'PREVIEW' | 'WITHDRAWN', { first }: Words): string {
  const labels = reportCardLabels[first]
  return stamp === 'PREVIEW' ? labels.preview : (labels.withdrawn.split(':')[0] ?? '')
}

function head({ card, logoUrl, photoUrl }: ReportCardPaper, { say, first, word }: Words): ReactElement {
  const { school, part } = card
  const ids = [
    [(labels: ReportCardLabels) => labels.affiliationNo, school.affiliationNo],
    [(labels: ReportCardLabels) => labels.recognitionNo, school.recognitionNo],
    [(labels: ReportCardLabels) => labels.udise, school.udise],
  ] as const
  const contact = [school.phone, school.email].filter(Boolean)
  return h(
    'header',
    { className: 'rc-head' },
    h('span', { className: 'rc-logo' }, logoUrl !== null && h('img', { src: logoUrl, alt: '' })),
    h(
      'div',
      null,
      h('h1', null, school.name),
      school.address && h('p', { className: 'rc-lines' }, school.address),
      contact.length > 0 && h('p', null, contact.join('  ·  ')),
      h(
        'p',
        null,
        [
          school.board,
          ...ids.filter(([, value]) => value !== '').map(([label, value]) => `${label(reportCardLabels[first])}: ${value}`),
        ]
          .filter(Boolean)
          .join('  ·  '),
      ),
      h(
        'h2',
        null,
        `${say((labels) => labels.titles[card.format.title])} ${card.termName}`,
        part !== null && ` · `,
        part !== null && h('span', null, word(part)),
      ),
    ),
    h('span', { className: 'rc-photo' }, photoUrl === null ? say('photo') : h('img', { src: photoUrl, alt: '' })),
  )
}

function facts(card: ReportCard, { say }: Words): ReactElement {
  const { student, format } = card
  const values: Record<(typeof format.facts)[number], string> = {
    ...student,
    birthdate: student.birthdate === null ? '' : writeDay(student.birthdate),
    roll: card.roll,
  }
  return h(
    'dl',
    { className: 'rc-facts' },
    fact(say('student'), h('b', null, student.name)),
    fact(say('class'), card.sectionName),
    format.facts
      .filter((name) => values[name] !== '')
      .map((name) =>
        h(
          Fragment,
          { key: name },
          fact(
            say((labels) => labels.facts[name]),
            values[name],
          ),
        ),
      ),
  )
}

function fact(label: string, value: ReactNode): ReactElement {
  return h('div', null, h('dt', null, label), h('dd', null, h('bdi', null, value)))
}

/** Number of columns from which the heads of components are written upwards, because their words are wider. */
const narrowFrom = 8

function subjectTable(table: ReportCardTable, card: ReportCard, words: Words, title: string | null): ReactElement {
  const { say } = words
  const { columns, rows, totals } = table
  const gradesOnly = rows.every(({ kind }) => kind === 'GRADES_ONLY')
  const narrow = columns.length >= narrowFrom
  return h(
    'table',
    { className: narrow ? 'rc-table rc-narrow' : 'rc-table' },
    title !== null && h('caption', null, title),
    h(
      'colgroup',
      null,
      h('col', { className: 'rc-name' }),
      columns.map(({ kind }, index) => {
        const inWords = kind === 'GRADE' && rows.some(({ cells }) => (cells[index] ?? '').length > 3)
        return h('col', { key: index, className: narrow && inWords ? 'rc-grade-word' : undefined })
      }),
    ),
    h('thead', null, tableHead(table, card, words, gradesOnly)),
    h(
      'tbody',
      null,
      rows.map(({ subject, kind, cells, failed }, index) =>
        h(
          'tr',
          { key: index, className: failed ? 'rc-failed' : undefined },
          h(
            'th',
            { scope: 'row' },
            h('bdi', null, subject),
            kind === 'OPTIONAL' && h('small', null, ` (${say('optional')})`),
            failed && ' *',
          ),
          tableCells(cells, table, card, words),
        ),
      ),
    ),
    totals !== null &&
      h('tfoot', null, h('tr', null, h('th', { scope: 'row' }, say('total')), tableCells(totals, table, card, words))),
  )
}

/** Renders the cells of a row; on a screen with the heads of their columns, which stand above each cell on a phone. */
function tableCells(cells: readonly string[], table: ReportCardTable, card: ReportCard, words: Words): ReactNode {
  const { columns } = table
  if (!words.onScreen) return cells.map((cell, place) => h('td', { key: place }, cellText(cell, columns[place], words)))
  const parts = cardParts(card)
  const groups = isDetailed(table) && parts.size > 1 ? columnGroups(columns) : []
  const firsts = new Map(groups.map(({ first, part }) => [first, partText(part, words)]))
  return cells.map((cell, place) => {
    const column = columns[place]
    const head = column && (isDetailed(table) ? columnText(column, words) : gradeText(column, table, parts, words))
    const isSum = column !== undefined && column.kind !== 'MARKS'
    // Columns that are not summed have no total to show.
    const className = cells === table.totals && cell === '' ? 'rc-unsummed' : isSum ? 'rc-sum' : undefined
    return h(
      Fragment,
      { key: place },
      firsts.has(place) && h('td', { className: 'rc-part' }, firsts.get(place)),
      // One element, because its head and value are stacked on a phone.
      h('td', { 'data-head': head, className }, h('span', null, cellText(cell, column, words))),
    )
  })
}

/** Renders a cell. Grades are in the first language, because the legend has them in both. */
function cellText(cell: string, column: ReportCardColumn | undefined, { first }: Words): ReactNode {
  if (column?.kind === 'GRADE') return schemeWord(cell, first)
  const [obtained, outOf] = cell.split('/')
  return outOf === undefined ? cell : [obtained, h('wbr', { key: 'break' }), h('small', { key: 'of' }, `/${outOf}`)]
}

/** Returns the parts that a card has columns for. */
function cardParts(card: ReportCard): Set<string> {
  return new Set([...card.scholastic, ...card.coScholastic].flatMap((each) => each.columns.flatMap(({ part }) => part ?? [])))
}

function partText(part: string | null, { say, word }: Words): string {
  return part === null ? say('year') : word(part)
}

/** Tells whether a table has more than grades of parts. */
function isDetailed({ columns }: ReportCardTable): boolean {
  return columns.some(({ kind, components }) => kind !== 'GRADE' || components.length > 0)
}

/** Returns the head of a grade in a table of grades alone. */
function gradeText({ part }: ReportCardColumn, { columns }: ReportCardTable, parts: ReadonlySet<string>, words: Words): string {
  return parts.size > 1 || (part !== null && columns.length > 1) ? partText(part, words) : words.say('grade')
}

/** Returns the runs of columns that are of one part, with the index of their first column. */
function columnGroups(columns: readonly ReportCardColumn[]): { part: string | null; columns: number; first: number }[] {
  const named = columns.find(({ part }) => part !== null)?.part ?? null
  const single = new Set(columns.flatMap(({ part }) => part ?? [])).size === 1
  const groups: { part: string | null; columns: number; first: number }[] = []
  for (const [first, { part }] of columns.entries()) {
    const last = groups.at(-1)
    // The year of a subject with one part is that part.
    const own = single ? named : part
    if (last && last.part === own) last.columns += 1
    else groups.push({ part: own, columns: 1, first })
  }
  return groups
}

/** Renders one row of heads, or two where parts have components. */
function tableHead(table: ReportCardTable, card: ReportCard, words: Words, gradesOnly: boolean): ReactNode {
  const { say } = words
  const { columns } = table
  const parts = cardParts(card)
  const nameHead = (rowSpan: number) =>
    h('th', { rowSpan, scope: 'col', className: 'rc-of' }, say(gradesOnly && card.scholastic.length > 0 ? 'area' : 'subject'))
  if (!isDetailed(table))
    return h(
      'tr',
      null,
      nameHead(1),
      columns.map((column, index) => h('th', { key: index, scope: 'col' }, gradeText(column, table, parts, words))),
    )
  const heads = h(
    Fragment,
    null,
    columns.map((column, index) => h('th', { key: index, scope: 'col' }, columnHead(column, words))),
  )
  if (parts.size < 2) return h('tr', null, nameHead(1), heads)
  return h(
    Fragment,
    null,
    h(
      'tr',
      null,
      nameHead(2),
      columnGroups(columns).map(({ part, columns: width }, index) =>
        h('th', { key: index, colSpan: width, scope: 'colgroup' }, partText(part, words)),
      ),
    ),
    h('tr', null, heads),
  )
}

function columnHead(column: ReportCardColumn, words: Words): ReactElement {
  const { outOf } = column
  return h('span', null, columnName(column, words), outOf !== null && h('small', null, ` (${showMarks(outOf)})`))
}

function columnText(column: ReportCardColumn, words: Words): string {
  const { outOf } = column
  return outOf === null ? columnName(column, words) : `${columnName(column, words)} (${showMarks(outOf)})`
}

function columnName({ kind, components }: ReportCardColumn, { say, all }: Words): string {
  const names = (language: Language) => [...new Set(components.map((name) => schemeWord(name, language)))].join(', ')
  return components.length > 0 ? [...new Set(all.map(names))].join(' / ') : say(kind === 'GRADE' ? 'grade' : 'total')
}

/** Renders total, attendance and result. */
function summary(card: ReportCard, words: Words): ReactNode {
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

function remarks({ remarks: given, format }: ReportCard, { say, all }: Words): ReactNode {
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
function notes(card: ReportCard, words: Words): ReactNode {
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
          `${say('reexamined')}: ${reexamined
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

/** Longest meaning of a grade that fits below it in a table of grades. */
const shortMeaning = 24

function scales({ scales: all }: ReportCard, { say, word }: Words): ReactNode {
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

/** Renders the holistic card: what the teacher, the child, classmates and the family say, by a scale and in words. */
function holisticPart({ voices: columns, areas }: HolisticCard, { say, word, first, onScreen }: Words): ReactElement {
  const voiceText = (voice: Voice) => say((labels) => labels.voices[voice])
  return h(
    'table',
    { className: 'rc-table rc-holistic' },
    h('caption', null, say('holisticTitle')),
    h(
      'colgroup',
      null,
      h('col', { className: 'rc-statement' }),
      columns.map(({ voice }) => h('col', { key: voice })),
    ),
    h(
      'thead',
      null,
      h(
        'tr',
        null,
        h('th', { scope: 'col', className: 'rc-of' }, say('competency')),
        columns.map(({ voice }) => h('th', { key: voice, scope: 'col' }, voiceText(voice))),
      ),
    ),
    areas.map(({ name, statements, words: own }, index) =>
      h(
        'tbody',
        { key: index },
        h(
          'tr',
          null,
          h('th', { colSpan: columns.length + 1, scope: 'rowgroup', className: 'rc-area' }, h('bdi', null, word(name))),
        ),
        statements.map(({ text, descriptors }, place) =>
          h(
            'tr',
            { key: place },
            h('th', { scope: 'row' }, h('bdi', null, schemeWord(text, first))),
            columns.map(({ voice }) =>
              h(
                'td',
                { key: voice, 'data-head': onScreen ? voiceText(voice) : undefined },
                schemeWord(descriptors[voice] ?? '', first),
              ),
            ),
          ),
        ),
        voices
          .filter((voice) => own[voice])
          .map((voice) =>
            h(
              'tr',
              { key: voice },
              h(
                'td',
                { colSpan: columns.length + 1, className: 'rc-words' },
                h('b', null, `${voiceText(voice)}: `),
                h('bdi', null, own[voice]),
              ),
            ),
          ),
      ),
    ),
  )
}

function foot({ card, qr, signatureUrl }: ReportCardPaper, { say }: Words): ReactElement {
  return h(
    'footer',
    { className: 'rc-foot' },
    h(
      'span',
      { className: 'rc-qr' },
      qr && [
        h(
          'svg',
          {
            key: 'code',
            // Two empty squares around it; the white of the paper adds the rest.
            viewBox: `-2 -2 ${qr.size + 4} ${qr.size + 4}`,
            shapeRendering: 'crispEdges',
            role: 'img',
            'aria-label': say('verify'),
          },
          h('path', { d: qr.path, fill: '#000' }),
        ),
        h('small', { key: 'words' }, say('verify')),
      ],
      h('span', null, `${say('date')}: ${writeDay(card.publishedOn)}`),
    ),
    card.format.signatures.map((who) =>
      h(
        'span',
        { key: who, className: 'rc-signature' },
        h('span', null, who === 'HEAD' && signatureUrl !== null && h('img', { src: signatureUrl, alt: '' })),
        say((labels) => labels.signatures[who]),
      ),
    ),
  )
}
