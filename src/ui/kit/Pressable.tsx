import type { ElementType } from 'react'
import type { As } from './as.ts'
import { classes } from './classes.ts'
import styles from './Pressable.module.css'

/** A button without a look of its own, for what is pressed as a whole: a card, a row, a figure. */
export function Pressable<Tag extends ElementType = 'button'>({ as, className, ...rest }: As<Tag, object>) {
  const Element: ElementType = as ?? 'button'
  return (
    <Element
      {...(as === undefined ? { type: 'button' } : {})}
      className={classes(styles.pressable, className as string | undefined)}
      {...rest}
    />
  )
}
