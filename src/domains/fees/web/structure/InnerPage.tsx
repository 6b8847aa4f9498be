import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { InnerPageHead } from '#ui/InnerPageHead.tsx'
import { Stack } from '#ui/kit/Stack.tsx'
import styles from './InnerPage.module.css'
import { Heading, Text } from '#ui/kit/Text.tsx'

/** Returns the address of the Fees Categories tab, or of one of its inner pages. */
export function categoriesAddress(inside: { category?: string; view?: 'upload' | 'assign' | 'dues' } = {}): string {
  return `/fees?${new URLSearchParams({ tab: 'categories', ...inside })}`
}

export interface InnerPageProps {
  title: string
  /** One line about the page, in numbers or words. */
  context?: ReactNode
  action?: ReactNode
  children: ReactNode
}

/** A page inside the Fees Categories tab, with a link back to it. */
export function InnerPage({ title, context, action, children }: InnerPageProps) {
  return (
    <Stack gap={4}>
      <InnerPageHead title={title} context={context} back={{ to: categoriesAddress(), label: t`Fees Categories` }}>
        {action}
      </InnerPageHead>
      {children}
    </Stack>
  )
}

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
