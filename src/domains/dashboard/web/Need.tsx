import { showCount } from '#shared/counts.ts'
import type { ReactNode } from 'react'
import { Link } from '#ui/navigation.tsx'
import { classes } from '#ui/kit/classes.ts'
import { ChevronRightIcon } from '#ui/kit/icons.ts'
import styles from './Need.module.css'

/** What needs somebody today, one row each. */
export function Needs({ children, label }: { children: ReactNode; label: string }) {
  return (
    <section aria-label={label} className={styles.needs}>
      {children}
    </section>
  )
}

interface NeedProps {
  count: number
  label: string
  about: string
  /** What the row is opened for. */
  action?: string
  /** The list behind it; without one the row is no link. */
  to?: string | undefined
  /** It is about children, or about money that came. */
  urgent?: boolean
  /** It waits for nobody. */
  quiet?: boolean
}

/** A row of what needs somebody: how many, what, and what to do about it. All of it is one link to the list. */
export function Need({ count, label, about, action, to, urgent = false, quiet = false }: NeedProps) {
  const content = (
    <>
      <span className={styles.label}>{label}</span>
      <span className={classes(styles.count, count > 0 && !quiet && (urgent ? styles.urgent : styles.open))}>
        {showCount(count)}
      </span>
      <span className={styles.about}>{about}</span>
    </>
  )
  if (to === undefined) return <div className={styles.need}>{content}</div>
  return (
    <Link to={to} className={classes(styles.need, styles.link)}>
      {content}
      {count > 0 && (
        <span aria-hidden className={styles.action}>
          {action}
        </span>
      )}
      <ChevronRightIcon size={18} aria-hidden className={styles.arrow} />
    </Link>
  )
}
