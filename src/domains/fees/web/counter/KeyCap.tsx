import styles from './KeyCap.module.css'
/** A keyboard key, shown on wide screens only, because phones have no keyboard. */
export function KeyCap({ children }: { children: string }) {
  return (
    <kbd aria-hidden className={styles.hint}>
      {children}
    </kbd>
  )
}
