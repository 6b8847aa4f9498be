import { classes } from '#ui/kit/classes.ts'
import styles from './KeyCap.module.css'

/** A keyboard key, shown on wide screens only, because phones have no keyboard. `solid`: on a primary button. */
export function KeyCap({ children, solid = false }: { children: string; solid?: boolean }) {
  return (
    <kbd aria-hidden className={classes(styles.key, solid && styles.solid)}>
      {children}
    </kbd>
  )
}
