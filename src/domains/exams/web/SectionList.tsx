import { plural, t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { Heading, Text } from '#ui/kit/Text.tsx'
import styles from './SectionList.module.css'

interface SectionListProps {
  /** The name of the section. */
  name: string
  /** Number of marks that are missing in it. */
  missing: number
  /** Buttons beside the name. */
  buttons: ReactNode
  /** The items of the list. */
  items: ReactNode
  /** What stands below the list. */
  children?: ReactNode
  className?: string | undefined
}

/** A section of a class with how many marks are missing, and a list in which they are. */
export function SectionList({ name, missing, buttons, items, children, className }: SectionListProps) {
  return (
    <section aria-label={name} className={[styles.section, className].filter(Boolean).join(' ')}>
      <div className={styles.head}>
        <Heading level={2}>{name}</Heading>
        <Text size="small" tone="quiet" as="span" className={styles.missing}>
          {missing === 0 ? t`Everything is entered` : plural(missing, { one: '# mark missing', other: '# marks missing' })}
        </Text>
        {buttons}
      </div>
      {/* Without its marks, Safari does not say that it is a list. */}
      {/* oxlint-disable-next-line jsx-a11y/no-redundant-roles */}
      <ul role="list" className={styles.list}>
        {items}
      </ul>
      {children}
    </section>
  )
}
