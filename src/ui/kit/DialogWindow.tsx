import { Dialog as BaseDialog } from '@base-ui/react/dialog'
import { useRef } from 'react'
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
  const place = useRef<HTMLDivElement>(null)

  // A dialog that another one has opened beside itself is not known to the library as its child.
  const isOnTop = () => [...document.querySelectorAll('[data-dialog]')].at(-1) === popup.current

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
        <BaseDialog.Viewport ref={place} className={classes(styles.place, side && styles[`${side}Place`])}>
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
