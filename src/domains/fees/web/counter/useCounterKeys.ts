import { useEffect, useRef } from 'react'

export type CounterKeys = Readonly<Record<string, (() => void) | undefined>>

/** Where letters and digits are text. */
const textual = 'input:not([type=checkbox]), textarea, select, [contenteditable=true], [role=combobox]'
/** What Enter belongs to itself. */
const ownEnter = 'button, a, summary, [role=tab], [role=menuitem], [role=option]'

/**
 * The keys of the counter, by `KeyboardEvent.key` (letters in lower case). Function keys work everywhere; all others only where
 * nothing is typed, and Enter not on a button. Dialogs have keys of their own; a key held down counts once.
 */
export function useCounterKeys(keys: CounterKeys): void {
  const held = useRef(keys)
  useEffect(() => {
    held.current = keys
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const name = event.key.length === 1 ? event.key.toLowerCase() : event.key
      const act = held.current[name]
      if (!act || event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return
      const target = event.target instanceof Element ? event.target : document.body
      if (target.closest('[role=dialog], [role=menu], [role=listbox]')) return
      if (!/^F\d+$/.test(name) && target.closest(textual)) return
      if (name === 'Enter' && target.closest(ownEnter)) return
      event.preventDefault()
      if (!event.repeat) act()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
}
