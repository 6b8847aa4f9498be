import type { ElementType } from 'react'
import type { As } from './as.ts'
import { classes } from './classes.ts'
import styles from './Card.module.css'

/** A sheet with an edge, for what belongs together. Not inside another one. */
export function Card<Tag extends ElementType = 'div'>({ as, className, ...rest }: As<Tag, object>) {
  const Element: ElementType = as ?? 'div'
  return <Element className={classes(styles.card, className)} {...rest} />
}
