import type { Mark } from '#shared/marks.ts'
import { markLabels } from '../labels.ts'
import styles from './MarkBadge.module.css'

interface MarkBadgeProps {
  mark: Mark
  size?: 'small' | 'normal' | 'large'
  /** Whether what stands beside says the mark already. */
  silent?: boolean
}

/** The letter of a mark in its colour: green, red or amber, always with the letter, never as colour alone. */
export function MarkBadge({ mark, size = 'normal', silent = false }: MarkBadgeProps) {
  return (
    <span
      className={`${styles.mark} ${styles[size]} ${styles[mark]}`}
      {...(silent ? { 'aria-hidden': true } : { title: markLabels[mark] })}
    >
      {mark}
    </span>
  )
}
