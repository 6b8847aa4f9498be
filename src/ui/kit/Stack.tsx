import type { ElementType } from 'react'
import type { As } from './as.ts'
import { classes } from './classes.ts'
import styles from './layout.module.css'

/** A step of the scale of distances in tokens.css: 4, 8, 12, 16, 24, 32 or 48 px. */
export type Gap = 1 | 2 | 3 | 4 | 5 | 6 | 7

interface StackProps {
  gap?: Gap
  align?: 'start' | 'center' | 'end' | 'baseline' | 'stretch'
}

/** Puts its children below each other. */
export function Stack<Tag extends ElementType = 'div'>({ as, gap = 4, align, className, ...rest }: As<Tag, StackProps>) {
  const Element: ElementType = as ?? 'div'
  return <Element className={classes(styles.stack, styles[`gap${gap}`], align && styles[align], className)} {...rest} />
}
