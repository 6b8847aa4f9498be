import { useLayoutEffect, useRef } from 'react'
import { isTyped } from '#ui/isTyped.ts'

export type CounterKeys = Readonly<Record<string, (() => void) | undefined>>

/** Elements that handle Enter themselves. */
const enterTargets = 'button, a, summary, [role=tab], [role=menuitem], [role=option]'

/**
 * Handles the counter's keyboard shortcuts, by `KeyboardEvent.key` with letters in lower case. Function keys work
 * everywhere, other keys only outside text fields, and Enter only outside buttons. Dialogs have their own keys. A key
 * held down counts once.
 */
export function useCounterKeys(keys: CounterKeys): void {
  const latestKeys = useRef(keys)
  // Before the browser paints: a key that comes in the moment in which the screen is drawn counts.
  useLayoutEffect(() => {
    latestKeys.current = keys
  })
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const name = event.key.length === 1 ? event.key.toLowerCase() : event.key
      const run = latestKeys.current[name]
      if (!run || event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return
      const target = event.target instanceof Element ? event.target : document.body
      // A dialog that has just opened has no focus yet.
      if (document.querySelector('[data-dialog]') || target.closest('[role=menu], [role=listbox]')) return
      if (!/^F\d+$/.test(name) && isTyped(event)) return
      if (name === 'Enter' && target.closest(enterTargets)) return
      event.preventDefault()
      if (!event.repeat) run()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
}
