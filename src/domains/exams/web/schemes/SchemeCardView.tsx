import { plural, t } from '@lingui/core/macro'
import { Heading } from '#ui/kit/Text.tsx'
import type { ReportCardFormat } from '../../reportCardFormat.schema.ts'
import { cardLabels, cardSwitchLabels } from './schemeLabels.ts'
import styles from './SchemeView.module.css'

/** What the report cards print besides what is assessed. */
export function SchemeCardView({ card }: { card: ReportCardFormat }) {
  const { facts, signatures, remarkLines } = card
  const printed = (['components', 'partGrades', 'total', 'descriptive'] as const).filter((name) => card[name])
  const rows: [title: string, sentences: string[]][] = [
    [t`Title of the card`, [cardLabels.titles[card.title]]],
    [t`Of the student, besides name and class`, [facts.map((name) => cardLabels.facts[name]).join(', ')]],
    [t`Of the marks`, printed.map((name) => cardSwitchLabels[name])],
    [t`Signatures`, [signatures.map((name) => cardLabels.signatures[name]).join(', ')]],
    [
      t`Empty lines for a remark`,
      [
        remarkLines === 0
          ? ''
          : plural(remarkLines, {
              one: '# line, where a student has no remark',
              other: '# lines, where a student has no remark',
            }),
      ],
    ],
  ]
  return (
    <section aria-label={t`Report card`} className={styles.section}>
      <Heading level={2}>{t`Report card`}</Heading>
      <dl className={styles.rules}>
        {rows.map(([title, sentences]) => (
          <div key={title}>
            <dt>{title}</dt>
            {sentences.filter(Boolean).map((sentence) => (
              <dd key={sentence}>{sentence}</dd>
            ))}
            {sentences.every((sentence) => sentence === '') && <dd>{t`None`}</dd>}
          </div>
        ))}
      </dl>
    </section>
  )
}
