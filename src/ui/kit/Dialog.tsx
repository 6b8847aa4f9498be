import type { ComponentPropsWithRef, KeyboardEventHandler, ReactNode, RefObject } from 'react'
import { classes } from './classes.ts'
import styles from './Dialog.module.css'
import { later } from './later.tsx'

export interface DialogProps {
  /** Its heading, and its name. */
  title: ReactNode
  /** Escape, or a press beside it. Without it only its own buttons close it. */
  onClose?: ((event: Event) => void) | undefined
  /** Whether a press beside it closes it, too. */
  closesBeside?: boolean
  /** Widest width: 444, 600 or 900 px. On a phone a dialog with fields fills the screen. */
  size?: 'small' | 'normal' | 'large'
  /** `start` and `bottom` slide in from an edge of the window: a menu, a sheet on a phone. */
  side?: 'start' | 'bottom' | undefined
  role?: 'dialog' | 'alertdialog'
  /** The heading is only heard: what is shown says itself what it is. */
  hideTitle?: boolean
  'aria-describedby'?: string
  /** What has the focus first; else what has `autoFocus`, else the first control. */
  initialFocus?: RefObject<HTMLElement | null> | undefined
  /** Whether the focus goes back to where it was. */
  restoreFocus?: boolean
  onKeyDown?: KeyboardEventHandler | undefined
  className?: string | undefined
  children: ReactNode
}

/** Asks or shows something over the page, until it is unmounted. Holds a `DialogBody` and `DialogActions`. */
export const Dialog = later<DialogProps>(() => import('./DialogWindow.tsx'))

/** Content of a dialog. It scrolls. */
export function DialogBody({ className, ...rest }: ComponentPropsWithRef<'div'>) {
  return <div className={classes(styles.body, className)} {...rest} />
}

/** Buttons of a dialog; the one that does it is last. */
export function DialogActions({ className, ...rest }: ComponentPropsWithRef<'div'>) {
  return <div className={classes(styles.actions, className)} {...rest} />
}
