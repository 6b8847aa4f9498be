import type { Mark } from '#shared/marks.ts'
import { markLabels } from '../labels.ts'
import { classes } from '#ui/kit/classes.ts'
import styles from './MarkBadge.module.css'

interface MarkBadgeProps {
  mark: Mark
  size?: 'small' | 'normal' | 'large'
  /** Whether what stands beside says the mark already. */
  silent?: boolean
  className?: string | undefined
}

/** The letter of a mark in its colour: green, red or amber, always with the letter, never as colour alone. */
export function MarkBadge({ mark, size = 'normal', silent = false, className }: MarkBadgeProps) {
  return (
    <span
      className={classes(styles.mark, styles[size], styles[mark], className)}
      {...(silent ? { 'aria-hidden': true } : { title: markLabels[mark] })}
    >
      {mark}
    </span>
  )
}
