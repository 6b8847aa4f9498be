import type { ComponentPropsWithRef, ElementType } from 'react'
import type { As } from './as.ts'
import { classes } from './classes.ts'
import styles from './Table.module.css'

/** A table of HTML, with `<thead>`, `<tbody>`, `<tfoot>` and `<tr>` inside, and the cells below. */
export function Table({ stickyHead = false, className, ...rest }: ComponentPropsWithRef<'table'> & { stickyHead?: boolean }) {
  return <table className={classes(styles.table, stickyHead && styles.stickyHead, className)} {...rest} />
}

interface CellProps {
  /** Whether the text stands at the end, as amounts do. */
  end?: boolean
  /** Whether it holds only a box to tick or a button. */
  narrow?: boolean
}

/** A cell; a row's heading is one `as="th" scope="row"`. */
export function Cell<Tag extends ElementType = 'td'>({
  as,
  end = false,
  narrow = false,
  className,
  ...rest
}: As<Tag, CellProps>) {
  const Element: ElementType = as ?? 'td'
  return <Element className={classes(styles.cell, end && styles.end, narrow && styles.narrow, className)} {...rest} />
}

/** The heading of a column. */
export function HeadCell({ end = false, narrow = false, className, ...rest }: ComponentPropsWithRef<'th'> & CellProps) {
  const look = [styles.cell, styles.head, end && styles.end, narrow && styles.narrow]
  return <th scope="col" className={classes(...look, className)} {...rest} />
}

/** Scrolls a table that is wider than its place. */
export function TableScroll({ className, ...rest }: ComponentPropsWithRef<'div'>) {
  return <div className={classes(styles.scroll, className)} {...rest} />
}
