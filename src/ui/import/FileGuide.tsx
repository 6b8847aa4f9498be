import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Heading, Text } from '#ui/kit/Text.tsx'
import styles from './FileGuide.module.css'

/** Instructions for preparing a file. */
export function FileGuide({ id, points, children }: { id: string; points: readonly string[]; children?: ReactNode }) {
  return (
    <section aria-labelledby={id} className={styles.section}>
      <Heading level={2} as="h3" id={id}>
        <Trans>Usage Guide</Trans>
      </Heading>
      <ul className={styles.list}>
        {points.map((point) => (
          <Text key={point} size="small" as="li">
            {point}
          </Text>
        ))}
      </ul>
      {children}
    </section>
  )
}
