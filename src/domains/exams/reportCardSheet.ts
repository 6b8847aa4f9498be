import { createElement as h, Fragment, type ReactElement, type ReactNode } from 'react'
import { writeDay } from '#shared/dates.ts'
import type { QrPath } from '#shared/qrCode.ts'
import type { ReceiptLanguages } from '#shared/receiptLanguages.ts'
import { holisticTable } from './reportCardHolistic.ts'
import { type ReportCardLabels, reportCardLabels } from './reportCardLabels.ts'
import type { ReportCard } from './reportCard.schema.ts'
import { gradeScales } from './reportCardScales.ts'
import { fact, noteList, remarkList, resultSummary } from './reportCardSummary.ts'
import { subjectTable } from './reportCardTables.ts'
import { type Words, wordsOf } from './reportCardWords.ts'

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
      resultSummary(card, words),
    ),
    card.holistic && holisticTable(card.holistic, card, words),
    remarkList(card, words),
    noteList(card, words),
    gradeScales(card, words),
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
      headLine([
        school.board,
        ...ids.map(([label, value]) => (value === '' ? '' : `${label(reportCardLabels[first])}: ${value}`)),
      ]),
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

/** Renders facts of the school in a line, which breaks between them alone: `यू-डायस` has a hyphen. */
function headLine(texts: readonly string[]): ReactNode {
  const said = texts.filter(Boolean)
  if (said.length === 0) return null
  return h(
    'p',
    null,
    said.map((text, index) =>
      h(
        Fragment,
        { key: index },
        index > 0 && h('span', { className: 'rc-dot' }, '  ·  '),
        h('span', { className: 'rc-whole' }, text),
      ),
    ),
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
