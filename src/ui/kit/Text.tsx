import type { ElementType } from 'react'
import type { As } from './as.ts'
import { classes } from './classes.ts'
import styles from './Text.module.css'

interface TextProps {
  /** `small` for what stands beside something, `tiny` for captions. */
  size?: 'normal' | 'small' | 'tiny'
  /** `quiet` for what matters second, `error` for what is wrong. */
  tone?: 'normal' | 'quiet' | 'error'
  /** Cuts a text that does not fit into one line, with an ellipsis. */
  clip?: boolean
}

/** A paragraph, or another element that holds text. */
export function Text<Tag extends ElementType = 'p'>({
  as,
  size = 'normal',
  tone = 'normal',
  clip = false,
  className,
  ...rest
}: As<Tag, TextProps>) {
  const Element: ElementType = as ?? 'p'
  return <Element className={classes(styles[size], styles[tone], clip && styles.clip, className)} {...rest} />
}

interface HeadingProps {
  /** 1 for the page, 2 for its sections, 3 inside them. */
  level?: 1 | 2 | 3
}

/** A heading; `as` when its place in the outline differs from its size. */
export function Heading<Tag extends ElementType = 'h2'>({ as, level = 2, className, ...rest }: As<Tag, HeadingProps>) {
  const Element: ElementType = as ?? `h${level}`
  return <Element className={classes(styles[`h${level}`], className)} {...rest} />
}
