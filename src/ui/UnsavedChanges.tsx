import { t } from '@lingui/core/macro'
import { useEffect, useState } from 'react'
import { placeInHistory, setLeaveGuard } from './navigation.tsx'
import { Text } from '#ui/kit/Text.tsx'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { useUnloadWarning } from './useUnloadWarning.ts'

export interface UnsavedChangesProps {
  /** Whether something is typed that is not stored. */
  unsaved: boolean
  /** Path whose addresses all keep what is typed. Without it, each address is another page. */
  within?: string
}

/**
 * Asks before a page is left while something on it is not saved: by a link, by code that navigates, by Back, and by
 * closing the tab. One on a page.
 */
export function UnsavedChanges({ unsaved, within }: UnsavedChangesProps) {
  const [leave, setLeave] = useState<(() => void) | null>(null)
  useUnloadWarning(unsaved)

  useEffect(() => {
    if (!unsaved) return
    let passes = false
    let here = placeInHistory()
    const keeps = (to: string) => within !== undefined && new URL(to, location.href).pathname === within
    setLeaveGuard({
      onGo: (to, go) => {
        if (passes || keeps(to)) {
          go()
          here = placeInHistory()
        } else
          setLeave(() => () => {
            passes = true
            go()
          })
      },
      // The browser has gone already, so it is sent back until the answer.
      onBack: (event) => {
        const steps = placeInHistory() - here
        if (passes || Number.isNaN(steps)) return
        if (steps !== 0 && keeps(location.href)) {
          here += steps
          return
        }
        event.stopImmediatePropagation()
        if (steps === 0) return
        history.go(-steps)
        setLeave(() => () => {
          passes = true
          history.go(steps)
        })
      },
    })
    return () => setLeaveGuard(null)
  }, [unsaved, within])

  return (
    <ConfirmDialog
      open={leave !== null}
      title={t`Leave without saving?`}
      cancelLabel={t`Stay here`}
      confirmLabel={t`Leave without saving`}
      onConfirm={async () => leave?.()}
      onClose={() => setLeave(null)}
    >
      <Text>{t`What you have changed on this page is not saved.`}</Text>
    </ConfirmDialog>
  )
}
