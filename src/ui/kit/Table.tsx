import { type ComponentPropsWithoutRef, type ComponentPropsWithRef, type ElementType, useEffect, useRef, useState } from 'react'
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

/**
 * The same for a long table, whose head stays below the bar of the page while its rows pass. A place that scrolls
 * sideways holds its head inside, so it is one only while the table is too wide.
 */
export function LongTableScroll({ className, ...rest }: ComponentPropsWithoutRef<'div'>) {
  const place = useRef<HTMLDivElement>(null)
  const [isTooWide, setTooWide] = useState(false)
  useEffect(() => {
    const element = place.current
    const table = element?.firstElementChild
    if (!element || !(table instanceof HTMLElement)) return undefined
    const observer = new ResizeObserver(() => setTooWide(table.offsetWidth > element.clientWidth))
    observer.observe(element)
    observer.observe(table)
    return () => observer.disconnect()
  }, [])
  return <div ref={place} className={classes(isTooWide ? styles.scroll : styles.long, className)} {...rest} />
}
