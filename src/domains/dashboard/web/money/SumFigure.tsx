import type { ReactNode } from 'react'
import { Link } from '#ui/navigation.tsx'
import type { Paise } from '#shared/money.ts'
import { classes } from '#ui/kit/classes.ts'
import { Pressable } from '#ui/kit/Pressable.tsx'
import { MoneyFigure } from '#domains/fees/web/moneyFigure.exports.tsx'
import styles from './SumFigure.module.css'

/** Figures in a row, as many as fit; a list on a phone. */
export function SumFigures({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section aria-label={label} className={styles.figures}>
      {children}
    </section>
  )
}

interface SumFigureProps {
  label: string
  amount: Paise
  /** A small text below the amount. */
  hint?: string | undefined
  /** Address of the list with the same sum; without one the figure is no link. */
  to?: string
}

/** An amount of the page of money, with a link to its list. Unlike those of the dashboard there are ten of them. */
export function SumFigure({ label, amount, hint, to }: SumFigureProps) {
  const content = (
    <>
      <span className={styles.label}>{label}</span>
      <span className={styles.amount}>
        <MoneyFigure amount={amount} />
      </span>
      {hint && <span className={styles.label}>{hint}</span>}
    </>
  )
  if (to === undefined) return <div className={styles.figure}>{content}</div>
  return (
    <Pressable as={Link} to={to} className={classes(styles.figure, styles.link)}>
      {content}
    </Pressable>
  )
}
