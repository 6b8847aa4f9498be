import type { ElementType, ReactNode } from 'react'
import type { As } from './as.ts'
import styles from './Button.module.css'
import { classes } from './classes.ts'

interface ButtonProps {
  /** `primary` for the one thing that the page is for, `quiet` for what stands beside. */
  variant?: 'normal' | 'primary' | 'quiet'
  size?: 'small' | 'normal' | 'large'
  /** Whether it destroys something. */
  danger?: boolean
  icon?: ReactNode
  endIcon?: ReactNode
  /** Whether what it started is still running. It cannot be pressed meanwhile. */
  loading?: boolean
  disabled?: boolean
  children?: ReactNode
}

/** A button, or a link that looks like one (`as={Link}`). */
export function Button<Tag extends ElementType = 'button'>({
  as,
  variant = 'normal',
  size = 'normal',
  danger = false,
  icon,
  endIcon,
  loading = false,
  disabled = false,
  className,
  children,
  ...rest
}: As<Tag, ButtonProps>) {
  const isLink = as !== undefined || 'href' in rest
  const Element: ElementType = as ?? (isLink ? 'a' : 'button')
  const off = disabled || loading
  // A link cannot be disabled: it is no link then.
  const state = isLink ? (off ? { 'aria-disabled': true, tabIndex: -1 } : {}) : { type: 'button', disabled: off }
  return (
    <Element
      className={classes(
        styles.button,
        styles[variant],
        styles[size],
        danger && styles.danger,
        loading && styles.loading,
        className,
      )}
      aria-busy={loading || undefined}
      {...state}
      {...rest}
    >
      {icon}
      {children}
      {endIcon}
      {loading && <span className={styles.spinner} aria-hidden />}
    </Element>
  )
}
