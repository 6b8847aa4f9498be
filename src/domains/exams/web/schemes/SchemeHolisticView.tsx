import { t } from '@lingui/core/macro'
import { Heading, Text } from '#ui/kit/Text.tsx'
import type { HolisticScheme } from '../../holisticScheme.ts'
import { voiceLabels } from '../holistic/holisticTexts.ts'
import { sayWord } from '../sayWord.ts'
import styles from './SchemeView.module.css'

/** The statements of the holistic progress card by area, with its classes and who speaks by which scale. */
export function SchemeHolisticView({ holistic }: { holistic: HolisticScheme }) {
  const classes = holistic.classes.join(', ')
  const speakers = holistic.voices.map(({ voice, scale }) => `${voiceLabels[voice]} (${sayWord(scale)})`).join(', ')
  return (
    <section aria-label={t`Holistic progress card`} className={styles.section}>
      <Heading level={2}>{t`Holistic progress card`}</Heading>
      <Text size="small" tone="quiet" className={styles.hint}>
        {t`Classes ${classes}. Who speaks: ${speakers}`}
      </Text>
      {holistic.areas.map(({ id, name, statements }) => (
        <div key={id}>
          <Heading level={3}>{sayWord(name)}</Heading>
          <ul>
            {statements.map((statement) => (
              <li key={statement.id}>{sayWord(statement.text)}</li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  )
}
