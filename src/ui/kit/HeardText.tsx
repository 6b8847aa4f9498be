import type { ReactNode } from 'react'
import styles from './HeardText.module.css'

/** Text for screen readers alone; `as="div"` for what is more than text, `as="h2"` for a heading. */
export function HeardText({ as: Element = 'span', children }: { as?: 'span' | 'div' | 'h2'; children: ReactNode }) {
  return <Element className={styles.heard}>{children}</Element>
}
