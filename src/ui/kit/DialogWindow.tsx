import { Dialog as BaseDialog } from '@base-ui/react/dialog'
import { useCallback, useRef } from 'react'
import { classes } from './classes.ts'
import type { DialogProps } from './Dialog.tsx'
import styles from './Dialog.module.css'

/** The window of a `Dialog`. */
export default function DialogWindow(props: DialogProps) {
  const {
    title,
    onClose,
    size = 'normal',
    side,
    role = 'dialog',
    hideTitle = false,
    restoreFocus = true,
    closesBeside = true,
  } = props
  const { initialFocus, onKeyDown, className, children } = props
  const popup = useRef<HTMLDivElement>(null)
  const place = useRef<HTMLDivElement | null>(null)

  // A dialog that another one has opened beside itself is not known to the library as its child.
  const isOnTop = () => [...document.querySelectorAll('[data-dialog]')].at(-1) === popup.current

  // So the library may hide it from screen readers: when Enter opens it in the moment in which the one below has
  // opened, the effect that hides all else runs after it is there. Seen once in sixty runs of a browser test.
  const placed = useCallback((element: HTMLDivElement | null) => {
    place.current = element
    const portal = element?.parentElement
    if (!portal) return
    const observer = new MutationObserver(() => {
      if (portal.hasAttribute('aria-hidden') && isOnTop()) portal.removeAttribute('aria-hidden')
    })
    observer.observe(portal, { attributeFilter: ['aria-hidden'] })
    // A dialog on top of this one closes, and it was hidden by that one and by the one below.
    observer.observe(document.body, { childList: true })
    return () => observer.disconnect()
  }, [])

  return (
    <BaseDialog.Root
      open
      onOpenChange={(_, { reason, event }) => {
        const beside = event.target instanceof Node && place.current?.parentNode?.contains(event.target)
        if (reason === 'outside-press' ? closesBeside && beside : reason === 'escape-key' && isOnTop()) onClose?.(event)
      }}
    >
      <BaseDialog.Portal>
        <BaseDialog.Backdrop forceRender className={styles.backdrop} />
        <BaseDialog.Viewport ref={placed} className={classes(styles.place, side && styles[`${side}Place`])}>
          <BaseDialog.Popup
            ref={popup}
            data-dialog
            role={role}
            {...(props['aria-describedby'] ? { 'aria-describedby': props['aria-describedby'] } : {})}
            initialFocus={() => {
              // What has `autoFocus` has it already.
              if (!initialFocus?.current && popup.current?.contains(document.activeElement))
                return false
                // The library waits for a frame, in which keys would go to the page behind.
              ;(initialFocus?.current ?? popup.current)?.focus({ preventScroll: true })
              return initialFocus?.current ?? true
            }}
            finalFocus={restoreFocus}
            onKeyDown={(event) => {
              // The library would keep the arrow keys from the document, where a list that is sorted listens for them.
              event.preventBaseUIHandler()
              onKeyDown?.(event)
            }}
            className={classes(styles.dialog, styles[size], side && styles[side], className)}
          >
            <BaseDialog.Title className={hideTitle ? styles.heardTitle : styles.title}>{title}</BaseDialog.Title>
            {children}
          </BaseDialog.Popup>
        </BaseDialog.Viewport>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  )
}
