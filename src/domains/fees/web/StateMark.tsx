import type { ReactNode } from 'react'
import { classes } from '#ui/kit/classes.ts'
import { stateLabels } from './stateLabels.ts'
import styles from './StateMark.module.css'

type State = keyof typeof stateLabels | 'OVERDUE'

const ring = <circle cx="6" cy="6" r="5.1" fill="none" stroke="currentColor" strokeWidth="1.6" />
const disc = <circle cx="6" cy="6" r="6" fill="currentColor" />
const tick = (
  <>
    {disc}
    <path className={styles.cut} d="m3.3 6.2 1.9 1.9 3.5-4" />
  </>
)

/** The shape of every state, so that colour is never the only sign. */
const glyphs: Readonly<Record<State, ReactNode>> = {
  PAID: tick,
  COLLECTED: tick,
  PART_PAID: (
    <>
      {ring}
      <path d="M6 .9a5.1 5.1 0 0 1 0 10.2Z" fill="currentColor" />
    </>
  ),
  CLEARING: (
    <>
      {ring}
      <path d="M6 3.2V6l1.9 1.3" fill="none" stroke="currentColor" strokeWidth="1.4" strokeLinecap="round" />
    </>
  ),
  FAILED: (
    <>
      {disc}
      <path className={styles.cut} d="m4 4 4 4M8 4 4 8" />
    </>
  ),
  DISCOUNT: <path d="m6 .4 5.6 5.6L6 11.6.4 6Z" fill="currentColor" />,
  CONCESSION: <path d="m6 1.2 4.8 4.8L6 10.8 1.2 6Z" fill="none" stroke="currentColor" strokeWidth="1.6" />,
  WRITE_OFF: (
    <>
      {ring}
      <path d="m2.6 9.4 6.8-6.8" stroke="currentColor" strokeWidth="1.6" />
    </>
  ),
  REFUND: (
    <>
      {ring}
      <path d="M9 6H3.4m2.2-2.2L3.4 6l2.2 2.2" fill="none" stroke="currentColor" strokeWidth="1.4" />
    </>
  ),
  OPENING: (
    <>
      {ring}
      <path d="M6 9V3.4m-2.2 2.2L6 3.4l2.2 2.2" fill="none" stroke="currentColor" strokeWidth="1.4" />
    </>
  ),
  LATE_FEE: (
    <>
      {ring}
      <path d="M6 3.2v5.6M3.2 6h5.6" stroke="currentColor" strokeWidth="1.4" />
    </>
  ),
  PENDING: ring,
  OVERDUE: (
    <>
      <path d="M6 .8 11.8 11H.2Z" fill="currentColor" />
      <path className={styles.cut} d="M6 4.6v2.8M6 9.2h.01" />
    </>
  ),
}

const looks: Readonly<Record<State, string | undefined>> = {
  PAID: styles.paid,
  COLLECTED: styles.paid,
  PART_PAID: styles.part,
  CLEARING: styles.clearing,
  FAILED: styles.failed,
  DISCOUNT: styles.discount,
  CONCESSION: styles.discount,
  WRITE_OFF: styles.pending,
  REFUND: styles.clearing,
  OPENING: styles.pending,
  LATE_FEE: styles.overdue,
  PENDING: styles.pending,
  OVERDUE: styles.overdue,
}

type Props = { state: keyof typeof stateLabels; label?: string } | { state: 'OVERDUE'; label: string }

/** The state of a fee, a collected line or a payment: a glyph and its word or label, without a pill around them. */
export function StateMark(props: Props) {
  const { state } = props
  return (
    <span className={classes(styles.state, looks[state])}>
      <svg viewBox="0 0 12 12" aria-hidden className={styles.glyph}>
        {glyphs[state]}
      </svg>
      {props.label ?? (state === 'OVERDUE' ? null : stateLabels[state])}
    </span>
  )
}
