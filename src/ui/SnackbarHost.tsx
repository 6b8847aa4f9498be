import { t } from '@lingui/core/macro'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { Button } from './kit/Button.tsx'
import { IconButton } from './kit/IconButton.tsx'
import { CloseIcon, DoneIcon, InfoIcon, WarningIcon } from './kit/icons.ts'
import { dismissSnackbars, type Snackbar, shownSnackbars } from './snackbars.ts'
import styles from './SnackbarHost.module.css'

const icons = { success: DoneIcon, error: WarningIcon, info: InfoIcon }

/**
 * Shows snackbars at the bottom left. The region is there from the start, because screen readers only notice what
 * changes in one that they know. It is no library, because the smallest has 20 kB and a register is saved with one.
 */
export function SnackbarHost() {
  const shown = useSyncExternalStore(shownSnackbars.subscribe, shownSnackbars.now, shownSnackbars.now)
  return createPortal(
    <div aria-live="polite" className={styles.region}>
      {shown.map((snackbar) => (
        <Message key={snackbar.key} snackbar={snackbar} />
      ))}
    </div>,
    document.body,
  )
}

function Message({ snackbar: { key, kind, text, action, stays } }: { snackbar: Snackbar }) {
  // It waits while somebody reads it with the pointer, or has the focus on its button.
  const [held, setHeld] = useState(false)
  useEffect(() => {
    if (held) return
    const timer = setTimeout(() => dismissSnackbars(key), stays)
    return () => clearTimeout(timer)
  }, [key, stays, held])
  const Icon = icons[kind]
  return (
    // The handlers only hold the clock.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      role="alert"
      className={`${styles.message} ${styles[kind]}`}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon size={20} aria-hidden className={styles.icon} />
      <p className={styles.text}>{text}</p>
      {action && (
        <Button
          size="small"
          onClick={() => {
            dismissSnackbars(key)
            action.onClick()
          }}
        >
          {action.label}
        </Button>
      )}
      <IconButton size="small" aria-label={t`Dismiss`} onClick={() => dismissSnackbars(key)}>
        <CloseIcon size={18} />
      </IconButton>
    </div>
  )
}
