import { t } from '@lingui/core/macro'
import { useContext, useEffect, useState } from 'react'
import { type Navigator, type To, UNSAFE_NavigationContext as NavigationContext } from 'react-router'
import { Text } from '#ui/kit/Text.tsx'
import { setBackGuard } from './backGuard.ts'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { useUnloadWarning } from './useUnloadWarning.ts'

export interface UnsavedChangesProps {
  /** Whether something is typed that is not stored. */
  unsaved: boolean
  /** Path whose addresses all keep what is typed. Without it, each address is another page. */
  within?: string
}

const pathOf = (to: To) => (typeof to === 'string' ? new URL(to, location.href).pathname : (to.pathname ?? location.pathname))

/**
 * Asks before a page is left while something on it is not saved: by a link, by code that navigates, by Back, and by
 * closing the tab. One on a page. Only a data router has a blocker of its own, so this one stands in the way of the
 * history of the router.
 */
export function UnsavedChanges({ unsaved, within }: UnsavedChangesProps) {
  const navigator = useContext(NavigationContext).navigator as Navigator
  const [leave, setLeave] = useState<(() => void) | null>(null)
  useUnloadWarning(unsaved)

  useEffect(() => {
    if (!unsaved) return
    const { push, replace } = navigator
    let passes = false
    let here = placeInHistory()
    const keeps = (to: To) => within !== undefined && pathOf(to) === within
    const asking =
      (navigate: typeof push): typeof push =>
      (to, ...rest) => {
        if (passes || keeps(to)) {
          navigate(to, ...rest)
          here = placeInHistory()
        } else
          setLeave(() => () => {
            passes = true
            navigate(to, ...rest)
          })
      }
    navigator.push = asking(push)
    navigator.replace = asking(replace)

    // The browser has gone already, so it is sent back until the answer.
    const onPop = (event: PopStateEvent) => {
      const steps = placeInHistory() - here
      if (passes || Number.isNaN(steps)) return
      if (steps !== 0 && keeps(location)) {
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
    }
    setBackGuard(onPop)
    return () => {
      navigator.push = push
      navigator.replace = replace
      setBackGuard(null)
    }
  }, [unsaved, within, navigator])

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

/** Returns the number that the router gives to the entries of the browser's history; NaN for an entry of others. */
function placeInHistory(): number {
  return Number((history.state as { idx?: number } | null)?.idx ?? Number.NaN)
}
