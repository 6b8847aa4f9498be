import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { percentNumber, showPercent } from '#shared/percent.ts'
import { Cell, HeadCell, Table, TableScroll } from '#ui/kit/Table.tsx'
import { Heading, Text } from '#ui/kit/Text.tsx'
import { reportCardFormatOf } from '../../reportCardFormats.ts'
import type { Component, Pattern, Scale, Scheme } from '../../scheme.schema.ts'
import { sayWord } from '../sayWord.ts'
import { codeEffectLabels, codeLabels, roundingLabels } from './schemeLabels.ts'
import { SchemeCardView } from './SchemeCardView.tsx'
import { SchemeHolisticView } from './SchemeHolisticView.tsx'
import { SchemeSource } from './SchemeSource.tsx'
import styles from './SchemeView.module.css'

/**
 * How classes are assessed by a scheme, in tables and sentences.
 * @param props.ready the ready scheme from which it was copied, or which it is
 */
export function SchemeView({ scheme, ready }: { scheme: Scheme; ready: string }) {
  return (
    <div className={styles.view}>
      <SchemeSource source={scheme.source} />
      {scheme.patterns.map((pattern) => (
        <PatternTable key={pattern.name} pattern={pattern} scheme={scheme} />
      ))}
      <Rules scheme={scheme} />
      <div className={styles.pair}>
        <Classes classes={scheme.classes} />
        <Parts parts={scheme.parts} />
      </div>
      <div className={styles.pair}>
        {scheme.scales.map((scale) => (
          <ScaleTable key={scale.name} scale={scale} />
        ))}
      </div>
      {scheme.holistic && <SchemeHolisticView holistic={scheme.holistic} />}
      <SchemeCardView card={reportCardFormatOf(scheme, ready)} />
    </div>
  )
}

function Section({ title, hint, children }: { title: string; hint?: ReactNode; children: ReactNode }) {
  return (
    <section aria-label={title} className={styles.section}>
      <Heading level={2}>{title}</Heading>
      {hint && (
        <Text size="small" tone="quiet" className={styles.hint}>
          {hint}
        </Text>
      )}
      {children}
    </section>
  )
}

/** Tests of a component in words: `best 2 of 3 tests of 25 marks`. */
function testsInWords({ highestMarks, best }: Component): string {
  const tests = highestMarks.length
  const different = [...new Set(highestMarks)].map((marks) => percentNumber(marks))
  const each = different.join(' / ')
  if (tests === 1) return t`1 test of ${each}`
  return best < tests ? t`${tests} tests of ${each}, the best ${best} count` : t`${tests} tests of ${each}, all count`
}

/** The components of a pattern with the marks for which each counts in each part. */
function PatternTable({ pattern, scheme }: { pattern: Pattern; scheme: Scheme }) {
  const { components } = pattern
  const scale = sayWord(pattern.scale)
  const outOf = percentNumber(pattern.outOf)
  const parts = scheme.parts.filter((part) => components.some((component) => component.parts.includes(part.name)))
  const byPoints = scheme.scales.find((other) => other.name === pattern.scale)?.by === 'POINTS'
  const hasPass = components.some(({ pass }) => pass !== null)
  return (
    <Section
      title={sayWord(pattern.name)}
      hint={
        byPoints
          ? t`Grades without marks, by the scale “${scale}”`
          : t`Each part of the year out of ${outOf} marks, graded by the scale “${scale}”`
      }
    >
      <TableScroll>
        <Table>
          <thead>
            <tr>
              <HeadCell>
                <Trans>Component</Trans>
              </HeadCell>
              {!byPoints && (
                <HeadCell className={styles.tests}>
                  <Trans>Tests and their highest marks</Trans>
                </HeadCell>
              )}
              {parts.map((part) => (
                <HeadCell key={part.name} end={!byPoints}>
                  {sayWord(part.name)}
                </HeadCell>
              ))}
              {hasPass && (
                <HeadCell end>
                  <Trans>To pass</Trans>
                </HeadCell>
              )}
            </tr>
          </thead>
          <tbody>
            {components.map((component, index) => (
              // Names are unique in a part only.
              // oxlint-disable-next-line react/no-array-index-key
              <tr key={index}>
                <Cell as="th" scope="row">
                  {sayWord(component.name)}
                  {!byPoints && <span className={styles.testsBelow}>{testsInWords(component)}</span>}
                </Cell>
                {!byPoints && <Cell className={styles.tests}>{testsInWords(component)}</Cell>}
                {parts.map((part) => (
                  <Cell key={part.name} end={!byPoints}>
                    {component.parts.includes(part.name) ? (byPoints ? t`a grade` : percentNumber(component.outOf)) : '–'}
                  </Cell>
                ))}
                {hasPass && <Cell end>{component.pass === null ? '–' : showPercent(component.pass)}</Cell>}
              </tr>
            ))}
          </tbody>
          {!byPoints && (
            <tfoot>
              <tr>
                <Cell as="th" scope="row">
                  <Trans>Together</Trans>
                </Cell>
                <Cell className={styles.tests} />
                {parts.map((part) => (
                  <Cell key={part.name} end>
                    {outOf}
                  </Cell>
                ))}
                {hasPass && <Cell />}
              </tr>
            </tfoot>
          )}
        </Table>
      </TableScroll>
    </Section>
  )
}

