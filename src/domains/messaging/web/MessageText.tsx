import type { ReactNode } from 'react'
import styles from './MessageText.module.css'

/** Shows a message's text as on a phone, with its line breaks. */
export function MessageText({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div role="group" aria-label={label} className={styles.box}>
      {children}
    </div>
  )
}
