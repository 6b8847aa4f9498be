import { Trans } from '@lingui/react/macro'
import styles from './Guide.module.css'
import { Heading, Text } from '#ui/kit/Text.tsx'

/** A list of instructions for preparing a file. */
export function Guide({ points }: { points: readonly string[] }) {
  return (
    <section aria-labelledby="students-guide" className={styles.section}>
      <Heading level={2} id="students-guide">
        <Trans>Usage Guide</Trans>
      </Heading>
      <ul className={styles.list}>
        {points.map((point) => (
          <Text key={point} size="small" as="li">
            {point}
          </Text>
        ))}
      </ul>
    </section>
  )
}