function Classes({ classes }: { classes: Scheme['classes'] }) {
  return (
    <Section title={t`Classes`}>
      <TableScroll>
        <Table>
          <thead>
            <tr>
              <HeadCell>
                <Trans>Class</Trans>
              </HeadCell>
              <HeadCell>
                <Trans>A student who has failed</Trans>
              </HeadCell>
            </tr>
          </thead>
          <tbody>
            {classes.map(({ name, detains, compartment }) => (
              <tr key={name}>
                <Cell as="th" scope="row">
                  {name}
                </Cell>
                <Cell>{failureInWords(detains, compartment)}</Cell>
              </tr>
            ))}
          </tbody>
        </Table>
      </TableScroll>
    </Section>
  )
}

function failureInWords(detains: boolean, compartment: number | null): string {
  if (!detains) return t`is promoted all the same`
  if (compartment === null) return t`is examined again in the failed subjects, once`
  if (compartment === 0) return t`is not promoted`
  return t`is examined again, once, after failing in up to ${plural(compartment, { one: '# subject', other: '# subjects' })}`
}

function Parts({ parts }: { parts: Scheme['parts'] }) {
  const all = parts.reduce((sum, { weight }) => sum + weight, 0)
  return (
    <Section title={t`Parts of the year`}>
      <TableScroll>
        <Table>
          <thead>
            <tr>
              <HeadCell>
                <Trans>Part</Trans>
              </HeadCell>
              <HeadCell end>
                <Trans>Share of the year</Trans>
              </HeadCell>
            </tr>
          </thead>
          <tbody>
            {parts.map(({ name, weight }) => (
              <tr key={name}>
                <Cell as="th" scope="row">
                  {sayWord(name)}
                </Cell>
                {/* A third is no whole number of per cents. */}
                <Cell end>{(100 * weight) % all === 0 ? `${(100 * weight) / all} %` : t`${weight} of ${all}`}</Cell>
              </tr>
            ))}
          </tbody>
        </Table>
      </TableScroll>
    </Section>
  )
}

function ScaleTable({ scale: { name, by, grades } }: { scale: Scale }) {
  return (
    <Section title={sayWord(name)} hint={by === 'SHARE' ? t`Grades by per cent` : t`Grades that a teacher gives without marks`}>
      <TableScroll>
        <Table>
          <thead>
            <tr>
              <HeadCell>
                <Trans>Grade</Trans>
              </HeadCell>
              <HeadCell end>{by === 'SHARE' ? t`Per cent` : t({ message: 'Points', context: 'of a scale' })}</HeadCell>
              {grades.some(({ meaning }) => meaning !== '') && (
                <HeadCell>
                  <Trans>Meaning</Trans>
                </HeadCell>
              )}
            </tr>
          </thead>
          <tbody>
            {grades.map(({ grade, from, to, meaning }) => (
              <tr key={grade}>
                <Cell as="th" scope="row">
                  {sayWord(grade)}
                </Cell>
                <Cell end>{from === to ? from : `${from}–${to}`}</Cell>
                {grades.some((other) => other.meaning !== '') && <Cell>{sayWord(meaning)}</Cell>}
              </tr>
            ))}
          </tbody>
        </Table>
      </TableScroll>
    </Section>
  )
}

/** Total, passing, grace marks, codes and rounding, a sentence each. */
function Rules({ scheme: { total, pass, grace, codes, rounding, scales } }: { scheme: Scheme }) {
  const percent = (share: number | null) => (share === null ? '' : showPercent(share))
  const [subject, inGroup, ofTotal] = [percent(pass.subject), percent(pass.inGroup), percent(pass.total)]
  const { best } = total
  const scale = sayWord(total.scale)
  const hasMarks = scales.some(({ by }) => by === 'SHARE')
  const rules: [title: string, sentences: string[]][] = [
    [
      t`Total`,
      [
        !hasMarks
          ? t`None, because no subject has marks`
          : best === null
            ? t`All counted subjects, graded by the scale “${scale}”`
            : t`The best ${best} of the counted and optional subjects, graded by the scale “${scale}”`,
      ],
    ],
    [
      t`To pass`,
      [
        subject ? t`${subject} in each counted subject` : '',
        inGroup ? t`${inGroup} in a subject of a group that reaches ${subject} together` : '',
        ofTotal ? t`${ofTotal} of the total` : '',
      ].filter(Boolean),
    ],
    [t`Grace marks`, [grace ? graceInWords(grace) : t`None`]],
    [
      t`In place of a mark`,
      (['AB', 'ML', 'EX'] as const).map((code) => `${code} (${codeLabels[code]}): ${codeEffectLabels[codes[code]]}`),
    ],
    [t`Rounding`, roundingInWords(rounding)],
  ]
  return (
    <Section title={t`Passing and rules`}>
      <dl className={styles.rules}>
        {rules.map(([title, sentences]) => (
          <div key={title}>
            <dt>{title}</dt>
            {(sentences.length > 0 ? sentences : [t`Nobody can fail`]).map((sentence) => (
              <dd key={sentence}>{sentence}</dd>
            ))}
          </div>
        ))}
      </dl>
    </Section>
  )
}

function graceInWords(grace: NonNullable<Scheme['grace']>): string {
  const [each, all] = [percentNumber(grace.perSubject), percentNumber(grace.total)]
  const subjects = plural(grace.subjects, { one: '# subject', other: '# subjects' })
  return t`Up to ${each} in a subject, in up to ${subjects}, ${all} together, where a student then passes everything`
}

function roundingInWords(rounding: Scheme['rounding']): string[] {
  const component = roundingLabels[rounding.component]
  const part = roundingLabels[rounding.part]
  const subject = roundingLabels[rounding.subject]
  const total = roundingLabels[rounding.total]
  return [t`Component: ${component}`, t`Part: ${part}`, t`Subject: ${subject}`, t`Total: ${total}`]
}
