import type { ElementType } from 'react'
import type { As } from './as.ts'
import { classes } from './classes.ts'
import styles from './layout.module.css'
import type { Gap } from './Stack.tsx'

interface RowProps {
  gap?: Gap
  align?: 'start' | 'center' | 'end' | 'baseline' | 'stretch'
  justify?: 'between' | 'center' | 'end'
  /** Whether children that do not fit go to the next line. */
  wrap?: boolean
}

/** Puts its children beside each other. */
export function Row<Tag extends ElementType = 'div'>({
  as,
  gap = 2,
  align,
  justify,
  wrap = false,
  className,
  ...rest
}: As<Tag, RowProps>) {
  const Element: ElementType = as ?? 'div'
  const look = [styles[`gap${gap}`], align && styles[align], justify && styles[`justify-${justify}`], wrap && styles.wrap]
  return <Element className={classes(styles.row, ...look, className)} {...rest} />
}
