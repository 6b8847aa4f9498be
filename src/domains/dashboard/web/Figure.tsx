import type { ReactNode } from 'react'
import { Link } from 'react-router'
import styles from './Figure.module.css'
import { Card } from '#ui/kit/Card.tsx'
import { Text } from '#ui/kit/Text.tsx'
import { classes } from '#ui/kit/classes.ts'
import { Pressable } from '#ui/kit/Pressable.tsx'

interface FigureProps {
  label: string
  value: string
  /** A small text below the value, such as a comparison. Line breaks are kept. */
  hint?: string
  /** Address of the list behind the figure; without one the figure is no link. */
  to?: string | undefined
}

/** A grid of figures: two columns on a phone, one row on a wide screen. */
export function Figures({ children, label }: { children: ReactNode; label: string }) {
  return (
    <section aria-label={label} className={styles.figures}>
      {children}
    </section>
  )
}

/** A number with a link to the list behind it, so that it can be checked. */
export function Figure({ label, value, hint, to }: FigureProps) {
  const content = (
    <>
      <Text tone="quiet" size="small">
        {label}
      </Text>
      {/* The font size shrinks with the card, so that crores fit to the paisa. */}
      <Text className={styles.text}>{value}</Text>
      {hint && (
        <Text size="small" className={styles.hint}>
          {hint}
        </Text>
      )}
    </>
  )
  return (
    <Card className={styles.card}>
      {to === undefined ? (
        <div className={styles.content}>{content}</div>
      ) : (
        <Pressable as={Link} to={to} className={classes(styles.content, styles.link)}>
          {content}
        </Pressable>
      )}
    </Card>
  )
}
