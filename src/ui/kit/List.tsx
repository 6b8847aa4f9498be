import type { ComponentPropsWithRef, ElementType, ReactNode } from 'react'
import type { As } from './as.ts'
import { classes } from './classes.ts'
import styles from './List.module.css'

/** A list of rows. */
export function List({ className, ...rest }: ComponentPropsWithRef<'ul'>) {
  // Without its marks, Safari does not say that it is a list.
  // oxlint-disable-next-line jsx-a11y/no-redundant-roles
  return <ul role="list" className={classes(styles.list, className)} {...rest} />
}

interface ListRowProps extends ComponentPropsWithRef<'li'> {
  /** A line below, unless it is the last row. */
  divided?: boolean
  /** At the end: an amount, a button. */
  end?: ReactNode
}

/** A row of a list: text, or one `ListButton`. */
export function ListRow({ divided = false, end, className, children, ...rest }: ListRowProps) {
  return (
    <li className={classes(styles.row, divided && styles.divided, className)} {...rest}>
      {children}
      {end && <div className={styles.end}>{end}</div>}
    </li>
  )
}

/** What is pressed in a row: all of it. As a link by `as={Link}`. */
export function ListButton<Tag extends ElementType = 'button'>({
  as,
  chosen = false,
  className,
  ...rest
}: As<Tag, { chosen?: boolean }>) {
  const Element: ElementType = as ?? 'button'
  return (
    <Element
      {...(as === undefined ? { type: 'button' } : {})}
      className={classes(styles.button, chosen && styles.chosen, className)}
      {...rest}
    />
  )
}

interface ListTextProps {
  title: ReactNode
  detail?: ReactNode
  className?: string | undefined
  /** Cuts a title, and a detail, that is longer than the row. */
  oneLine?: boolean
}

/** Two lines of a row: what it is, and more about it. */
export function ListText({ title, detail, oneLine = false, className }: ListTextProps) {
  return (
    <div className={classes(styles.text, oneLine && styles.oneLine, className)}>
      <div className={styles.title}>{title}</div>
      {detail && <div className={styles.detail}>{detail}</div>}
    </div>
  )
}
