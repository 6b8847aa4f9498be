import { createElement as h, type ReactElement } from 'react'
import { type Voice, voices } from './holisticScheme.ts'
import type { HolisticCard, ReportCard } from './reportCard.schema.ts'
import type { Words } from './reportCardWords.ts'
import { schemeWord } from './schemeWords.ts'

/**
 * Renders the holistic card: what the teacher, the child, classmates and the family say, by a scale and in words. Its
 * head, which stands on each page of the paper, says of whom the card is.
 */
export function holisticTable(
  { voices: columns, areas }: HolisticCard,
  { student, sectionName }: Pick<ReportCard, 'student' | 'sectionName'>,
  { say, word, first, onScreen }: Words,
): ReactElement {
  const voiceText = (voice: Voice) => say((labels) => labels.voices[voice])
  return h(
    'table',
    { className: 'rc-table rc-holistic' },
    h('caption', null, say('holisticTitle')),
    h(
      'colgroup',
      null,
      h('col'),
      columns.map(({ voice }) => h('col', { key: voice, className: 'rc-voice' })),
    ),
    h(
      'thead',
      null,
      h(
        'tr',
        null,
        h(
          'th',
          { scope: 'col', className: 'rc-of' },
          say('competency'),
          !onScreen && h('span', { className: 'rc-whose' }, h('bdi', null, student.name), `, ${sectionName}`),
        ),
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
        voices.some((voice) => own[voice]) &&
          h(
            'tr',
            null,
            h(
              'td',
              { colSpan: columns.length + 1, className: 'rc-words' },
              voices
                .filter((voice) => own[voice])
                .map((voice) =>
                  h('span', { key: voice }, h('b', null, `${voiceText(voice)}: `), h('bdi', null, own[voice]), ' '),
                ),
            ),
          ),
      ),
    ),
  )
}
