import type { ElementType, ReactNode } from 'react'
import type { As } from './as.ts'
import { classes } from './classes.ts'
import styles from './IconButton.module.css'

interface IconButtonProps {
  /** What it does: a picture alone says nothing to a screen reader. */
  'aria-label': string
  size?: 'small' | 'normal'
  danger?: boolean
  loading?: boolean
  disabled?: boolean
  children?: ReactNode
}

/** A button that is an icon, or a link (`as={Link}`). */
export function IconButton<Tag extends ElementType = 'button'>({
  as,
  size = 'normal',
  danger = false,
  loading = false,
  disabled = false,
  className,
  ...rest
}: As<Tag, IconButtonProps>) {
  const Element: ElementType = as ?? 'button'
  const off = disabled || loading
  const state = as === undefined ? { type: 'button', disabled: off } : off ? { 'aria-disabled': true, tabIndex: -1 } : {}
  return (
    <Element
      className={classes(styles.button, styles[size], danger && styles.danger, className)}
      aria-busy={loading || undefined}
      {...state}
      {...rest}
    />
  )
}
