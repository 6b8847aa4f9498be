import type { ComponentPropsWithRef } from 'react'
import { classes } from './classes.ts'
import styles from './Progress.module.css'

interface ProgressProps extends ComponentPropsWithRef<'div'> {
  /** Percent that is done; undefined when nobody knows how much there is. */
  value?: number | undefined
}

/** A bar that shows how far something is. Name it by `aria-label`. */
export function Progress({ value, className, ...rest }: ProgressProps) {
  const state = value === undefined ? {} : { 'aria-valuenow': Math.round(value), 'aria-valuemin': 0, 'aria-valuemax': 100 }
  return (
    <div role="progressbar" className={classes(styles.bar, className)} {...state} {...rest}>
      <span
        className={value === undefined ? styles.running : styles.done}
        style={value === undefined ? {} : { inlineSize: `${value}%` }}
      />
    </div>
  )
}

/** A turning ring, where a bar has no room. Name it by `aria-label`. */
export function Spinner({ className, ...rest }: ComponentPropsWithRef<'span'>) {
  return <span role="progressbar" className={classes(styles.spinner, className)} {...rest} />
}
