import type { ElementType } from 'react'
import type { As } from './as.ts'
import { classes } from './classes.ts'
import styles from './Link.module.css'

/** A link in a text. With a route `as={RouterLink}`; `as="button"` where it opens something on the same page. */
export function Link<Tag extends ElementType = 'a'>({ as, bare = false, className, ...rest }: As<Tag, { bare?: boolean }>) {
  const Element: ElementType = as ?? 'a'
  return (
    <Element
      {...(as === 'button' ? { type: 'button' } : {})}
      className={classes(styles.link, bare && styles.bare, className)}
      {...rest}
    />
  )
}
