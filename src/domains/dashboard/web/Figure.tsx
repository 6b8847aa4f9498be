import type { ReactNode } from 'react'
import { Link } from '#ui/navigation.tsx'
import { classes } from '#ui/kit/classes.ts'
import { Pressable } from '#ui/kit/Pressable.tsx'
import styles from './Figure.module.css'

interface FiguresProps {
  children: ReactNode
  label: string
  /** The first figure is the one that counts. */
  led?: boolean
}

/** A strip of figures between hairlines; rows on a phone. */
export function Figures({ children, label, led = false }: FiguresProps) {
  return (
    <section aria-label={label} className={classes(styles.figures, led && styles.led)}>
      {children}
    </section>
  )
}

interface FigureProps {
  label: string
  value: ReactNode
  /** A small text below the value, such as a comparison. */
  hint?: ReactNode
  /** Address of the list behind the figure; without one the figure is no link. */
  to?: string | undefined
}

/** A number with a link to the list behind it, so that it can be checked. */
export function Figure({ label, value, hint, to }: FigureProps) {
  const content = (
    <>
      <span className={styles.label}>{label}</span>
      <span className={styles.value}>{value}</span>
      {hint && <span className={styles.hint}>{hint}</span>}
    </>
  )
  if (to === undefined) return <div className={styles.figure}>{content}</div>
  return (
    <Pressable as={Link} to={to} className={classes(styles.figure, styles.link)}>
      {content}
    </Pressable>
  )
}
