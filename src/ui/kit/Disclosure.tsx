import { type ReactNode, useId } from 'react'
import { classes } from './classes.ts'
import { ExpandMoreIcon } from './icons.ts'
import styles from './Disclosure.module.css'

interface DisclosureProps {
  title: ReactNode
  /** Beside the title: how much is inside. */
  aside?: ReactNode
  open: boolean
  onToggle: (open: boolean) => void
  /** Whether the title is a heading of the page. */
  heading?: boolean
  children: ReactNode
}

/** A part of a form that is folded until it is wanted. What is inside stays mounted, so that its values are kept. */
export function Disclosure({ title, aside, open, onToggle, heading = false, children }: DisclosureProps) {
  const id = useId()
  const button = (
    <button type="button" aria-expanded={open} aria-controls={id} onClick={() => onToggle(!open)} className={styles.button}>
      {title}
      {aside}
      <ExpandMoreIcon size={20} aria-hidden className={classes(styles.arrow, open && styles.turned)} />
    </button>
  )
  return (
    <div className={styles.disclosure}>
      {heading ? <h2 className={styles.heading}>{button}</h2> : button}
      <div id={id} hidden={!open} className={styles.content}>
        {children}
      </div>
    </div>
  )
}
