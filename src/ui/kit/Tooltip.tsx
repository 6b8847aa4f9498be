import { cloneElement, lazy, type ReactElement, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import styles from './Tooltip.module.css'

export interface TooltipProps {
  /** What it says; without a text there is no tooltip. */
  text: ReactNode
  /** Whether it says more than the name of the control, such as why that is off. Else it repeats the name. */
  describes?: boolean
  /** The control. */
  children: ReactElement<{ 'aria-label'?: string | undefined; 'aria-description'?: string | undefined }>
}

const TooltipPopup = lazy(() => import('./TooltipPopup.tsx'))

/** Milliseconds that a pointer rests before it appears. */
const rest = 400

/**
 * A line about a control, for a resting pointer and for the focus of the keyboard. Screen readers get the text from the
 * control itself, as its name or its description. The control may be disabled.
 */
export function Tooltip({ text, describes = false, children }: TooltipProps) {
  const place = useRef<HTMLSpanElement>(null)
  const [open, setOpen] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  if (text === '' || text === null || text === undefined) return children

  const show = (after: number) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setOpen(true), after)
  }
  const hide = () => {
    clearTimeout(timer.current)
    setOpen(false)
  }
  const spoken = typeof text !== 'string' ? {} : describes ? { 'aria-description': text } : { 'aria-label': text }
  return (
    // The handlers only show what screen readers are told anyway.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <span
      ref={place}
      className={styles.anchor}
      onPointerEnter={({ pointerType }) => pointerType === 'mouse' && show(rest)}
      onPointerLeave={hide}
      onPointerDown={hide}
      onFocus={({ target }) => target.matches(':focus-visible') && show(0)}
      onBlur={hide}
    >
      {cloneElement(children, { ...spoken, ...children.props })}
      {open && (
        <Suspense fallback={null}>
          <TooltipPopup anchor={place} text={text} onClose={hide} />
        </Suspense>
      )}
    </span>
  )
}
